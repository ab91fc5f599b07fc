package io.breakwater.launch;

import io.vertx.core.Deployable;
import io.vertx.core.spi.VertxServiceProvider;
import io.vertx.core.spi.cluster.ClusterManager;
import java.util.ServiceLoader;

/**
 * What the launcher of Vert.x would look for, and report with a stack trace when it is missing.
 *
 * <p>Immutable.
 */
final class OnClassPath {
  private OnClassPath() {}

  /** Whether there is a verticle of this class; a name with a prefix is up to a verticle factory. */
  static boolean verticle(String name) {
    if (name.contains(":")) {
      return true;
    }
    try {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      return Deployable.class.isAssignableFrom(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  static boolean clusterManager() {
    return ServiceLoader.load(VertxServiceProvider.class).stream()
        .anyMatch(provider -> ClusterManager.class.isAssignableFrom(provider.type()));
  }
}
