import { WHAT_ENDS_A_FREEZE } from '../../db/installation/freeze.ts';
import type { AccountFix, Fix, FixCode } from '../../events/sending/fix.ts';
import { accountTrouble } from '../../events/shared/accountWords.ts';
import { type EmailProvider, PROVIDER_NAMES } from '../../events/shared/options.ts';

/** `where`: the part of Settings where the user can do it. */
type FixWords = { whatToDo: string; where: 'email-provider' | 'gmail' | 'microsoft' | 'mailbox' | 'profile' | null };

const KEPT = 'Queued emails are kept and sent later.';

const byOthers = (whatToDo: string): FixWords => ({ whatToDo, where: null });
const inMailbox = (whatToDo: string): FixWords => ({ whatToDo, where: 'mailbox' });
const inProvider = (whatToDo: string): FixWords => ({ whatToDo, where: 'email-provider' });

const WORDS: Readonly<Record<FixCode, FixWords>> = {
  reconcile: byOthers(WHAT_ENDS_A_FREEZE),
  resume_account: byOthers(`Ask your administrator to resume it. ${KEPT}`),
  restore_key: byOthers(`Ask your administrator to restore the key from a backup. ${KEPT}`),
  set_public_url: byOthers('Ask your administrator to set it.'),
  await_link_check: byOthers('Wait a minute. If this stays, ask your administrator whether the worker runs.'),
  repair_public_url: byOthers(
    'Ask your administrator to look at PUBLIC_URL, its certificate and any proxy. It is tried again every minute.',
  ),
  add_postal_address: { whatToDo: 'Add your postal address in Settings before sending.', where: 'profile' },
  choose_provider: inProvider('Choose an email provider in Settings before sending.'),
  allow_mail_send: inProvider(
    `Give the API key the permission "Mail Send" in SendGrid, or enter another key in Settings, and save. ${KEPT}`,
  ),
  unblock_account: inProvider(
    `Sign in to SendGrid: the account may be under review or suspended. Then save the settings again. ${KEPT}`,
  ),
  renew_credits: inProvider(
    `Upgrade the plan in SendGrid and save the settings again, or wait: free plans get new credits each day. ${KEPT}`,
  ),
  check_mail_server: inMailbox(
    `Correct it in Settings and connect your mailbox again. If the server was at fault, sending resumes automatically. ${KEPT}`,
  ),
  wait: byOthers('Nothing to do: sending resumes automatically.'),
  clean_addresses: byOthers(
    `Remove or correct addresses that you are not sure of, then resume. The emails sent so far won't pause it again. ${KEPT}`,
  ),
  change_mails: byOthers(
    `Write only to people who may expect it, and change the text, then resume. The emails sent so far won't pause it again. ${KEPT}`,
  ),
  check_unconfirmed: byOthers(
    'Nothing to do: one email tries again automatically, and the others follow. Check the unconfirmed messages.',
  ),
};

type StepWords = Readonly<Record<AccountFix['step'], FixWords>>;

/** One that is not here is connected in the card of its name. */
const STEPS: Readonly<Partial<Record<EmailProvider, StepWords>>> = {
  gmail: {
    connect: inProvider('Connect your Gmail account in Settings before sending, or choose SendGrid.'),
    reconnect: inProvider(`Reconnect Gmail in Settings. ${KEPT}`),
    fix_sender: inProvider(
      `Open Gmail with this account, follow what it asks for, then reconnect it in Settings. ${KEPT}`,
    ),
  },
  smtp: {
    connect: inMailbox('Connect your mailbox in Settings before sending, or choose another provider.'),
    reconnect: inMailbox(`Connect your mailbox again in Settings. ${KEPT}`),
    fix_sender: inMailbox(`Check the address of your mailbox in Settings and connect it again. ${KEPT}`),
  },
  sendgrid: {
    connect: inProvider('Add your SendGrid from-email and API key in Settings before sending.'),
    reconnect: inProvider(`Check the API key in Settings and save it again. ${KEPT}`),
    fix_sender: inProvider(
      `Verify the sender address or its domain in your SendGrid account, check it in Settings and save it again. ${KEPT}`,
    ),
  },
};

const SIGN_IN_CARDS: Readonly<Partial<Record<EmailProvider, FixWords['where']>>> = { gmail: 'gmail' };

function stepsOf(provider: EmailProvider): StepWords {
  const name = PROVIDER_NAMES[provider];
  return {
    connect: inMailbox(`Connect ${name} in Settings before sending, or choose another provider.`),
    reconnect: inMailbox(`Connect ${name} again in Settings. ${KEPT}`),
    fix_sender: inMailbox(`Verify the sender address in ${name}, then connect it again in Settings. ${KEPT}`),
  };
}

/** Tells people what to do about a blocked email, and where. */
export function fixWords(fix: Fix): FixWords {
  if (typeof fix === 'string') return WORDS[fix];
  const { step, provider, trouble } = fix;
  const words = (STEPS[provider] ?? stepsOf(provider))[step];
  if (!trouble) return words;
  const { text } = accountTrouble(provider, trouble);
  // the trouble of a sign-in says what to do
  const where = trouble.startsWith('microsoft_') ? 'microsoft' : SIGN_IN_CARDS[provider];
  return where ? { whatToDo: `${text} ${KEPT}`, where } : { ...words, whatToDo: `${text} ${words.whatToDo}` };
}
