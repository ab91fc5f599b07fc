package io.breakwater.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.breakwater.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEventLoop.class)
final class InvocationTest {
  private final Calls calls = new Calls();
  private final List<String> told = new ArrayList<>();

  @Test
  void running_sends() {
    Invocation invocation = calls.of("tools/call");

    invocation.send("notifications/message", Json.object("{'level':'info'}"));
    invocation.disconnect(500);

    assertThat(calls.said)
        .containsExactly(
            "{'jsonrpc':'2.0','method':'notifications/message','params':{'level':'info'}}",
            "disconnect 500");
  }

  @Test
  void ended_sendsNothing_andCannotBeCancelled() {
    Invocation invocation = calls.of("tools/call");
    invocation.onCancel(() -> told.add("cancelled"));

    invocation.end();
    invocation.send("notifications/message", Json.object("{}"));
    invocation.disconnect(500);
    invocation.cancel();

    assertThat(calls.said).isEmpty();
    assertThat(told).isEmpty();
    assertThat(invocation.cancelled()).isFalse();
  }

  @Test
  void cancelled_tellsEverybodyOnce_andSendsNothing() {
    Invocation invocation = calls.of("tools/call");
    invocation.onCancel(() -> told.add("first"));
    invocation.onCancel(() -> told.add("second"));

    invocation.cancel();
    invocation.cancel();
    invocation.send("notifications/message", Json.object("{}"));

    assertThat(told).containsExactly("first", "second");
    assertThat(calls.said).isEmpty();
    assertThat(invocation.cancelled()).isTrue();
  }

  @Test
  void cancelled_tellsALateOneAtOnce() {
    Invocation invocation = calls.of("tools/call");
    invocation.cancel();

    invocation.onCancel(() -> told.add("late"));

    assertThat(told).containsExactly("late");
  }

  @Test
  void cancelled_whileOneWhoIsToldEndsOrRegistersMore_tellsAll() {
    Invocation invocation = calls.of("tools/call");
    invocation.onCancel(() -> {
      told.add("first");
      invocation.end();
      invocation.onCancel(() -> told.add("nested"));
    });
    invocation.onCancel(() -> told.add("second"));

    invocation.cancel();

    assertThat(told).containsExactlyInAnyOrder("first", "nested", "second");
  }

  @Test
  void cancelled_whileOneWhoIsToldThrows_tellsTheOthers() {
    Invocation invocation = calls.of("tools/call");
    invocation.onCancel(() -> {
      throw new IllegalStateException("a task of a handler that fails");
    });
    invocation.onCancel(() -> told.add("second"));

    invocation.cancel();

    assertThat(told).containsExactly("second");
  }

  @Test
  void meta_isAnObjectWhateverCame() {
    assertThat(calls.of("ping", "{'_meta':{'a':1}}").meta()).isEqualTo(Json.of("{'a':1}"));
    assertThat(calls.of("ping", "{'_meta':null}").meta()).isEqualTo(Json.of("{}"));
    assertThat(calls.of("ping", "{'_meta':'x'}").meta()).isEqualTo(Json.of("{}"));
    assertThat(calls.of("ping").meta()).isEqualTo(Json.of("{}"));
  }

  @Test
  void requiredText_thatIsNone_isRefused() {
    assertThat(calls.of("tools/call", "{'name':'a'}").requireText("name")).isEqualTo("a");
    assertThatThrownBy(() -> calls.of("tools/call", "{'name':5}").requireText("name"))
        .hasMessage("params.name: missing or not a string (expected: a string)");
    assertThatThrownBy(() -> calls.of("tools/call").requireText("name"))
        .hasMessage("params.name: missing or not a string (expected: a string)");
  }
}
