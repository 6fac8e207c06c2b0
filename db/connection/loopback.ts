/** Whether a host (a name or an address, IPv6 with or without brackets) leads to this machine alone. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|(::ffff:)?127(\.\d+){3}|\[?::1\]?|.*\.localhost)$/i.test(host);

/** The name in a Host header, without its port. */
export const hostnameOf = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
