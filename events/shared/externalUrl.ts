/** An address that is safe to put into a link: http or https only, otherwise null. Addresses come from imports and providers. */
export function externalUrl(address: string | null | undefined): string | null {
  if (!address) return null;
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** A part of an address without its percent signs; unchanged if they make no text. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
