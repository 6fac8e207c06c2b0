import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

type Taken = { host: string; headers: Record<string, string>; body: string };
const MOST_KEPT = 50;

export const hookError = (c: Context, status: ContentfulStatusCode, message: string): Response =>
  c.text(message, status);

/** Whether a chat takes the body, as its documentation says; null: a push service, whose bodies are encrypted. */
const takes = (host: string): ((body: Record<string, unknown>) => boolean) | null => {
  if (host === 'hooks.slack.com') return ({ text }) => typeof text === 'string' && text !== '';
  if (/(^|\.)discord(app)?\.com$/.test(host))
    return ({ content }) => typeof content === 'string' && content.length > 0 && content.length <= 2_000;
  if (/\.(logic\.azure|api\.powerplatform)\.com$/.test(host))
    return ({ type, attachments }) => type === 'message' && Array.isArray(attachments);
  return null;
};

/** The place of the incoming webhooks of Slack, Discord and Teams, and for push services, by their host. */
export function hookRoutes() {
  const taken: Taken[] = [];
  return new Hono()
    .post('/hooks/:host', async (c) => {
      const host = c.req.param('host');
      const body = await c.req.text();
      const isChat = takes(host);
      let isFit = true;
      try {
        isFit = isChat ? isChat(JSON.parse(body) as Record<string, unknown>) : body !== '';
      } catch {
        isFit = false;
      }
      if (!isFit) return hookError(c, 400, 'invalid_payload');
      taken.unshift({ host, headers: c.req.header(), body });
      taken.length = Math.min(taken.length, MOST_KEPT);
      return c.body(null, isChat ? 200 : 201);
    })
    .get('/hooked', (c) => c.json({ taken }, 200));
}
