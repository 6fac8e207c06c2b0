import { userByAddress } from '../../db/accounts/auth.ts';
import { dropLink, type LinkWhat, linkEnds, makeLink } from '../../db/accounts/links.ts';
import { forgetPendingSignup, readPendingSignup } from '../../db/accounts/pendingSignup.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { INSTALLATION } from '../../db/installation/installation.ts';
import { logOf } from '../../db/process/logger.ts';
import { ref, type Store } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import { type AccountLinkState, answerLink } from '../../events/accounts/accountLink.ts';
import { classify, type ProviderAnswer, type ProviderSignal } from '../../events/sending/outcome.ts';
import { type PlainCode, type Reason, reasonText } from '../../events/shared/reasons.ts';
import { causeOf, type JobPayload, type Needs } from '../context.ts';
import { about, defineTask } from '../defineTask.ts';
import { accessMail, accountExistsMail, aiModelMail, type MailContent, securityMail } from '../mail/accessMail.ts';
import { ProviderError } from '../providers/providerError.ts';

const log = logOf('worker');

/** The result of a request: a mail with a link, a mail without, or nothing, and why. */
type Plan =
  | { to: string; what: LinkWhat; userId: string | null }
  | { to: string; notice: MailContent }
  | { ended: Reason };
type Answer = Parameters<typeof answerLink>[1];

/**
 * Answers a request for a way into an account, or for a notice about one, by a mail. Only here the account is looked up: the page, answered long
 * before, must not reveal it. The link is recorded before the mail leaves; for a notice, that link is never mailed. A job that finds a link sends
 * nothing more, since the mail may be on its way. A link that may have arrived stays valid.
 */
export const mailAccess = defineTask({
  name: 'mail-access',
  lane: 'send',
  on: { AccessRequested: (event) => event.data.what !== 'issuer' && about(event) },
  needs: ['store', 'publicUrl', 'sendSystemMail'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    const { state } = await store.load('system', ref('access', job.id));
    if (state.status !== 'requested') return;
    const plan = await planOf(deps, job.id, state);
    if ('ended' in plan) return answer(store, job, plan);
    if (!deps.sendSystemMail) return answer(store, job, { failed: { code: 'no_mailer' } });
    const now = store.now();
    const { what, userId } = 'what' in plan ? plan : { what: 'confirmation' as const, userId: null };
    const token = await makeLink(store.sql, { accessId: job.id, what, userId, now });
    const left = (how: Answer) => answer(store, job, how, 'what' in plan ? plan : undefined);
    if (token === null) return left({ unknown: { code: 'work_interrupted' } });
    const facts = { publicUrl: deps.publicUrl, token, until: linkEnds(what, now) };
    const content = 'notice' in plan ? plan.notice : accessMail(what, facts);
    const said = await deps.sendSystemMail({ to: plan.to, ...content, accessId: job.id });
    const { verdict, mailbox } = classify(said);
    if (verdict === 'sent') return left({ mailed: 'notice' in plan ? 'notice' : 'link' });
    if (verdict === 'unknown') return left({ unknown: { code: 'mail_provider_silent' } });
    await dropLink(store.sql, job.id);
    if (verdict === 'failed') return answer(store, job, { failed: { code: 'mail_refused' } });
    if (run.giveUp) return answer(store, job, { failed: { code: troubleOf(said, mailbox) } });
    throw new ProviderError({ code: 'mail_not_taken' }, 'mail_not_taken', true);
  },
});

/** Why a mail certainly did not leave for minutes. */
function troubleOf(said: ProviderAnswer, signal: ProviderSignal): PlainCode {
  if (signal === 'key_refused') return 'mail_key_refused';
  if (signal === 'sender_refused') return 'mail_sender_refused';
  if (signal === 'permission_missing') return 'mail_permission_missing';
  if (signal === 'account_blocked') return 'mail_account_blocked';
  if (signal === 'credits_exhausted') return 'mail_credits_exhausted';
  if (signal === 'wait') return 'mail_kept_waiting';
  const untrusted = said.kind === 'not_connected' && said.untrusted;
  return untrusted ? 'mail_untrusted' : 'mail_unreachable';
}

async function planOf(
  { store, publicUrl }: Needs<'store' | 'publicUrl'>,
  accessId: string,
  state: AccountLinkState,
): Promise<Plan> {
  const asked = state.userId ? null : await readPendingSignup(store.sql, store.master, accessId);
  if (!state.userId && !asked) return { ended: { code: 'request_too_old' } };
  const userId =
    state.userId ?? (await userByAddress(store.sql, store.pseudonyms.address('system', asked?.email ?? '')));
  if (!userId) {
    if (state.what !== 'sign-up' || !asked) return { ended: { code: 'no_account' } };
    return { to: asked.email, what: 'sign-up', userId: null };
  }
  const { state: user } = await store.load('system', ref('user', userId));
  if (await isUnreadable(store.sql, store.master, 'system', `user-${userId}`))
    return { ended: { code: 'account_unreadable' } };
  const to = user.account?.email;
  if (!to || user.status === 'deleted') return { ended: { code: 'no_account' } };
  // a link would only lead to the refusal, and the account is unused
  if (user.status === 'paused') return { ended: { code: 'account_is_paused' } };
  if (state.what === 'password-changed' || state.what === 'second-factor-off') {
    // an unconfirmed address may belong to another person
    if (!user.emailConfirmed) return { ended: { code: 'address_unconfirmed' } };
    return { to, notice: securityMail(state.what, publicUrl) };
  }
  if (state.what === 'ai-model') {
    if (!user.isAdmin || !user.emailConfirmed) return { ended: { code: 'no_admin' } };
    const { modelChecks } = (await store.load('system', INSTALLATION)).state;
    const notice = aiModelMail(modelChecks, publicUrl);
    return notice ? { to, notice } : { ended: { code: 'nothing_wrong' } };
  }
  // an invited person who lost the mail asks at any page that they find
  if (!user.joined) return { to, what: 'invitation', userId };
  switch (state.what) {
    case 'sign-up':
      return { to, notice: accountExistsMail(publicUrl) };
    case 'reset':
      return { to, what: 'reset', userId };
    case 'confirmation':
      return user.emailConfirmed ? { ended: { code: 'confirmed_already' } } : { to, what: 'confirmation', userId };
    default:
      return { ended: { code: 'joined_already' } };
  }
}

/** Records the result. `link`: it may be in a mail, so it stays valid; that of a sign-up still needs its input. */
async function answer(store: Store, job: JobPayload, how: Answer, link?: { userId: string | null }): Promise<void> {
  await inTransaction(store, async (tx) => {
    await store.runIn(tx, {
      tenant: 'system',
      cause: causeOf('mail-access', job),
      streams: { access: ref('access', job.id) },
      decide: ({ access }) => ({ access: answerLink(access, how) }),
    });
    if (!link) await dropLink(tx, job.id);
    if (link?.userId !== null) await forgetPendingSignup(tx, job.id);
  });
  const about = `a mail of the installation (access-${job.id})`;
  if ('failed' in how) log.error(`${about} did not leave: ${reasonText(how.failed, 'operator')}`);
  if ('unknown' in how) log.error(`could not confirm whether ${about} left: ${reasonText(how.unknown, 'operator')}`);
}
