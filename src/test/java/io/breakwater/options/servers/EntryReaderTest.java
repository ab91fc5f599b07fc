package io.breakwater.options.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One entry: its text with apostrophes for quotes, and what comes of it. */
final class EntryReaderTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("TOKEN", "s3cret", "N", "7");

  @TempDir
  private Path folder;

  /** What is said of an entry e, without the path to it. */
  private static List<String> read(String entry) {
    Servers servers = new ServersReader(Options.defaults().gateway(), ENVIRONMENT)
        .text("f", ("{'mcpServers':{'e':" + entry + "}}").replace('\'', '"'))
        .servers();
    return Shown.of(servers).stream()
        .map(line -> line.replace("f: mcpServers.e", "e"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      {'command':'a'}                                   | e: [a]
      {'command':'a','args':['${TOKEN}',1,true]}        | e: [a, s3cret, 1, true]
      {'command':'a','args':null,'env':null,'cwd':null} | e: [a]
      {'command':'/a b/c','cwd':'d'}                    | e: [/a b/c] in d
      {'command':'a','type':'stdio'}                    | e: [a]
      {'command':'a','type':'local'}                    | e: [a]
      {'command':'a','transport':'STDIO'}               | e: [a]
      {'url':'http://x/'}                               | e: AUTO http://x/ SESSION
      {'url':'  https://x:1/y?z=1 '}                    | e: AUTO https://x:1/y?z=1 SESSION
      {'serverUrl':'http://x'}                          | e: AUTO http://x SESSION
      {'httpUrl':'http://x'}                            | e: STREAMABLE_HTTP http://x SESSION
      {'httpUrl':'http://x','type':'sse'}               | e: SSE http://x SESSION
      {'url':'http://x','type':'http'}                  | e: AUTO http://x SESSION
      {'url':'http://x','type':'https'}                 | e: AUTO http://x SESSION
      {'url':'http://x','type':'remote'}                | e: AUTO http://x SESSION
      {'url':'http://x','type':'streamable-http'}       | e: STREAMABLE_HTTP http://x SESSION
      {'url':'http://x','type':'streamableHttp'}        | e: STREAMABLE_HTTP http://x SESSION
      {'url':'http://x','type':'streamable_http'}       | e: STREAMABLE_HTTP http://x SESSION
      {'url':'http://x','type':'Streamable HTTP'}       | e: STREAMABLE_HTTP http://x SESSION
      {'url':'http://x','transport':'http-stream'}      | e: STREAMABLE_HTTP http://x SESSION
      {'url':'http://x','transportType':'sse'}          | e: SSE http://x SESSION
      {'url':'http://x','type':'http+sse'}              | ! e.type: http+sse (expected: stdio, http, streamable-http or sse)
      {'url':'http://x','type':'http-sse'}              | e: SSE http://x SESSION
      {'url':'http://x','headers':{'A-b':'${TOKEN}\\t1'}} | "e: AUTO http://x {A-b=s3cret\t1} SESSION"
      {'command':'a','disabled':false,'enabled':true}   | e: [a]
      {'command':'a','disabled':true}                   | . e: switched off
      {'command':'a','enabled':false}                   | . e: switched off
      {'disabled':true,'enabled':true,'command':'${X}'} | . e: switched off
      {'command':'a','includeTools':['b'],'excludeTools':['c'],'disabledTools':['d']} | e: [a] allow [b] deny [c, d]
      {'command':'a','tools':['*'],'breakwater':{'tools':{'allow':['b']}}} | e: [a] allow [*, b]
      """)
  void entry_isUnderstood(String entry, String expected) {
    assertThat(read(entry)).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      {}                                          | ! e.command: neither a command nor a url (expected: one of the two)
      {'type':'stdio'}                            | ! e.command: neither a command nor a url (expected: one of the two)
      {'command':'a','url':'http://x'}            | ! e.command: beside a URL (expected: one of the two)
      {'command':'a','type':'sse'}                | ! e.type: sse (expected: stdio, since there is a command)
      {'url':'http://x','type':'stdio'}           | ! e.type: stdio (expected: http or sse, since there is a URL)
      {'url':'http://my_host:1/mcp'}              | ! e.url: a host name with an underscore (expected: letters, digits, - and . alone, as URLs have them; give the host another name or an alias)
      {'url':'http://x','type':'ws'}              | ! e.type: ws (expected: stdio, http, streamable-http or sse)
      {'url':'http://x','type':'${TOKEN}'}        | ! e.type: ${TOKEN} (expected: stdio, http, streamable-http or sse)
      {'command':''}                              | ! e.command: empty (expected: a program)
      {'command':'npx -y s3cret'}                 | ! e.command: a whole command line (expected: the program alone, and the rest in args)
      {'command':['a']}                           | ! e.command: a list (expected: a text)
      {'command':'a','args':'s3cret'}             | ! e.args: a text (expected: a list of texts)
      {'command':'a','args':['s3cret',['b']]}     | ! e.args[1]: a list (expected: a text)
      {'command':'a','args':['s3cret',null]}      | ! e.args[1]: null (expected: a text)
      {'command':'a','args':['s3cret\\u0000']}    | ! e.args: a character that no argument can have (expected: texts without U+0000)
      {'command':'a','env':['s3cret']}            | ! e.env: a list (expected: an object of texts)
      {'command':'a','env':{'A':{}}}              | ! e.env.A: an object (expected: a text)
      {'command':'a','env':{'A=s3cret':'b'}}      | ! e.env: a variable that cannot be set (expected: names without =, no U+0000)
      {'command':'a','env':{'A':'${X}s3cret'}}    | ! e.env.A: the variable X is not set (expected: it in the environment, or ${X:-text})
      {'command':'a','envFile':'no/such'}         | ! e.envFile: cannot be read (expected: a readable file of lines NAME=value)
      {'command':'a','cwd':'s3cret\\u0000'}       | ! e.cwd: no path (expected: a directory)
      {'url':7}                                   | ! e.url: no URL of a server (expected: such as https://example.com/mcp, without a user name)
      {'serverUrl':'http://s3cret x'}             | ! e.serverUrl: no URL (expected: such as https://example.com/mcp)
      {'url':'ftp://x'}                           | ! e.url: no URL of a server (expected: such as https://example.com/mcp, without a user name)
      {'url':'/mcp'}                              | ! e.url: no URL of a server (expected: such as https://example.com/mcp, without a user name)
      {'url':'https://u:s3cret@x/'}               | ! e.url: no URL of a server (expected: such as https://example.com/mcp, without a user name)
      {'url':'http://x','headers':{'A b':'s3cret'}} | ! e.headers.A b: cannot be sent (expected: names of letters, values of one line)
      {'url':'http://x','headers':{'A':'s3cret\\n'}} | ! e.headers.A: cannot be sent (expected: names of letters, values of one line)
      {'command':'a','disabled':'yes'}            | ! e.disabled: a text (expected: true or false)
      {'command':'a','includeTools':'b'}          | ! e.includeTools: a text (expected: a list of texts)
      {'command':'a','timeout':-1}                | ! e.timeout: -1 (expected: an integer from 0 to 86400000)
      {'command':'a','timeout':'${TOKEN}'}        | ! e.timeout: ${TOKEN} (expected: an integer from 0 to 86400000)
      {'command':'a','timeout':1.5}               | ! e.timeout: 1.5 (expected: an integer from 0 to 86400000)
      {'command':'a','timeout':86400001}          | ! e.timeout: 86400001 (expected: an integer from 0 to 86400000)
      {'command':'a','breakwater':true}           | ! e.breakwater: true or false (expected: an object)
      """)
  void entry_thatIsBroken_saysWhereAndWhy_andNoSecret(String entry, String mistake) {
    assertThat(mistake).doesNotContain("s3cret");
    assertThat(read(entry)).containsExactly(mistake);
  }

  @Test
  void mistakes_ofOneEntry_comeTogether() {
    assertThat(read("{'command':7,'url':'x','timeout':'y','breakwater':{'share':'z','pool':1}}"))
        .hasSize(4)
        .allMatch(line -> line.startsWith("! e."));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      0                              |          |
      1                              | 1000     | 1 was taken for seconds
      999                            | 999000   | 999 was taken for seconds
      1000                           | 1000     | 1000 was taken for milliseconds
      86400000                       | 86400000 | 86400000 was taken for milliseconds
      60.0                           | 60000    | 60 was taken for seconds
      '30'                           | 30000    | 30 was taken for seconds
      '${N}'                         | 7000     | 7 was taken for seconds
      1000,'alwaysAllow':[]          | 1000000  | 1000 was taken for seconds
      3600,'autoApprove':[]          | 3600000  | 3600 was taken for seconds
      3601,'autoApprove':[]          | 3601     | 3601 was taken for milliseconds
      """)
  void timeout_isSecondsOrMilliseconds_andThatIsSaid(String timeout, Long callMs, String note) {
    assertThat(read("{'command':'a','timeout':" + timeout + "}"))
        .containsExactlyElementsOf(
            callMs == null
                ? List.of("e: [a]")
                : List.of("e: [a] callMs=" + callMs, ". e.timeout: " + note));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      {'command':'a','comand':'s3cret'}   | e.comand: unknown, ignored (did you mean command?)
      {'command':'a','zzzzzz':'s3cret'}   | e.zzzzzz: unknown, ignored
      {'command':'a','headers':{}}        | e.headers: ignored beside the command
      {'url':'http://x','args':[]}        | e.args: ignored beside the URL
      {'url':'http://x','headers':{'Mcp-Session-Id':'s3cret'}} | e.headers.Mcp-Session-Id: ignored, since each request has its own
      {'url':'http://x','headers':{'HOST':'s3cret'}} | e.headers.HOST: ignored, since each request has its own
      {'command':'a','breakwater':{'poolSize':3}} | e.breakwater.poolSize: ignored, since share is not pool
      """)
  void key_thatDoesNothing_isWarnedOf(String entry, String warning) {
    assertThat(read(entry)).hasSize(2).last().isEqualTo("? " + warning);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alwaysAllow",
        "autoApprove",
        "description",
        "trust",
        "$comment",
        "_note",
        "icons",
        "sandbox"
      })
  void key_thatClientsNoteForThemselves_isNothingToSay(String key) {
    assertThat(read("{'command':'a','" + key + "':[]}")).containsExactly("e: [a]");
  }

  @Test
  void envFile_atTheBound_isRead_andOneByteMoreIsNot() throws IOException {
    Path full = Files.writeString(folder.resolve("full"), "A=" + "x".repeat(65_534));
    Path more = Files.writeString(folder.resolve("more"), "A=" + "x".repeat(65_535));

    assertThat(read("{'command':'a','envFile':'" + full + "'}"))
        .singleElement()
        .asString()
        .startsWith("e: [a] env {A=xx");
    assertThat(read("{'command':'a','envFile':'" + more + "'}"))
        .containsExactly("! e.envFile: too large (expected: at most 65536 bytes)");
  }

  @Test
  void envFile_underTheHome_isMeantByATilde() {
    assertThat(read("{'command':'a','cwd':'~/b'}"))
        .containsExactly("e: [a] in " + System.getProperty("user.home") + "/b");
    assertThat(read("{'command':'a','envFile':'~'}"))
        .singleElement()
        .asString()
        .startsWith("! e.envFile: ");
  }

  // What is ours

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      'share':'shared'                          |
      'share':'session'                         | SESSION
      'share':'Pool'                            | POOL pool=4
      'share':'pool','poolSize':1               | POOL
      'share':'pool','poolSize':256             | POOL pool=256
      'callMs':1                                | callMs=1
      'callMs':86400000                         | callMs=86400000
      'idleMs':1                                | idleMs=1
      'idleMs':86400000                         | idleMs=86400000
      'prefix':'always'                         |
      'prefix':'collision'                      | prefix=COLLISION
      'prefix':'never'                          | prefix=NEVER
      'depthMax':1                              | depth=1
      'depthMax':1000                           | depth=1000
      'resultBytesMax':1                        | result=1
      'resultBytesMax':1073741824               | result=1073741824
      'era':'auto'                              |
      'era':'modern'                            | era=MODERN
      'era':'legacy'                            | era=LEGACY
      'tools':{'allow':['a*'],'deny':['ab'],'rename':{'ac':'x'},'describe':{'ac':'y'}} | allow [a*] deny [ab] rename {ac=x} describe {ac=y}
      'prompts':{'allow':['p'],'deny':['q'],'rename':{'p':'r'},'describe':{'p':'s'}} | prompts allow [p] prompts deny [q] prompts rename {p=r} prompts describe {p=s}
      """)
  void setting_ofOurs_isTaken(String settings, String expected) {
    assertThat(read("{'command':'a','breakwater':{" + settings + "}}"))
        .containsExactly("e: [a]" + (expected == null ? "" : " " + expected));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      'share':'all'                     | share: all (expected: shared or session or pool)
      'share':'pool','poolSize':0       | poolSize: 0 (expected: an integer from 1 to 256)
      'share':'pool','poolSize':257     | poolSize: 257 (expected: an integer from 1 to 256)
      'callMs':0                        | callMs: 0 (expected: an integer from 1 to 86400000)
      'callMs':86400001                 | callMs: 86400001 (expected: an integer from 1 to 86400000)
      'idleMs':0                        | idleMs: 0 (expected: an integer from 1 to 86400000)
      'idleMs':86400001                 | idleMs: 86400001 (expected: an integer from 1 to 86400000)
      'prefix':'maybe'                  | prefix: maybe (expected: always or collision or never)
      'prefix':'${TOKEN}'               | prefix: ${TOKEN} (expected: always or collision or never)
      'depthMax':0                      | depthMax: 0 (expected: an integer from 1 to 1000)
      'depthMax':1001                   | depthMax: 1001 (expected: an integer from 1 to 1000)
      'resultBytesMax':0                | resultBytesMax: 0 (expected: an integer from 1 to 1073741824)
      'resultBytesMax':1073741825       | resultBytesMax: 1073741825 (expected: an integer from 1 to 1073741824)
      'resultBytesMax':99999999999999999999 | resultBytesMax: 99999999999999999999 (expected: an integer from 1 to 1073741824)
      'era':'old'                       | era: old (expected: auto or modern or legacy)
      'tools':[]                        | tools: a list (expected: an object)
      'tools':{'hide':['a']}            | tools.hide: unknown setting (expected: allow, deny, rename or describe)
      'prompts':{'rename':['a']}        | prompts.rename: a list (expected: an object of texts)
      'shared':true                     | shared: unknown setting (expected: one of conf/README.md)
      'forwardHeaders':['Authorization'] | forwardHeaders: beside a command (expected: a URL, since a program gets no headers)
      """)
  void setting_ofOurs_thatIsWrong_failsItsEntry(String settings, String mistake) {
    assertThat(read("{'command':'a','breakwater':{" + settings + "}}"))
        .containsExactly("! e.breakwater." + mistake);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      'forwardHeaders':['Authorization','X-A']     | e: AUTO http://x SESSION forward [authorization, x-a]
      'forwardHeaders':['A'],'share':'session'     | e: AUTO http://x SESSION forward [a]
      'forwardHeaders':[]                          | e: AUTO http://x SESSION
      'share':'shared'                             | e: AUTO http://x
      'forwardHeaders':['A'],'share':'shared'      | ! e.breakwater.share: shared (expected: session, since headers of callers are forwarded)
      'forwardHeaders':['A'],'share':'pool'        | ! e.breakwater.share: pool (expected: session, since headers of callers are forwarded)
      'forwardHeaders':['Host']                    | ! e.breakwater.forwardHeaders: Host (expected: headers such as Authorization, not of one hop)
      'forwardHeaders':['mcp-session-id']          | ! e.breakwater.forwardHeaders: mcp-session-id (expected: headers such as Authorization, not of one hop)
      'forwardHeaders':['a b']                     | ! e.breakwater.forwardHeaders: a b (expected: headers such as Authorization, not of one hop)
      """)
  void headers_ofCallers_areForwarded_toConnectionsOfTheirOwn(String settings, String expected) {
    assertThat(read("{'url':'http://x','breakwater':{" + settings + "}}"))
        .containsExactly(expected);
  }

  @Test
  void callMs_ofOurs_winsOverTheTimeout() {
    assertThat(read("{'command':'a','timeout':5,'breakwater':{'callMs':7}}"))
        .first()
        .isEqualTo("e: [a] callMs=7");
  }
}
