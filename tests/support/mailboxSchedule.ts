import { profile } from '../../events/accounts/profile.ts';
import { mailbox } from '../../events/sending/mailbox.ts';
import type { MailboxSchedule } from '../../events/sending/mailboxSchedule.ts';
import { quotaDayEnd } from '../../events/sending/quota.ts';
import { localDay } from '../../events/shared/zoned.ts';

/** A mailbox that may send, at an instant (ISO 8601), with nothing sent and nothing planned. */
export function emptySchedule(moment: string, zone = 'UTC'): MailboxSchedule {
  const now = Date.parse(moment);
  const day = { day: localDay(now, zone), zone };
  const { rules } = mailbox.initial;
  return {
    ...{ id: 'm1', zone, now, profile: profile.initial, mailbox: mailbox.initial, rules },
    sender: {
      from: { sandbox: true, publicUrl: 'http://localhost:3000', frozen: null, linkCheck: null },
      ...{ postalAddress: null, mailbox: mailbox.initial, unreadable: false },
    },
    today: { ...day, endsAt: quotaDayEnd(day, zone) },
    ...{ daysSent: 0, cap: rules.mailboxDailyCap, active: [], leaving: [], occupied: [] },
    ...{
      takenToday: { byCampaign: {}, here: {}, mailbox: 0, workspace: 0 },
      workspaceLimit: 2_000,
      blocker: null,
      holdEnd: null,
    },
  };
}
