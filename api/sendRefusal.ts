import type { Blocked } from '../events/sending/sendPolicy.ts';
import { reasonText } from '../events/shared/reasons.ts';
import { Refused } from '../events/shared/refused.ts';
import { fixWords } from './present/fixWords.ts';

/** How a call that would send is refused, with the next step. */
export function refusalOf({ reason, why, until, blocker, limit }: Blocked, now: string): Refused {
  const text = reasonText(why);
  if (blocker && until === null) {
    const nothing = blocker.refusal === 'not_configured' ? ' Nothing was sent.' : '';
    return new Refused(blocker.refusal, `${text}. ${fixWords(blocker.fix).whatToDo}${nothing}`);
  }
  if (until === null) return new Refused('illegal', `Not sent: ${text}.`);
  const retryAfterSeconds = (Date.parse(until) - Date.parse(now)) / 1000;
  if (limit === null) {
    const before = `Nothing leaves your mailbox before ${new Date(until).toUTCString()}.`;
    return new Refused('limit', `${text}. ${before}`, { retryAfterSeconds });
  }
  return new Refused('limit', limitUsedUp(reason, limit), { retryAfterSeconds, limit });
}

export function limitUsedUp(reason: Blocked['reason'], limit: number): string {
  const whose = reason === 'campaign_full' ? 'this campaign' : 'your mailbox';
  return `The daily limit of ${limit} for ${whose} is used up. Wait until tomorrow.`;
}
