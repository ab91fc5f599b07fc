package io.breakwater.behaviour;

import io.vertx.core.buffer.Buffer;

/** What hostile peers send. The status is that of the first answer; 0 where the peer does not wait for one. */
enum Bomb {
  /** 4 MiB of opening brackets. */
  ARRAYS(400, declared(Bomb.MOST), "[", Bomb.MOST, Then.WAITS),

  /** 4 MiB of objects in objects. */
  OBJECTS(400, declared(Bomb.MOST), "{\"a\":", Bomb.MOST, Then.WAITS),

  /** 4 MiB of flat rubble: more tokens than a message may have. */
  TOKENS(400, declared(Bomb.MOST) + "[", "[],", Bomb.MOST - 1, Then.WAITS),

  /** 4 MiB of names, each in its own object. */
  MEMBERS(400, declared(Bomb.MOST) + "[", "{\"a\":{}},", Bomb.MOST - 1, Then.WAITS),

  /** A name without an end. */
  NAME(400, declared(Bomb.MOST) + "{\"", "n", Bomb.MOST - 2, Then.WAITS),

  /** A number without an end. */
  NUMBER(400, declared(Bomb.MOST), "9", Bomb.MOST, Then.WAITS),

  /** Brackets for a session that nobody has. */
  UNKNOWN_SESSION(400, declared(Bomb.MOST, "Mcp-Session-Id: unknown"), "[", Bomb.MOST, Then.WAITS),

  /** Brackets from a page that is not ours. */
  FOREIGN(403, declared(Bomb.MOST, "Host: rebound.example"), "[", Bomb.MOST, Then.WAITS),

  /** What would be larger when it was unpacked. */
  PACKED(415, declared(Bomb.MOST, "Content-Encoding: gzip"), "\u0000", Bomb.MOST, Then.WAITS),

  /** A byte now and then. */
  DRIP(408, declared(Bomb.MOST), " ", Bomb.MOST, Then.DRIPS),

  /** A head, and then nothing. */
  NO_BODY(408, declared(Bomb.MOST), "", 0, Then.WAITS),

  /** Half of a body, and then nothing. */
  HALF(408, declared(40) + "{\"jsonrpc\":\"2.0\"", "", 0, Then.WAITS),

  /** Half of a body, and the peer goes away. */
  HALF_AND_GONE(0, declared(Bomb.MOST) + "[", "\"x\",", 100_000, Then.GOES),

  /** Says that more comes than may. */
  TOO_LONG(413, declared(Bomb.MOST + 1), " ", Bomb.MOST + 1, Then.WAITS),

  /** Says that less comes than does. */
  TOO_SHORT(400, declared(2) + "{}", "[", Bomb.MOST, Then.WAITS),

  /** One chunk that is more than may come. */
  CHUNK_TOO_LONG(413, chunked() + "7fffffff\r\n", " ", Bomb.MOST + 1, Then.WAITS),

  /** A chunk with a length that is none. */
  CHUNK_OF_NO_LENGTH(400, chunked() + "-1\r\n", "[", 100_000, Then.WAITS),

  /** A chunk that does not come. */
  CHUNK_MISSING(408, chunked() + "ff\r\n[", "", 0, Then.WAITS),

  /** Two lengths, one of them to smuggle by. */
  TWO_LENGTHS(400, chunked("Content-Length: 5") + "0\r\n\r\n", "[", 100_000, Then.WAITS),

  /** A head without an end. */
  HEAD(431, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: ", "x", Bomb.MOST, Then.WAITS);

  /** What the peer does when all is sent that it sends at once. */
  enum Then {
    /** It keeps the connection until the server closes it. */
    WAITS,
    /** It sends the rest byte by byte until the server closes the connection. */
    DRIPS,
    /** It closes the connection. */
    GOES
  }

  private static final int MOST = 4_194_304;
  private static final int PIECE_BYTES = 16_384;

  final int status;
  final Buffer head;

  /** What is sent again and again after the head. */
  final Buffer piece;

  final int bytes;
  final Then then;

  Bomb(int status, String head, String filler, int bytes, Then then) {
    this.status = status;
    this.head = Buffer.buffer(head);
    this.piece = Buffer.buffer(filler.repeat(PIECE_BYTES / Math.max(1, filler.length())));
    this.bytes = bytes;
    this.then = then;
  }

  private static String declared(int bytes, String... fields) {
    String[] all = new String[fields.length + 1];
    System.arraycopy(fields, 0, all, 0, fields.length);
    all[fields.length] = "Content-Length: " + bytes;
    return Wire.head("POST", all);
  }

  private static String chunked(String... fields) {
    String[] all = new String[fields.length + 1];
    System.arraycopy(fields, 0, all, 0, fields.length);
    all[fields.length] = "Transfer-Encoding: chunked";
    return Wire.head("POST", all);
  }
}
