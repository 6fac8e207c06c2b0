import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { contextStorage } from 'hono/context-storage';
import { requestId } from 'hono/request-id';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import { asOneReading } from '../db/lists/upToDate.ts';
import { logOf } from '../db/process/logger.ts';
import { Refused } from '../events/shared/refused.ts';
import type { Deps, Env } from './context.ts';
import { limitBody } from './http/bodyLimit.ts';
import { type DifferingCall, inGroup } from './http/contract.ts';
import { cookieName } from './http/cookies.ts';
import { answerError } from './http/errors.ts';
import { idempotencyKeys } from './http/idempotencyKeys.ts';
import { openApi } from './http/openApi.ts';
import { ownHosts } from './http/ownHosts.ts';
import { limitNetwork } from './http/rateLimit.ts';
import { requestLog } from './http/requestLog.ts';
import { adminOnly, auditorsRead, SESSION_COOKIE, sameOrigin, secondFactorFirst, signedIn } from './http/security.ts';
import { securityLog } from './http/securityLog.ts';
import { unknownProxy } from './http/unknownProxy.ts';
import { webApp } from './http/webApp.ts';
import { accessTokenRoutes } from './routes/accessTokens.ts';
import { accountLinkRoutes } from './routes/accountLinks.ts';
import { accountRoutes } from './routes/accounts.ts';
import { adminRoutes } from './routes/admin.ts';
import { adminHealthRoutes } from './routes/adminHealth.ts';
import { adminUserRoutes } from './routes/adminUsers.ts';
import { agentRoutes } from './routes/agents.ts';
import { aiEstimateRoutes } from './routes/aiEstimates.ts';
import { apiDocsRoutes } from './routes/apiDocs.ts';
import { calendarRoutes } from './routes/calendar.ts';
import { campaignAbTestRoutes } from './routes/campaignAbTest.ts';
import { campaignFiguresRoutes } from './routes/campaignFigures.ts';
import { campaignMessageRoutes } from './routes/campaignMessages.ts';
import { campaignPartnerRoutes } from './routes/campaignPartners.ts';
import { campaignResendRoutes } from './routes/campaignResend.ts';
import { campaignDaysRoutes, campaignScheduleRoutes } from './routes/campaignSchedule.ts';
import { campaignSendRoutes } from './routes/campaignSends.ts';
import { campaignStartRoutes } from './routes/campaignStart.ts';
import { campaignRoutes } from './routes/campaigns.ts';
import { confirmEmailRoutes } from './routes/confirmEmail.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { erasureRoutes } from './routes/erasures.ts';
import { feedRoutes } from './routes/feed.ts';
import { forgotPages } from './routes/forgot.ts';
import { healthRoutes } from './routes/health.ts';
import { historyRoutes } from './routes/history.ts';
import { historyDaysRoutes } from './routes/historyDays.ts';
import { inboundMail } from './routes/inboundMail.ts';
import { inboxRoutes } from './routes/inbox.ts';
import { incomingWebhookRoutes } from './routes/incomingWebhooks.ts';
import { incomingWebhook, ingestRoutes } from './routes/ingest.ts';
import { issuerSignInPages } from './routes/issuerSignIn.ts';
import { liveRoutes } from './routes/live.ts';
import { mailRoutes } from './routes/mail.ts';
import { mediaKitRoutes } from './routes/mediaKit.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { namedItemRoutes } from './routes/namedItems.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { ownSecondFactorRoutes } from './routes/ownSecondFactor.ts';
import { ownSecurityRoutes } from './routes/ownSecurity.ts';
import { partnerContactRoutes } from './routes/partnerContact.ts';
import { partnerImportRoutes } from './routes/partnerImport.ts';
import { partnerJudgmentRoutes } from './routes/partnerJudgment.ts';
import { partnerListRoutes } from './routes/partnerLists.ts';
import { partnerPictureRoutes } from './routes/partnerPicture.ts';
import { partnerSearchRoutes } from './routes/partnerSearch.ts';
import { partnerRoutes } from './routes/partners.ts';
import { partnerTimelineRoutes } from './routes/partnerTimeline.ts';
import { passkeySignIn } from './routes/passkeySignIn.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { profileRoutes } from './routes/profile.ts';
import { publicFeedRoutes } from './routes/publicFeed.ts';
import { publicLogRoutes } from './routes/publicLog.ts';
import { securityLogRoutes } from './routes/securityLog.ts';
import { senderDomainRoutes } from './routes/senderDomain.ts';
import { sendGridWebhook } from './routes/sendGridWebhook.ts';
import { sendingAccountRoutes } from './routes/sendingAccounts.ts';
import { sendingSettingsRoutes } from './routes/sendingSettings.ts';
import { sessionRoutes } from './routes/session.ts';
import { signInPages } from './routes/signIn.ts';
import { signInCodePages } from './routes/signInCode.ts';
import { signUpPages } from './routes/signUp.ts';
import { suppressionRoutes } from './routes/suppressions.ts';
import { todayRoutes } from './routes/today.ts';
import { unsubscribePages } from './routes/unsubscribe.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { witnessRoutes } from './routes/witness.ts';

const log = logOf('api');

/** The calls of the signed-in screens, typed for the browser's client. */
function calls(deps: Deps, api: () => Hono<Env>) {
  return (
    new Hono<Env>()
      .basePath('/api')
      .use(sameOrigin(deps, 'json'))
      // who starts this process again must not be refused
      .route('/', inGroup('none', healthRoutes(deps)))
      .route('/', sessionRoutes(deps))
      .route('/', feedRoutes(deps))
      .route('/', inGroup('hooks', incomingWebhook(deps), 'bad_signature'))
      .use(signedIn(deps))
      .use(async (c, next) => {
        // the one character that no query to the database may hold; check() looks after bodies and queries
        if (/%00|\0/.test(c.req.path)) throw new Refused({ code: 'no_call' });
        await next();
      })
      .use(secondFactorFirst)
      .use(auditorsRead)
      // what others than admins may read there is answered above; the rest is refused, whether it exists or not
      .use('/admin/*', adminOnly)
      .use(idempotencyKeys(deps))
      .route('/', ownSecurityRoutes(deps))
      .route('/', ownSecondFactorRoutes(deps))
      .route('/', accessTokenRoutes(deps))
      .route('/', incomingWebhookRoutes(deps))
      .route('/', ingestRoutes(deps))
      .route('/', publicFeedRoutes(deps))
      .route('/', passkeyRoutes(deps))
      .route('/', dashboardRoutes(deps))
      .route('/', aiEstimateRoutes(deps))
      .route('/', profileRoutes(deps))
      .route('/', mediaKitRoutes(deps))
      .route('/', partnerSearchRoutes(deps))
      .route('/', partnerImportRoutes(deps))
      .route('/', partnerContactRoutes(deps))
      .route('/', partnerJudgmentRoutes(deps))
      .route('/', partnerPictureRoutes(deps))
      .route('/', partnerListRoutes(deps))
      .route('/', partnerRoutes(deps))
      .route('/', partnerTimelineRoutes(deps))
      .route('/', campaignRoutes(deps))
      .route('/', campaignAbTestRoutes(deps))
      .route('/', campaignFiguresRoutes(deps))
      .route('/', campaignStartRoutes(deps))
      .route('/', calendarRoutes(deps))
      .route('/', campaignScheduleRoutes(deps))
      .route('/', campaignDaysRoutes(deps))
      .route('/', campaignPartnerRoutes(deps))
      .route('/', campaignMessageRoutes(deps))
      .route('/', campaignSendRoutes(deps))
      .route('/', campaignResendRoutes(deps))
      .route('/', mailRoutes(deps))
      .route('/', accountRoutes(deps))
      .route('/', senderDomainRoutes(deps))
      .route('/', namedItemRoutes(deps))
      .route('/', inboxRoutes(deps))
      .route('/', todayRoutes(deps))
      .route('/', suppressionRoutes(deps))
      .route('/', sendingSettingsRoutes(deps))
      .route('/', sendingAccountRoutes(deps))
      .route('/', notificationRoutes(deps))
      .route('/', webhookRoutes(deps))
      .route('/', erasureRoutes(deps))
      .route('/', confirmEmailRoutes(deps))
      .route('/', adminRoutes(deps))
      .route('/', adminUserRoutes(deps))
      .route('/', adminHealthRoutes(deps))
      .route('/', securityLogRoutes(deps))
      .route('/', historyRoutes(deps))
      .route('/', historyDaysRoutes(deps))
      .route('/', liveRoutes(deps))
      .route('/', agentRoutes(deps, api))
  );
}

export type AppType = ReturnType<typeof calls>;

// this does not compile when a handler answers another shape than its route declares; the error names the call
({}) satisfies Record<DifferingCall<AppType>, never>;

/** The whole HTTP face: sign-in pages, calls, and the built web app. */
export function createApp(deps: Deps): Hono<Env> {
  const routes = calls(deps, () => app);
  // made at the first request, because it would slow down each start
  let document: string | undefined;
  const app: Hono<Env> = new Hono<Env>()
    // a caller's id is ignored: ours is the correlation id of events
    .use(requestId({ headerName: '' }))
    .use(requestLog)
    .use(securityLog(deps))
    .use(contextStorage())
    .use('/api/*', (c, next) => (c.req.method === 'GET' ? asOneReading(next) : next()))
    .use(unknownProxy(deps.trustedProxies ?? 0, (line) => log.warn(line)))
    // Google and Microsoft come back here in a window of ours. A stricter policy would cut it off from the page that opened it.
    .on(['GET', 'HEAD'], ['/gmail/callback', '/microsoft/callback'], async (c, next) => {
      await next();
      c.header('Cross-Origin-Opener-Policy', 'unsafe-none');
    })
    // bytes of strangers: opened alone in a window they may do nothing
    .use('/api/partners/:id/picture', async (c, next) => {
      await next();
      c.header('Content-Security-Policy', "default-src 'none'; sandbox");
    })
    // answers are about people: no proxy keeps them, and the browser asks before it shows one again, or forgets it
    .use('/api/*', async (c, next) => {
      await next();
      // Back restores typed text on these pages; pages with a secret say no-store themselves
      const isPage = c.res.headers.get('Content-Type')?.startsWith('text/html');
      if (isPage || c.res.headers.has('Cache-Control')) return;
      c.header('Cache-Control', c.res.headers.has('ETag') ? 'private, no-cache' : 'no-store');
    })
    // the address of this page is a secret between us and the recipient
    .use('/u/*', async (c, next) => {
      await next();
      c.header('Referrer-Policy', 'no-referrer');
      c.header('X-Robots-Tag', 'noindex, nofollow');
      c.header('Cache-Control', 'no-store');
    })
    .use(
      secureHeaders({
        contentSecurityPolicy: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", NONCE],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
        // with the default (no-referrer) browsers send the sign-in forms with Origin: null
        referrerPolicy: 'same-origin',
        // plain HTTP on a private machine must stay reachable
        strictTransportSecurity: deps.publicUrl.startsWith('https:') ? 'max-age=63072000; includeSubDomains' : false,
        crossOriginOpenerPolicy: 'same-origin-allow-popups',
      }),
    )
    .use(ownHosts(deps.publicUrl))
    .use(compress())
    .use('/api/*', limitNetwork(deps))
    .use('/u/*', limitNetwork(deps))
    .use(limitBody)
    .route('/', inGroup('entry', signInPages(deps), 'sign_in_failed'))
    .route('/', inGroup('entry', signUpPages(deps)))
    .route('/', inGroup('entry', forgotPages(deps)))
    .route('/', inGroup('entry', accountLinkRoutes(deps), 'sign_in_failed'))
    .route('/', inGroup('entry', signInCodePages(deps), 'sign_in_failed'))
    .route('/', inGroup('entry', issuerSignInPages(deps), 'sign_in_failed'))
    .route('/', inGroup('entry', passkeySignIn(deps), 'sign_in_failed'))
    .route('/', unsubscribePages(deps))
    .route('/', inGroup('hooks', sendGridWebhook(deps), 'bad_signature'))
    .route('/', inGroup('hooks', inboundMail(deps), 'bad_signature'))
    .route('/', witnessRoutes(deps))
    .route('/', apiDocsRoutes(deps))
    .route('/', publicLogRoutes(deps))
    .get('/api/openapi.json', (c) => {
      document ??= openApi(routes.routes, deps.version, cookieName(deps, SESSION_COOKIE));
      return c.body(document, 200, { 'Content-Type': 'application/json' });
    })
    .route('/', routes)
    .all('/api/*', (c) => c.json({ error: 'There is no such call.' }, 404))
    .route('/', metricsRoutes(deps))
    .route('/', webApp(deps))
    .onError(answerError);
  return app;
}
