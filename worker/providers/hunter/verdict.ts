import type { Verdict } from '../../../events/partners/verification.ts';

export const HUNTER_STATUSES = ['valid', 'invalid', 'accept_all', 'webmail', 'disposable', 'unknown'] as const;
export type HunterStatus = (typeof HUNTER_STATUSES)[number];

/** The meaning of Hunter's statuses for an email. */
export const HUNTER_VERDICTS: Readonly<Record<HunterStatus, Verdict>> = {
  valid: { status: 'deliverable', reason: 'mailbox_exists' },
  invalid: { status: 'undeliverable', reason: 'no_mailbox' },
  accept_all: { status: 'risky', reason: 'takes_all' },
  webmail: { status: 'risky', reason: 'webmail' },
  disposable: { status: 'risky', reason: 'disposable' },
  unknown: { status: 'unknown', reason: 'no_answer' },
};
