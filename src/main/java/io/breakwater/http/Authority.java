package io.breakwater.http;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A host and a port as they stand in a {@code Host} field or behind the scheme of an origin.
 *
 * <p>Immutable.
 *
 * @param host lower case, without a trailing dot; an IPv6 address in its shortest form, in brackets
 * @param port -1 when there is none
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-7.2">RFC 9110, Host and :authority</a>
 */
record Authority(String host, int port) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.?");
  private static final Pattern DIGITS = Pattern.compile("[0-9]{0,5}");
  private static final int HOST_CHARS_MAX = 255;
  private static final int PORT_MAX = 65_535;

  /** The authority in this text, or null when it is not one. */
  static @Nullable Authority parse(String text) {
    int colon = text.startsWith("[") ? text.indexOf(']') + 1 : text.indexOf(':');
    int end = colon > 0 && colon < text.length() ? colon : text.length();
    String host = host(text.substring(0, end));
    if (host == null || (end < text.length() && text.charAt(end) != ':')) {
      return null;
    }
    String digits = end < text.length() ? text.substring(end + 1) : "";
    if (!DIGITS.matcher(digits).matches()) {
      return null;
    }
    int port = digits.isEmpty() ? -1 : Integer.parseInt(digits);
    return port > PORT_MAX ? null : new Authority(host, port);
  }

  private static @Nullable String host(String text) {
    if (text.startsWith("[")) {
      return text.endsWith("]") ? ipv6(text.substring(1, text.length() - 1)) : null;
    }
    if (text.length() > HOST_CHARS_MAX || !NAME.matcher(text).matches()) {
      return null;
    }
    String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    return name.toLowerCase(Locale.ROOT);
  }

  private static @Nullable String ipv6(String text) {
    // A zone says something on the peer's own machine only.
    if (text.indexOf('%') >= 0 || !NetUtil.isValidIpV6Address(text)) {
      return null;
    }
    Inet6Address address = NetUtil.getByName(text, false);
    return address == null ? null : "[" + NetUtil.toAddressString(address) + "]";
  }

  /** Whether this is the machine itself by a name or an address that no name server can turn elsewhere. */
  boolean loopback() {
    return host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
  }

  /** Whether the host is an address, which no name server can turn elsewhere, and not a name. */
  boolean literal() {
    return host.startsWith("[") || NetUtil.isValidIpV4Address(host);
  }

  Authority withPort(int other) {
    return new Authority(host, other);
  }

  /** As it stands in a {@code Host} field. */
  @Override
  public String toString() {
    return port < 0 ? host : host + ":" + port;
  }
}
