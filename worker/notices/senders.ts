import webPush from 'web-push';
import { pushKeys } from '../../db/vault/pushKeys.ts';
import type { Channel } from '../../events/accounts/notificationsInput.ts';
import { classify } from '../../events/sending/outcome.ts';
import type { NoticeTrouble, Webhook } from '../../events/shared/noticeChannels.ts';
import type { Needs } from '../context.ts';
import { noticeMail } from '../mail/accessMail.ts';
import { faultOf } from '../providers/web/safeWeb.ts';
import { PAYLOADS } from './payloads.ts';
import type { Notice } from './writeNotice.ts';

/** `to`: an email address, a webhook's address, or a browser's subscription as JSON. `id`: names the notice at the mail provider. */
type Sender = (
  deps: Needs<'store' | 'sendSystemMail' | 'postOut' | 'publicUrl'>,
  to: string,
  notice: Notice,
  id: string,
) => Promise<'sent' | NoticeTrouble>;

/** A push service keeps it this long for a browser that is off. */
const PUSH_SECONDS = 86_400;
/** Push services take about 4,000 bytes. */
const LONGEST_PUSH = 400;

/** What a status means. `gone`: there is no such address. */
function troubleOf(status: number): 'sent' | NoticeTrouble {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status >= 300 && status < 500 && status !== 429 && status !== 408 ? 'refused' : 'unreachable';
}

const outcomeOf = (posted: Promise<number>): Promise<'sent' | NoticeTrouble> =>
  posted.then(troubleOf, (error: unknown) =>
    ['private', 'address'].includes(faultOf(error)) ? 'refused' : 'unreachable',
  );

const byWebhook =
  (kind: Webhook): Sender =>
  ({ postOut }, to, notice) =>
    outcomeOf(
      postOut(to, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(PAYLOADS[kind](notice)) }),
    );

export const SENDERS: Record<Channel, Sender> = {
  slack: byWebhook('slack'),
  discord: byWebhook('discord'),
  teams: byWebhook('teams'),
  async push({ store, postOut, publicUrl }, to, { title, lines, url }) {
    const { publicKey, privateKey } = await pushKeys(store);
    const payload = {
      title: title.slice(0, LONGEST_PUSH),
      body: lines.length > 1 ? lines.join('\n').slice(0, LONGEST_PUSH) : '',
      url,
    };
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      JSON.parse(to) as webPush.PushSubscription,
      JSON.stringify(payload),
      {
        TTL: PUSH_SECONDS,
        // the service may write to the operator about it
        vapidDetails: {
          subject: publicUrl.startsWith('https:') ? publicUrl : 'mailto:admin@localhost',
          ...{ publicKey, privateKey },
        },
      },
    );
    return outcomeOf(postOut(endpoint, { headers: headers as Record<string, string>, body: body as Buffer }));
  },
  async email({ sendSystemMail, publicUrl }, to, notice, id) {
    if (!sendSystemMail) return 'not_set_up';
    const { verdict } = classify(await sendSystemMail({ to, ...noticeMail(notice, publicUrl), accessId: id }));
    if (verdict === 'sent' || verdict === 'unknown') return verdict;
    return verdict === 'failed' ? 'refused' : 'unreachable';
  },
};
