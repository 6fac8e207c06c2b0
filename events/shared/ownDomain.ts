/** Domains whose addresses belong to strangers, by the names of their hosts. */
const PUBLIC =
  /^(gmail|googlemail|icloud|me|mac|yahoo|ymail|rocketmail|aol|zoho|zohomail|gmx|web|mailbox|fastmail|mail|proton|protonmail|pm|yandex|qq|163|126|t-online|freenet|orange|laposte|libero)\.([a-z]{2,3}|com?\.[a-z]{2})$/;

/** The domains of Microsoft's personal addresses, such as outlook.de or live.co.uk. */
export const PERSONAL_AT_MICROSOFT = /^((outlook|hotmail|live)\.([a-z]{2,3}|com?\.[a-z]{2})|(msn|windowslive)\.com)$/;

/** The domain of an address, in lower case; null at a public host, where one's mails say little about the others'. */
export function ownDomainOf(address: string): string | null {
  const domain = address.split('@').at(-1)?.toLowerCase() ?? '';
  return domain === '' || PUBLIC.test(domain) || PERSONAL_AT_MICROSOFT.test(domain) ? null : domain;
}
