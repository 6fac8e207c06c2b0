/** What an erasure tells a person and a machine: what was destroyed, when and on whose word, and what remains and why. */
import type { ErasureState, ErasureSubject } from './erasure.ts';

/** Times are ISO 8601 in UTC. `tenant` and the subject are ids and HMACs. */
export type ErasureReceipt = ErasureSubject & {
  id: string;
  tenant: string;
  status: 'open' | 'done';
  requestedBy: string;
  requestedAt: string;
  completedAt: string | null;
  /** How often: who came back was erased again, and all counts are of all times. */
  times: number;
  destroyed: {
    keys: number;
    rows: number;
    messagesCancelled: number;
    jobs: number;
    secrets: number;
    sessions: number;
    passwords: number;
  };
  remains: { sealedTexts: number; messagesKept: number; suppressed: number };
};

export function erasureReceipt(tenant: string, id: string, state: ErasureState): ErasureReceipt {
  const { kind, partnerId, addressHmac, why, requestedBy, requestedAt, completedAt, times } = state;
  const { sealedTexts, messagesKept, suppressed, ...destroyed } = state.tally;
  const status = state.status === 'done' ? 'done' : 'open';
  const about = { kind, partnerId, addressHmac, why, requestedBy, requestedAt, completedAt, times };
  return { id, tenant, status, ...about, destroyed, remains: { sealedTexts, messagesKept, suppressed } };
}

const WHY: Record<ErasureSubject['why'], string> = {
  request: 'on request',
  retention: 'because the deletion was long enough ago',
  restored: 'again, after a restore',
};

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

function subjectText({ kind, tenant, partnerId, addressHmac }: ErasureReceipt): string {
  if (kind === 'tenant') return `User ${tenant} and all that was theirs`;
  return kind === 'partner'
    ? `Partner ${partnerId} of user ${tenant}`
    : `The address with the HMAC ${addressHmac} of user ${tenant}`;
}

/** The receipt in lines for a person. */
export function receiptLines(receipt: ErasureReceipt): string[] {
  const { destroyed: gone, remains, completedAt, requestedAt, requestedBy, times, why } = receipt;
  const access = [
    ...(gone.secrets > 0 ? [counted(gone.secrets, 'stored key or token', 'stored keys and tokens')] : []),
    ...(gone.sessions > 0 ? [counted(gone.sessions, 'session')] : []),
    ...(gone.passwords > 0 ? [counted(gone.passwords, 'password')] : []),
  ];
  return [
    `${subjectText(receipt)}: ${completedAt ? `erased at ${completedAt}` : 'being erased'}, asked for at ${requestedAt} by ${requestedBy}, ${WHY[why]}.`,
    ...(times > 1 ? [`It was the erasure number ${times} of this subject; the counts are of all of them.`] : []),
    `Destroyed: ${counted(gone.keys, 'key')}, the personal part of ${counted(gone.rows, 'row')}${access.map((part) => `, ${part}`).join('')}.`,
    `Stopped: ${counted(gone.messagesCancelled, 'message')} that had not left, ${counted(gone.jobs, 'job')}.`,
    `Remains: ${counted(remains.sealedTexts, 'sealed text')} in the log that nobody can open any more, because hashes and seals cover them.`,
    ...(remains.messagesKept > 0
      ? [
          `  ${counted(remains.messagesKept, 'message')} that had been on the way, without text or address, because they count.`,
        ]
      : []),
    ...(remains.suppressed > 0
      ? [
          `  ${counted(remains.suppressed, 'address', 'addresses')} as an HMAC on the "Do not contact" list, so that nobody erased is written to again.`,
        ]
      : []),
  ];
}
