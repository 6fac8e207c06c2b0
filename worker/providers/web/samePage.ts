/** Parameters that only tell how somebody came to a page. */
const TRACKING = /^(utm_.*|gclid|fbclid|msclkid)$/i;

/** One spelling for all addresses of a page, without scheme, `www.`, last slash, fragment and tracking. null: no web address. */
export function pageKey(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname, searchParams } = new URL(address);
  if (!/^https?:$/.test(protocol)) return null;
  const kept = [...searchParams].filter(([name]) => !TRACKING.test(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const query = kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}${query}`;
}

export const isSamePage = (a: string, b: string): boolean => {
  const key = pageKey(a);
  return key !== null && key === pageKey(b);
};
