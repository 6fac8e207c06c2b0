import { forgetAsked, readAsked } from '../../db/asked.ts';
import { userByAddress } from '../../db/auth.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { dropLink, type LinkWhat, linkEnds, makeLink } from '../../db/links.ts';
import { ref } from '../../db/store.ts';
import { type AccessState, answerAccess } from '../../events/access.ts';
import { classify } from '../../events/outcome.ts';
import { causeOf, type Deps, type JobPayload } from '../context.ts';
import { accessMail, accountExistsMail } from '../mail/accessMail.ts';
import { ProviderError } from '../providers/providerError.ts';
import type { Handler } from './task.ts';

/** What a request comes to: a mail with a link, a mail without, or nothing, and why. */
type Plan =
  | { to: string; what: LinkWhat; userId: string | null }
  | { to: string; notice: true; userId: string }
  | { ended: string };

/**
 * Answers a request for a way into an account by a mail. Here it is looked up whether there is an account: the page that was answered long
 * before cannot tell. The link is written down before the mail leaves; a job that finds one sends nothing more, since it may be on its way.
 */
export const mailAccess: Handler = async (deps, job, run) => {
  const { store } = deps;
  const { state } = await store.load('system', ref('access', job.id));
  if (state.status !== 'requested') return;
  const plan = await planOf(deps, job.id, state);
  if ('ended' in plan) return end(deps, job, plan.ended);
  if (!deps.sendSystemMail) return end(deps, job, 'no mailer is set up');
  const now = store.now();
  const what = 'what' in plan ? plan.what : 'confirmation';
  const token = await makeLink(store.sql, { accessId: job.id, what, userId: plan.userId, now });
  if (token === null) return end(deps, job, 'unknown whether the mail left: the work was interrupted');
  const facts = { publicUrl: deps.publicUrl, token, until: linkEnds(what, now) };
  const content = 'what' in plan ? accessMail(plan.what, facts) : accountExistsMail(deps.publicUrl);
  const answer = await deps.sendSystemMail({ to: plan.to, ...content, accessId: job.id });
  const { verdict } = classify(answer);
  if (verdict === 'sent') return finish(deps, job, 'what' in plan ? 'link' : 'notice', plan.userId === null);
  if (verdict === 'unknown') return end(deps, job, 'unknown whether the mail left: the provider fell silent');
  await dropLink(store.sql, job.id);
  if (verdict === 'failed') return end(deps, job, 'the provider refused the mail');
  if (run.giveUp) return end(deps, job, 'the provider did not take the mail for minutes');
  throw new ProviderError('The mail did not leave.', 'mail_not_taken', true);
};

async function planOf({ store }: Deps, accessId: string, state: AccessState): Promise<Plan> {
  const asked = state.userId ? null : await readAsked(store.sql, store.master, accessId);
  if (!state.userId && !asked) return { ended: 'what was asked for is too old' };
  const userId =
    state.userId ?? (await userByAddress(store.sql, store.pseudonyms.address('system', asked?.email ?? '')));
  if (!userId) {
    if (state.what !== 'sign-up' || !asked) return { ended: 'no account' };
    return { to: asked.email, what: 'sign-up', userId: null };
  }
  const { state: user } = await store.load('system', ref('user', userId));
  const to = user.account?.email;
  if (!to || user.status === 'deleted') return { ended: 'no account' };
  // a link would only lead to the refusal
  if (user.status === 'paused') return { ended: 'the account is paused' };
  // whoever was invited and lost the mail asks at whichever page they find
  if (!user.joined) return { to, what: 'invitation', userId };
  switch (state.what) {
    case 'sign-up':
      return { to, notice: true, userId };
    case 'reset':
      return { to, what: 'reset', userId };
    case 'confirmation':
      return user.emailConfirmed ? { ended: 'confirmed already' } : { to, what: 'confirmation', userId };
    default:
      return { ended: 'joined already' };
  }
}

const finish = (deps: Deps, job: JobPayload, mailed: 'link' | 'notice', keep: boolean): Promise<void> =>
  answer(deps, job, { mailed }, { link: mailed === 'link', asked: keep });

const end = (deps: Deps, job: JobPayload, ended: string): Promise<void> =>
  answer(deps, job, { ended }, { link: false, asked: false });

/** Writes down what came of it; only the link of a sign-up still needs what was typed. */
async function answer(
  { store }: Deps,
  job: JobPayload,
  what: Parameters<typeof answerAccess>[1],
  keep: { link: boolean; asked: boolean },
): Promise<void> {
  await inTransaction(store, async (tx) => {
    if (!keep.link) await dropLink(tx, job.id);
    if (!keep.asked) await forgetAsked(tx, job.id);
    await store.runIn(tx, {
      tenant: 'system',
      cause: causeOf('mail-access', job),
      streams: { access: ref('access', job.id) },
      decide: ({ access }) => ({ access: answerAccess(access, what) }),
    });
  });
}
