import type { EmailSettingsView, SendGridTestView } from '../../../api/views.ts';
import type { EmailSettingsForm } from '../../../events/sending/mailInput.ts';
import type { EmailProvider, SendGridRegion } from '../../../events/shared/options.ts';
import { lazyRules } from '../../lib/lazyRules.ts';

const rules = lazyRules(() => import('../../../events/sending/mailInput.ts'));

/** What was typed into the SendGrid fields; null: the field still shows what is stored. The stored keys never come to the browser. */
export type SendGridTyped = {
  fromEmail: string | null;
  region: SendGridRegion | null;
  apiKey: string;
  webhookKey: string;
};
export const NOTHING_TYPED: SendGridTyped = { fromEmail: null, region: null, apiKey: '', webhookKey: '' };

export type SendGridProblems = {
  fromEmail?: string | undefined;
  apiKey?: string | undefined;
  webhookKey?: string | undefined;
  /** One of the two that SendGrid needs is not there. */
  missing?: boolean;
};

/** What is wrong with the fields; throws ConnectionLost when that cannot be found out. A stored key counts as given; a stored address that was wiped out does not. */
export async function problemsOf(typed: SendGridTyped, stored: EmailSettingsView): Promise<SendGridProblems> {
  const fromEmail = (typed.fromEmail ?? stored.fromEmail ?? '').trim();
  const hasKey = typed.apiKey.trim() !== '' || stored.hasSendGridKey;
  const moves = typed.region !== null && typed.region !== stored.sendGridRegion;
  if (moves && fromEmail && typed.apiKey.trim() === '')
    return { apiKey: 'Enter an API key of that region: SendGrid takes each key in one region only' };
  if (!fromEmail || !hasKey) {
    return {
      missing: true,
      ...(!fromEmail && { fromEmail: 'Enter the email address that your emails come from' }),
      ...(!hasKey && { apiKey: 'Enter an API key of your SendGrid account' }),
    };
  }
  const { emailSettingsForm } = await rules();
  const checked = emailSettingsForm.safeParse({
    emailProvider: 'sendgrid',
    fromEmail,
    sendgridApiKey: typed.apiKey,
    webhookPublicKey: typed.webhookKey,
  });
  const problem = (field: string) => checked.error?.issues.find(({ path }) => path[0] === field)?.message;
  return {
    fromEmail: problem('fromEmail'),
    apiKey: problem('sendgridApiKey'),
    webhookKey: problem('webhookPublicKey'),
  };
}

/** Whether something waits to be saved that a test email would not use. */
export const isTyped = (typed: SendGridTyped, stored: EmailSettingsView): boolean =>
  (typed.fromEmail ?? stored.fromEmail) !== stored.fromEmail ||
  (typed.region ?? stored.sendGridRegion) !== stored.sendGridRegion ||
  typed.apiKey !== '';

/** What of the fields was typed after `sent` was sent. */
export function typedSince(now: SendGridTyped, sent: SendGridTyped): SendGridTyped {
  return {
    fromEmail: now.fromEmail === sent.fromEmail ? null : now.fromEmail,
    region: now.region === sent.region ? null : now.region,
    apiKey: now.apiKey === sent.apiKey ? '' : now.apiKey,
    webhookKey: now.webhookKey === sent.webhookKey ? '' : now.webhookKey,
  };
}

/** What is sent: the keys only if they were typed. */
export function toSave(provider: EmailProvider, typed: SendGridTyped, stored: EmailSettingsView): EmailSettingsForm {
  const fromEmail = (typed.fromEmail ?? stored.fromEmail ?? '').trim();
  const sendgridApiKey = typed.apiKey.trim();
  const webhookPublicKey = typed.webhookKey.trim();
  const region = typed.region ?? stored.sendGridRegion;
  return {
    emailProvider: provider,
    ...(provider === 'sendgrid' && fromEmail && { fromEmail }),
    ...(provider === 'sendgrid' &&
      sendgridApiKey && { sendgridApiKey, ...(region === 'eu' && { sendgridRegion: region }) }),
    ...(provider === 'sendgrid' && webhookPublicKey && { webhookPublicKey }),
  };
}

/** What SendGrid lists for the sender, once it took a test email. */
const SENDERS: Record<SendGridTestView['sender'], string> = {
  domain: 'Its domain is authenticated in SendGrid.',
  address: 'Its address is a verified sender. Authenticate the domain, too: more emails arrive then.',
  neither: 'SendGrid lists neither its domain nor its address. Authenticate the domain.',
  unchecked: "The sender couldn't be looked up, because this API key may only send.",
};

export const testResult = (result: SendGridTestView | null, fromEmail: string) =>
  ({
    tone: result && result.sender !== 'neither' ? 'info' : 'warn',
    text: result
      ? `SendGrid took the test email. Check the inbox of ${fromEmail}. ${SENDERS[result.sender]}`
      : 'This takes longer than usual. Check your inbox in a minute.',
  }) as const;
