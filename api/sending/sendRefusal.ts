import type { Blocked } from '../../events/sending/sendPolicy.ts';
import { Refused } from '../../events/shared/refused.ts';
import { fixWords } from '../present/fixWords.ts';

/** Refuses a call that would send, with the next step. */
export function refusalOf({ reason, why, until, blocker, limit }: Blocked, now: string): Refused {
  if (blocker && until === null) {
    const { whatToDo } = fixWords(blocker.fix);
    return blocker.refusal === 'not_configured'
      ? new Refused({ code: 'sending_not_open', reason: why, whatToDo })
      : new Refused({ code: 'sender_held', reason: why, whatToDo });
  }
  if (until === null) return new Refused({ code: 'not_sent', reason: why });
  const retryAfterSeconds = (Date.parse(until) - Date.parse(now)) / 1000;
  if (limit === null) return new Refused({ code: 'nothing_leaves_before', reason: why, until, retryAfterSeconds });
  return new Refused({ ...limitUsedUp(reason, limit), retryAfterSeconds });
}

const FULL = { campaign_full: 'campaign', workspace_full: 'workspace' } as const;

export const limitUsedUp = (reason: Blocked['reason'], limit: number) =>
  ({ code: 'daily_limit', of: FULL[reason as keyof typeof FULL] ?? 'mailbox', limit }) as const;
