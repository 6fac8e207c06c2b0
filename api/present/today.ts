import type { Need } from '../../db/lists/needs.ts';
import { NO_MOMENT } from '../../events/lists/needRows.ts';
import { addressOf } from '../../events/sending/accounts.ts';
import { missingForSending } from '../../events/sending/mailbox.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import { accountBlocker } from '../../events/sending/sendBlockers.ts';
import { readable } from '../../events/shared/unreadable.ts';
import type { NeedState } from '../../events/today/need.ts';
import type { NeedView } from '../views.ts';
import { avatarOf } from './avatar.ts';

const putOff = (until: string | null): NeedView['until'] =>
  until === null ? null : { moment: until === NO_MOMENT ? null : until };

export function needView({
  id,
  reason,
  partnerId,
  partner,
  campaignId,
  campaignName,
  at,
  until,
  text,
  more,
}: Need): NeedView {
  return {
    ...{ id, reason, at, text, more },
    partner: partner && {
      id: partnerId,
      name: readable(partner, partner.person?.name),
      username: partner.person?.username ?? null,
      avatar: avatarOf(partnerId, partner),
      platform: partner.platform,
    },
    campaign: { id: campaignId, name: campaignName },
    until: putOff(until),
  };
}

/** Accounts that send nothing until a person acts. One that was never connected is left out. `now`: ISO 8601. */
export function accountNeeds(
  mailboxes: readonly { id: string; state: MailboxState }[],
  decided: ReadonlyMap<string, NeedState>,
  now: string,
): Record<'fix' | 'later', NeedView[]> {
  const waiting = mailboxes.flatMap(({ id, state }) => {
    const missing = missingForSending(state);
    const stays = missing ? missing.lost : accountBlocker(state, now)?.until === null;
    if (!stays) return [];
    const put = decided.get(id)?.until ?? null;
    const until = put !== null && put > now ? put : null;
    const view: NeedView = {
      ...{ id, reason: 'account', partner: null, campaign: null, at: null, more: 0 },
      ...{ until: putOff(until), text: addressOf(state) },
    };
    return [view];
  });
  return { fix: waiting.filter(({ until }) => !until), later: waiting.filter(({ until }) => until) };
}
