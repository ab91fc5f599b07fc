package io.breakwater.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChangesTest {
  private final Changes changes = new Changes();
  private final List<Object> heard = new ArrayList<>();

  @Test
  void change_reachesThoseWhoListen() {
    Runnable stop = changes.listen(heard::add);
    Runnable unused = changes.listen(change -> heard.add("second"));

    changes.publish(new Change.Tools());
    stop.run();
    changes.publish(new Change.Resource("a:b"));

    assertThat(heard).containsExactly(new Change.Tools(), "second", "second");
  }

  @Test
  void listenerThatThrows_keepsNothingFromTheOthers() {
    Runnable unused = changes.listen(change -> {
      throw new IllegalStateException("a listener that fails");
    });
    Runnable alsoUnused = changes.listen(heard::add);

    changes.publish(new Change.Prompts());

    assertThat(heard).containsExactly(new Change.Prompts());
  }
}
