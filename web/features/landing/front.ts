import { externalUrl } from '../../../events/shared/externalUrl.ts';

/** What the landing page needs from the server. */
export type Front = {
  /** Where "Get Started" goes. */
  signupUrl: string;
  sandbox: boolean;
};

/** GET /api/admin/settings/signup_url and GET /api/health, without the app's client, which a visitor need not load. */
export async function fetchFront(): Promise<Front> {
  const [signup, health] = await Promise.all([read('/api/admin/settings/signup_url'), read('/api/health')]);
  const address = typeof signup.value === 'string' ? externalUrl(signup.value) : null;
  return { signupUrl: address ?? '/api/login', sandbox: health.sandbox === true };
}

/** What a call answers, or nothing: the page works without it. */
async function read(path: string): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(path);
    return response.ok ? ((await response.json()) as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
