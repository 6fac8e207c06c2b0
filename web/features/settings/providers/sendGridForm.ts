import type { EmailSettingsView, SendGridTestView } from '../../../../api/views.ts';
import type { EmailSettingsForm } from '../../../../events/sending/mailInput.ts';
import { lazyRules } from '../../../lib/lazyRules.ts';
import { showToast } from '../../../lib/toasts.ts';

/** Typed texts by the names of the call's fields. A field without one shows the stored value. */
export type Typed = Readonly<Partial<Record<Exclude<keyof EmailSettingsForm, 'emailProvider'>, string>>>;

const rules = lazyRules(() => import('../../../../events/sending/mailInput.ts'));

const fromOf = (typed: Typed, stored: EmailSettingsView): string => (typed.fromEmail ?? stored.fromEmail ?? '').trim();

const isMoved = ({ sendgridRegion }: Typed, stored: EmailSettingsView): boolean =>
  (sendgridRegion ?? stored.sendGridRegion) !== stored.sendGridRegion;

/** A stored key counts as given. A stored address that was cleared does not. */
export async function problemsOf(typed: Typed, stored: EmailSettingsView): Promise<Typed> {
  const { sendgridApiKey = '', webhookPublicKey } = typed;
  const fromEmail = fromOf(typed, stored);
  const hasKey = sendgridApiKey.trim() !== '' || stored.hasSendGridKey;
  if (isMoved(typed, stored) && fromEmail && sendgridApiKey.trim() === '')
    return { sendgridApiKey: 'Enter an API key of that region: SendGrid takes each key in one region only' };
  if (!fromEmail || !hasKey) {
    const text = 'From email and SendGrid API key are required for SendGrid';
    showToast({ title: 'Validation Error', text, variant: 'destructive' });
    return {
      ...(!fromEmail && { fromEmail: 'Enter the email address that your emails come from' }),
      ...(!hasKey && { sendgridApiKey: 'Enter an API key of your SendGrid account' }),
    };
  }
  const form = { emailProvider: 'sendgrid', fromEmail, sendgridApiKey, webhookPublicKey };
  const checked = (await rules()).emailSettingsForm.safeParse(form);
  // show the first problem of each field
  return Object.fromEntries(checked.error?.issues.toReversed().map(({ path, message }) => [path[0], message]) ?? []);
}

/** Whether unsaved edits would change a test email. */
export const isTyped = (typed: Typed, stored: EmailSettingsView): boolean =>
  (typed.fromEmail ?? stored.fromEmail) !== stored.fromEmail || isMoved(typed, stored) || Boolean(typed.sendgridApiKey);

/** Sends keys only if they were typed. */
export function toSave(typed: Typed, stored: EmailSettingsView): Omit<EmailSettingsForm, 'emailProvider'> {
  const fromEmail = fromOf(typed, stored);
  const sendgridApiKey = typed.sendgridApiKey?.trim();
  const webhookPublicKey = typed.webhookPublicKey?.trim();
  const isEu = (typed.sendgridRegion ?? stored.sendGridRegion) === 'eu';
  return {
    ...(fromEmail && { fromEmail }),
    ...(sendgridApiKey && { sendgridApiKey, ...(isEu && { sendgridRegion: 'eu' }) }),
    ...(webhookPublicKey && { webhookPublicKey }),
  };
}

/** SendGrid's record of the sender, after it took a test email. */
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
