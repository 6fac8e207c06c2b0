export type LinkedinUrl =
  | { ok: true; handle: string; url: string }
  | { ok: false; reason: 'invalid_url' | 'not_profile' };

/**
 * Reads a LinkedIn profile address of the form [http(s)://][www.]linkedin.com/in/{handle}. `invalid_url`: no http(s) address at linkedin.com or a
 * subdomain. `not_profile`: LinkedIn, but not /in/{handle}.
 */
export function linkedinHandle(text: string): LinkedinUrl {
  let url: URL;
  try {
    const typed = text.trim();
    url = new URL(/^(?:[\w-]+\.)*linkedin\.com\//i.test(typed) ? `https://${typed}` : typed);
  } catch {
    return { ok: false, reason: 'invalid_url' };
  }
  const host = url.hostname.toLowerCase();
  if (!/^https?:$/.test(url.protocol) || (host !== 'linkedin.com' && !host.endsWith('.linkedin.com'))) {
    return { ok: false, reason: 'invalid_url' };
  }
  const match = /^\/in\/([^/]+)\/?$/.exec(url.pathname);
  const handle = match?.[1];
  if (!handle) return { ok: false, reason: 'not_profile' };
  return { ok: true, handle: handle.toLowerCase(), url: `https://www.linkedin.com/in/${handle.toLowerCase()}` };
}
