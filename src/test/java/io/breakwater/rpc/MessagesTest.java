package io.breakwater.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MessagesTest {
  private static final int ID_BYTES_MAX = 1024;

  private final Messages messages = new Messages(ID_BYTES_MAX);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'a'",
        "''",
        "'1'",
        "0",
        "1",
        "-7",
        "2147483648",
        "9223372036854775807",
        "123456789012345678901234567890",
        "'a\\r\\ndata: x\\n\\nid: 9'",
        "'日本🎉'"
      })
  void id_thatIsStringOrInteger_isEchoedAsItWas(String id) {
    Message message = decode("{'jsonrpc':'2.0','id':" + id + ",'method':'ping'}");

    RequestId read = ((Message.Request) message).id();
    assertThat(Json.quoted(Messages.encode(new Message.Result(read, Json.object("{}")))))
        .isEqualTo("{'jsonrpc':'2.0','id':" + id + ",'result':{}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "false", "1.5", "1.0", "1e3", "1e-400", "{}", "[]"})
  void id_ofAnotherType_isRefusedWithoutId(String id) {
    Refusal refusal = refused("{'jsonrpc':'2.0','id':" + id + ",'method':'ping'}");

    assertThat(answer(refusal))
        .isEqualTo("400 {'jsonrpc':'2.0','id':null,'error':{'code':-32600,"
            + "'message':'Invalid request: id is neither a string nor an integer'}}");
  }

  @Test
  void id_ofAsManyBytesAsAllowed_isTaken_andOneMore_isNot() {
    String atTheLimit = "é".repeat(ID_BYTES_MAX / 2);

    assertThat(decode("{'jsonrpc':'2.0','id':'" + atTheLimit + "','method':'ping'}"))
        .isInstanceOf(Message.Request.class);
    Refusal refusal = refused("{'jsonrpc':'2.0','id':'" + atTheLimit + "x','method':'ping'}");
    assertThat(answer(refusal))
        .isEqualTo("400 {'jsonrpc':'2.0','id':null,'error':{'code':-32600,"
            + "'message':'Invalid request: id exceeds 1024 bytes (limits.idBytesMax)'}}");
  }

  @Test
  void idsOfTwoTypes_areTwoIds_andOneNumberIsOneId() {
    assertThat(RequestId.of(1)).isNotEqualTo(RequestId.of("1"));
    assertThat(id("1")).isEqualTo(RequestId.of(1)).hasSameHashCodeAs(RequestId.of(1));
    assertThat(id("123456789012345678901234567890"))
        .isEqualTo(id("123456789012345678901234567890"))
        .isNotEqualTo(id("123456789012345678901234567891"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'1.0'", "'2'", "2.0", "2", "null", "['2.0']", "''"})
  void jsonrpc_thatIsNotTwo_isRefusedUnderTheId(String version) {
    Refusal refusal = refused("{'jsonrpc':" + version + ",'id':7,'method':'ping'}");

    assertThat(answer(refusal))
        .isEqualTo("400 {'jsonrpc':'2.0','id':7,'error':{'code':-32600,"
            + "'message':'Invalid request: jsonrpc is not '2.0''}}");
  }

  @Test
  void jsonrpc_missing_isRefused() {
    assertThat(refused("{'id':7,'method':'ping'}").error().code()).isEqualTo(-32600);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "null", "true", "{}", "['ping']"})
  void method_thatIsNotAString_isRefusedUnderTheId(String method) {
    Refusal refusal = refused("{'jsonrpc':'2.0','id':'x','method':" + method + "}");

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.error().code()).isEqualTo(-32600);
    assertThat(refusal.id()).isEqualTo(RequestId.of("x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','id':7}",
        "{'jsonrpc':'2.0','id':7,'Method':'ping'}",
        "{'jsonrpc':'2.0','id':7,'method':'ping','result':{}}",
        "{'jsonrpc':'2.0','id':7,'method':'ping','error':null}",
        "{'jsonrpc':'2.0','id':7,'result':{},'error':{'code':1,'message':'x'}}",
        "{'jsonrpc':'2.0','id':7,'result':null}",
        "{'jsonrpc':'2.0','id':7,'result':[]}",
        "{'jsonrpc':'2.0','id':7,'result':'ok'}",
        "{'jsonrpc':'2.0','id':7,'error':{}}",
        "{'jsonrpc':'2.0','id':7,'error':'x'}",
        "{'jsonrpc':'2.0','id':7,'error':{'code':'1','message':'x'}}",
        "{'jsonrpc':'2.0','id':7,'error':{'code':1.5,'message':'x'}}",
        "{'jsonrpc':'2.0','id':7,'error':{'code':1,'message':null}}"
      })
  void objectThatIsNoMessage_isRefusedUnderTheId(String json) {
    Refusal refusal = refused(json);

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.error().code()).isEqualTo(-32600);
    assertThat(refusal.id()).isEqualTo(RequestId.of(7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "'ping'", "null", "1", "true", "[]", "[{}]"})
  void jsonThatIsNoMessage_isRefusedWithoutId(String json) {
    Refusal refusal = refused(json);

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.error().code()).isEqualTo(-32600);
    assertThat(refusal.id()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "'x'", "null", "1", "true"})
  void params_thatAreNoObject_areRefusedUnderTheId(String params) {
    Refusal refusal =
        refused("{'jsonrpc':'2.0','id':1,'method':'tools/list','params':" + params + "}");

    assertThat(answer(refusal))
        .isEqualTo("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32602,"
            + "'message':'Invalid params: not an object'}}");
  }

  @Test
  void params_absent_areEmpty() {
    assertThat(decode("{'jsonrpc':'2.0','id':1,'method':'ping'}"))
        .isEqualTo(new Message.Request(RequestId.of(1), "ping", Json.object("{}")));
    assertThat(decode("{'jsonrpc':'2.0','method':'notifications/initialized'}"))
        .isEqualTo(new Message.Notification("notifications/initialized", Json.object("{}")));
  }

  @Test
  void unknownMembers_areIgnored() {
    assertThat(decode("{'x':[1],'jsonrpc':'2.0','METHOD':'tools/list','id':1,'method':'ping'}"))
        .isEqualTo(new Message.Request(RequestId.of(1), "ping", Json.object("{}")));
  }

  @Test
  void answers_areRead() {
    assertThat(decode("{'jsonrpc':'2.0','id':'q','result':{'a':1}}"))
        .isEqualTo(new Message.Result(RequestId.of("q"), Json.object("{'a':1}")));
    assertThat(decode("{'jsonrpc':'2.0','id':'q','error':{'code':-1,'message':'no'}}"))
        .isEqualTo(new Message.Failure(RequestId.of("q"), new RpcError(-1, "no", null)));
    assertThat(decode("{'jsonrpc':'2.0','id':'q','error':{'code':-1,'message':'no','data':[1]}}"))
        .isEqualTo(new Message.Failure(RequestId.of("q"), new RpcError(-1, "no", Json.of("[1]"))));
  }

  /** JSON-RPC says null, 2025-11-25 says nothing, where the id of the request could not be read. */
  @ParameterizedTest
  @ValueSource(strings = {"", "'id':null,"})
  void errorToARequestThatCouldNotBeRead_hasNoId(String id) {
    assertThat(decode("{'jsonrpc':'2.0'," + id + "'error':{'code':-32700,'message':'x'}}"))
        .isEqualTo(new Message.Failure(null, new RpcError(-32700, "x", null)));
  }

  @Test
  void result_withoutId_isRefused() {
    assertThat(refused("{'jsonrpc':'2.0','result':{}}").id()).isNull();
    assertThat(refused("{'jsonrpc':'2.0','id':null,'result':{}}").error().code())
        .isEqualTo(-32600);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
          {'jsonrpc':'2.0','id':1,'method':'a','params':{'b':1}}
          {'jsonrpc':'2.0','id':1,'method':'a'}
          {'jsonrpc':'2.0','method':'a','params':{'b':1}}
          {'jsonrpc':'2.0','method':'a'}
          {'jsonrpc':'2.0','id':'x','result':{'b':1}}
          {'jsonrpc':'2.0','id':'x','error':{'code':-3,'message':'m','data':{'b':1}}}
          {'jsonrpc':'2.0','id':null,'error':{'code':-3,'message':'m'}}
          """)
  void message_encodedAgain_isTheSame(String json) {
    assertThat(Json.quoted(Messages.encode(decode(json)))).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
          7    | 7
          'x'  | 'x'
          null |
          1.5  |
          []   |
          """)
  void readableId_isTheIdOrNothing(String json, @Nullable String id) {
    RequestId read = messages.readableId(Json.of(json));

    assertThat(read == null ? null : Json.quoted(read.node())).isEqualTo(id);
    assertThat(messages.readableId(null)).isNull();
  }

  @Test
  void readableId_beyondItsBound_isNone() {
    JsonNode tooLong = Json.of("'" + "x".repeat(ID_BYTES_MAX + 1) + "'");

    assertThat(messages.readableId(tooLong)).isNull();
  }

  private Message decode(String json) {
    return messages.decode(Json.of(json));
  }

  private Refusal refused(String json) {
    return Objects.requireNonNull(catchThrowableOfType(Refusal.class, () -> decode(json)));
  }

  private static RequestId id(String json) {
    return new RequestId(Json.of(json));
  }

  private static String answer(Refusal refusal) {
    return refusal.status() + " "
        + Json.quoted(Messages.encode(new Message.Failure(refusal.id(), refusal.error())));
  }
}
