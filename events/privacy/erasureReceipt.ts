/** The account of an erasure for a person and a machine: what was destroyed, when, by whose word, and what remains. */

import { counted } from '../shared/format.ts';
import type { ErasureState, ErasureSubject } from './erasure.ts';
import type { ErasureReceipt } from './erasureReceiptSchema.ts';

export function erasureReceipt(tenant: string, id: string, state: ErasureState): ErasureReceipt {
  const { kind, partnerId, addressHmac, why, requestedBy, requestedAt, completedAt, times } = state;
  const { sealedTexts, messagesKept, suppressed, ...destroyed } = state.tally;
  const status = state.status === 'none' ? 'open' : state.status;
  const about = { kind, partnerId, addressHmac, why, requestedBy, requestedAt, completedAt, times };
  return { id, tenant, status, ...about, destroyed, remains: { sealedTexts, messagesKept, suppressed } };
}

/** Why an erasure was asked for, as the end of "asked for at …". */
export const WHY_ERASED: Readonly<Record<ErasureSubject['why'], string>> = {
  request: 'on request',
  retention: 'because the days of retention were over',
  restored: 'again, after a restore',
};

function subjectText({ kind, tenant, partnerId, addressHmac }: ErasureReceipt): string {
  if (kind === 'tenant') return `Workspace ${tenant}, its owner's account and all that was theirs`;
  return kind === 'partner'
    ? `Partner ${partnerId} of workspace ${tenant}`
    : `The address with the HMAC ${addressHmac} of workspace ${tenant}`;
}

export function receiptLines(receipt: ErasureReceipt): string[] {
  const { destroyed: gone, remains, completedAt, requestedAt, requestedBy, status, times, why } = receipt;
  const access = [
    ...(gone.secrets > 0 ? [counted(gone.secrets, 'stored key or token', 'stored keys and tokens')] : []),
    ...(gone.sessions > 0 ? [counted(gone.sessions, 'session')] : []),
    ...(gone.passwords > 0 ? [counted(gone.passwords, 'password')] : []),
  ];
  const dropped = status === 'dropped';
  const told = {
    open: 'being erased',
    done: `erased at ${completedAt}`,
    dropped: `not erased, since it had been added again when this was looked at, ${completedAt}`,
  }[status];
  const first = `${subjectText(receipt)}: ${told}, asked for at ${requestedAt} by ${requestedBy}, ${WHY_ERASED[why]}.`;
  if (dropped && times === 0) return [first];
  return [
    first,
    ...(dropped ? [`It was erased ${times === 1 ? 'once' : `${times} times`} before; the counts are of that.`] : []),
    ...(times > 1 && !dropped
      ? [`It was the erasure number ${times} of this subject; the counts are of all of them.`]
      : []),
    `Destroyed: ${counted(gone.keys, 'key')}, the personal part of ${counted(gone.rows, 'row')}${access.map((part) => `, ${part}`).join('')}.`,
    `Stopped: ${counted(gone.messagesCancelled, 'message')} that had not left, ${counted(gone.jobs, 'job')}.`,
    `Remains: ${counted(remains.sealedTexts, 'sealed text')} in the log that no one can open, because hashes and seals cover them.`,
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
