/** Whether a host (a name or an address, IPv6 with or without brackets) leads to this machine alone. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|(::ffff:)?127(\.\d+){3}|\[?::1\]?|.*\.localhost)$/i.test(host);
