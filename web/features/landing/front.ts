import { externalUrl } from '../../../events/shared/externalUrl.ts';

export type Front = {
  /** Where "Get Started" goes. */
  signupUrl: string;
  sandbox: boolean;
};

/** GET /api/health and settings of the installation, without the app's client, which a visitor need not load. */
export async function fetchFront(): Promise<Front> {
  const [signup, health] = await Promise.all([fetchLink('signup_url'), read('/api/health')]);
  return { signupUrl: signup ?? '/api/login', sandbox: health.sandbox === true };
}

export type FooterLink = { title: string; href: string };

const FOOTER = { Privacy: 'privacy_url', Terms: 'terms_url', Contact: 'contact_url' } as const;

/** Those that are set. */
export async function fetchFooterLinks(): Promise<FooterLink[]> {
  const links = Object.entries(FOOTER).map(async ([title, key]) => ({ title, href: await fetchLink(key) }));
  return (await Promise.all(links)).flatMap(({ title, href }) => (href ? [{ title, href }] : []));
}

async function fetchLink(key: string): Promise<string | null> {
  const { value } = await read(`/api/admin/settings/${key}`);
  return typeof value === 'string' ? externalUrl(value) : null;
}

/** A call's answer, or nothing, since the page works without it. */
async function read(path: string): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(path);
    return response.ok ? ((await response.json()) as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
