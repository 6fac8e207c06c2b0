import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { hostnameOf, isLoopback } from '../../db/connection/loopback.ts';
import type { Clock } from './clock.ts';
import { dnsRoutes } from './dns/routes.ts';
import { mounts, providerError } from './errors.ts';
import type { Drafts } from './google/drafts.ts';
import { gmailRoutes } from './google/gmail.ts';
import type { Inbox } from './google/inbox.ts';
import { googleRoutes } from './google/oauth.ts';
import { hookRoutes } from './hooks/routes.ts';
import { hunterRoutes } from './hunter/routes.ts';
import type { Mailboxes } from './imap/mailboxes.ts';
import type { Ledger } from './ledger.ts';
import { microsoftRoutes } from './microsoft/oauth.ts';
import type { Grants } from './oauth/grants.ts';
import { openaiRoutes } from './openai/routes.ts';
import { MOST_REPLY_MB, outboxPage } from './outbox/page.ts';
import { replyRoutes, replyTooLarge } from './outbox/replies.ts';
import { pageHeaders, wantsJson } from './page.ts';
import { pageRoutes } from './pages/routes.ts';
import { pdlRoutes } from './pdl/routes.ts';
import { peopleJson, peoplePage } from './people/page.ts';
import { eventRoutes, type Webhook } from './sendgrid/events.ts';
import { sendgridRoutes } from './sendgrid/routes.ts';
import type { SandboxSmtp } from './smtp/server.ts';
import { pictureRoutes } from './youtube/pictures.ts';
import { youTubeRoutes } from './youtube/routes.ts';

type Env = { Bindings: HttpBindings };

const MB = 1024 * 1024;

/** The whole body is read before the answer. A connection that closes on a sending caller is a reset to them. */
const limit = (tooLarge: (c: Context) => Response | Promise<Response>, maxMb = 1): MiddlewareHandler<Env> =>
  bodyLimit({
    maxSize: maxMb * MB,
    async onError(c) {
      await c.req.raw.body?.pipeTo(new WritableStream()).catch(() => {});
      return tooLarge(c);
    },
  });

/** The sandbox of providers as one app: OpenAI, People Data Labs, Hunter, YouTube, SendGrid, Google and Microsoft, with their outbox. */
export const createSandboxApp = ({
  ledger,
  grants,
  microsoft,
  drafts,
  inbox,
  mailboxes,
  now,
  webhook,
  smtp,
  imap,
  host,
}: {
  ledger: Ledger;
  grants: Grants;
  microsoft: Grants;
  drafts: Drafts;
  inbox: Inbox;
  mailboxes: Mailboxes;
  now: Clock;
  webhook: Webhook | null;
  smtp: SandboxSmtp;
  imap: { port: number };
  /** The address that the sandbox listens on. */
  host: string;
}) => {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    // links to accounts are here: a page of another site must neither read them through a name of its own nor post
    const asked = c.req.header('Host');
    if (isLoopback(host) && asked !== undefined && !isLoopback(hostnameOf(asked)))
      return c.json({ error: 'The sandbox answers on this machine only: call it 127.0.0.1.' }, 421);
    if (c.req.method !== 'GET' && /^(cross|same)-site$/.test(c.req.header('Sec-Fetch-Site') ?? ''))
      return c.json({ error: 'The sandbox takes forms of its own pages only.' }, 403);
    return next();
  });
  const gmail = { ledger, drafts, inbox };
  for (const [provider, path, maxMb = 1] of mounts) {
    const tooLarge = (c: Context) => providerError(c, provider, 413, `The body is larger than ${maxMb} MB.`);
    app.use(`${path}/*`, limit(tooLarge, maxMb));
  }
  app.on(
    ['POST', 'PUT'],
    ['/outbox/:id/events', '/google/o/*', '/microsoft/common/oauth2/v2.0/authorize'],
    limit((c) => c.json({ error: 'The body is larger than 1 MB.' }, 413)),
  );
  app.use('/outbox/:id/reply', limit(replyTooLarge, MOST_REPLY_MB));
  app.route('/openai/v1', openaiRoutes(now));
  app.route('/pdl/v5', pdlRoutes(now));
  app.route('/hunter/v2', hunterRoutes());
  app.route('/', pageRoutes());
  app.route('/youtube/v3', youTubeRoutes(now));
  app.route('/', pictureRoutes());
  app.route('/sendgrid', sendgridRoutes(ledger, now));
  app.route('/sendgrid-eu', sendgridRoutes(ledger, now, { eu: true }));
  app.route('/google', googleRoutes(gmail, grants, now));
  app.route('/microsoft', microsoftRoutes(microsoft, now));
  app.route('/', hookRoutes());
  app.route('/dns', dnsRoutes());
  app.route('/gmail', gmailRoutes(gmail, grants, now));
  app.route('/upload/gmail', gmailRoutes(gmail, grants, now));
  app.route('/outbox', eventRoutes(ledger, webhook, now));
  app.route('/outbox', replyRoutes(ledger, { inbox, mailboxes }, webhook, now));
  app.get('/outbox', (c) =>
    wantsJson(c.req.header('accept'))
      ? c.json({ messages: ledger.messages() }, 200)
      : c.html(outboxPage(ledger.messages()), 200, pageHeaders),
  );
  app.get('/people', (c) =>
    wantsJson(c.req.header('accept')) ? c.json(peopleJson(), 200) : c.html(peoplePage(), 200, pageHeaders),
  );
  app.get('/smtp', async (c) => c.json({ port: await smtp.portOf(c.req.query('host') ?? '') }, 200));
  app.get('/imap', (c) => c.json({ port: imap.port }, 200));
  app.get('/health', (c) => c.json({ status: 'ok' }, 200));
  app.get('/', (c) => c.redirect('/outbox'));
  app.notFound((c) => c.json({ error: `The sandbox has no ${c.req.method} ${c.req.path}.` }, 404));
  app.onError((error, c) => {
    console.error(`sandbox: ${c.req.method} ${c.req.path}: ${error.name}`);
    return c.json({ error: 'The sandbox failed; see its output.' }, 500);
  });
  return app;
};
