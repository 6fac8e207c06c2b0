/** A person's request that the law gives a date to (GDPR). Nothing is sent to them until the user has marked it as done. */

export const LEGAL_RIGHTS = ['access', 'erasure', 'complaint'] as const;
export type LegalRight = (typeof LEGAL_RIGHTS)[number];

export const LEGAL_TEXTS: Readonly<Record<LegalRight, string>> = {
  access: 'They ask what you know about them.',
  erasure: 'They ask you to delete their data.',
  complaint: 'They complain about how you use their data.',
};

/** `at`: when it came in (ISO 8601). `right`: null when no one has said which. `doneAt`: null while it is open. */
export type LegalRequest = { receivedId: string; at: string; right: LegalRight | null; doneAt: string | null };

/** One month after it came in (GDPR Art. 12(3)), as a day. A month without that day ends on its last one. */
export function answerBy({ at }: Pick<LegalRequest, 'at'>): string {
  const [year = 0, month = 0, day = 0] = at.slice(0, 10).split('-').map(Number);
  const lastOfNext = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, lastOfNext))).toISOString().slice(0, 10);
}
