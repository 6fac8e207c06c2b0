import type { EmailSettingsView } from '../../../api/views.ts';
import type { EmailSettingsForm } from '../../../events/inputs/mail.ts';
import type { EmailProvider } from '../../../events/shared/options.ts';
import { lazyRules } from '../../lib/lazyRules.ts';

const rules = lazyRules(() => import('../../../events/inputs/mail.ts'));

/** What was typed into the SendGrid fields; null: the field still shows what is stored. The stored keys never come to the browser. */
export type SendGridTyped = { fromEmail: string | null; apiKey: string; webhookKey: string };
export const NOTHING_TYPED: SendGridTyped = { fromEmail: null, apiKey: '', webhookKey: '' };

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

/** What of the fields was typed after `sent` was sent. */
export function typedSince(now: SendGridTyped, sent: SendGridTyped): SendGridTyped {
  return {
    fromEmail: now.fromEmail === sent.fromEmail ? null : now.fromEmail,
    apiKey: now.apiKey === sent.apiKey ? '' : now.apiKey,
    webhookKey: now.webhookKey === sent.webhookKey ? '' : now.webhookKey,
  };
}

/** What is sent: the keys only if they were typed. */
export function toSave(provider: EmailProvider, typed: SendGridTyped, stored: EmailSettingsView): EmailSettingsForm {
  const fromEmail = (typed.fromEmail ?? stored.fromEmail ?? '').trim();
  const sendgridApiKey = typed.apiKey.trim();
  const webhookPublicKey = typed.webhookKey.trim();
  return {
    emailProvider: provider,
    ...(provider === 'sendgrid' && fromEmail && { fromEmail }),
    ...(provider === 'sendgrid' && sendgridApiKey && { sendgridApiKey }),
    ...(provider === 'sendgrid' && webhookPublicKey && { webhookPublicKey }),
  };
}
