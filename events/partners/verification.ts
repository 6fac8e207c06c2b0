import { z } from 'zod';

/** Whether an address takes mail, as far as somebody has found out. */
export const VERIFICATION_STATUSES = ['deliverable', 'risky', 'unknown', 'undeliverable'] as const;

/** A finding about the mailbox, or only about the domain. */
export const VERIFICATION_REASONS = [
  'mailbox_exists',
  'no_mailbox',
  'takes_all',
  'webmail',
  'disposable',
  'no_answer',
  'domain_takes_mail',
  'domain_takes_none',
] as const;

/** `mx`: only the mail servers of its domain were looked up. */
export const VERIFIERS = ['hunter', 'mx'] as const;

const verdict = z.object({ status: z.enum(VERIFICATION_STATUSES), reason: z.enum(VERIFICATION_REASONS) });
export type Verdict = z.infer<typeof verdict>;

export const verification = verdict.extend({ by: z.enum(VERIFIERS) });
/** Without its date, which is that of its event. */
export type Verification = z.infer<typeof verification>;
