import { z } from 'zod';
import { creditsRenewedAt } from '../../../events/sending/mailProviders/sendGrid.ts';
import type { MailboxRefusal } from '../../../events/sending/outcome.ts';
import type { Reason } from '../../../events/shared/reasons.ts';
import type { Sent } from '../mailProvider.ts';

/** SendGrid's words beside a status. Its words may name people: they are compared, and never kept. */
const errorBody = z.object({
  errors: z.array(z.object({ message: z.string().catch(''), field: z.string().nullish().catch(null) })).min(1),
});
type SendGridErrors = z.infer<typeof errorBody>['errors'];

const errorsIn = (body: unknown): SendGridErrors => errorBody.safeParse(body).data?.errors ?? [];

const CREDITS = /maximum credits exceeded|over (your )?(package|plan)? ?quota/i;
const SENDER = /verified sender identity|from address does not match/i;
/** 401 for a key without the right to send, 403 for one without the right to this call. */
const PERMISSION = /not authorized to send|access forbidden|not authorized to|permission/i;
const BLOCKED = /suspend|under review|blocked|deactivated|frozen|banned|compliance/i;

const says = (errors: SendGridErrors, words: RegExp) => errors.some(({ message }) => words.test(message));

/** Why SendGrid refuses all mails of a key; null: that is not what 401 or 403 say here. */
export function refusalOf(status: number, body: unknown): MailboxRefusal | null {
  const errors = errorsIn(body);
  if (status === 400 && errors.some(({ field, message }) => /^from\b/.test(field ?? '') || SENDER.test(message)))
    return 'sender_refused';
  if (status !== 401 && status !== 403) return null;
  if (says(errors, CREDITS)) return 'credits_exhausted';
  if (says(errors, SENDER)) return 'sender_refused';
  if (says(errors, BLOCKED)) return 'account_blocked';
  if (says(errors, PERMISSION)) return 'permission_missing';
  return status === 401 ? 'key_refused' : 'account_blocked';
}

/** The part of the mail that a 400 is about. */
const PARTS = [
  [/^personalizations(\.\d+)?\.(to|cc|bcc)\b/, 'recipient'],
  [/subject$/, 'subject'],
  [/^content\b/, 'text'],
  [/^reply_to\b/, 'reply_to'],
  [/^headers\b/, 'header'],
] as const;

/** SendGrid's objection to this one email, or null. */
function faultOf(status: number, body: unknown): Reason | null {
  if (status === 413) return { code: 'sendgrid_too_large' };
  if (status !== 400) return null;
  const errors = errorsIn(body);
  if (says(errors, /\b(size|large)\b.*\b(exceed|limit)|exceed\w* .*\b(size|limit|mb)\b/i))
    return { code: 'sendgrid_too_large' };
  const field = errors[0]?.field ?? '';
  const part = PARTS.find(([known]) => known.test(field))?.[1];
  return part ? { code: 'sendgrid_part', part } : { code: 'sendgrid_refused' };
}

/** The meaning of an answer other than 2xx for an email. `now`: ms since 1970. */
export function refusedMail(
  { status, body, retryAfterSeconds }: { status: number; body: unknown; retryAfterSeconds: number | null },
  now: number,
): Pick<Sent, 'answer' | 'reason'> {
  const reason = refusalOf(status, body);
  if (reason) {
    const renewed =
      reason === 'credits_exhausted' ? (retryAfterSeconds ?? Math.ceil((creditsRenewedAt(now) - now) / 1000)) : null;
    return { answer: { kind: 'mailbox_refused', reason, retryAfterSeconds: renewed } };
  }
  const fault = faultOf(status, body);
  return { answer: { kind: 'status', status, retryAfterSeconds }, ...(fault ? { reason: fault } : {}) };
}
