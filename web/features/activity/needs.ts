import type { CampaignView, SendingAccountView } from '../../../api/views.ts';
import { counted } from '../../lib/numbers.ts';
import { reviewHref } from '../review/reviewUrl.ts';
import { accountName } from '../sending/api.ts';

/** Something that waits for the user, and the way to exactly that. */
export type Need = {
  key: string;
  kind: 'mailbox' | 'replies' | 'review' | 'unknown' | 'failed';
  title: string;
  /** Where it is, or why. */
  note: string;
  href: string;
  action: string;
};

type Known = {
  /** Conversations that wait for an answer. */
  unanswered: number;
  campaigns: readonly CampaignView[];
  accounts: readonly SendingAccountView[];
  /** Messages of unknown fate whose campaigns were deleted. */
  undecided: number;
};

const messagesOf = ({ id }: CampaignView, show: string): string => `/campaigns/${id}?tab=messages&show=${show}`;

/** Blockers of everything come first, then waiting people, then failures. */
export function needsOf({ unanswered, campaigns, accounts, undecided }: Known): Need[] {
  const of = (
    kind: 'review' | 'unknown' | 'failed',
    count: (campaign: CampaignView) => number,
    word: string,
    action: string,
  ) =>
    campaigns.flatMap((campaign): Need[] =>
      count(campaign) === 0
        ? []
        : [
            {
              ...{ key: `${kind}-${campaign.id}`, kind, action },
              title: counted(count(campaign), word) + (kind === 'review' ? ' to review' : ''),
              note: campaign.name ?? 'Campaign',
              href: kind === 'review' ? reviewHref(campaign.id) : messagesOf(campaign, kind),
            },
          ],
    );
  return [
    ...accounts.flatMap(mailboxNeeds),
    ...(unanswered > 0
      ? [
          {
            ...{ key: 'replies', kind: 'replies' as const, action: 'Answer' },
            title: `${counted(unanswered, 'reply', 'replies')} to answer`,
            note: 'Not answered yet',
            href: '/inbox?unanswered=true',
          },
        ]
      : []),
    ...of('review', ({ reviewCount }) => reviewCount, 'message', 'Review'),
    ...of('unknown', ({ unknownCount }) => unknownCount, 'unconfirmed email', 'Check'),
    ...(undecided > 0
      ? [
          {
            ...{ key: 'undecided', kind: 'unknown' as const, action: 'Check' },
            title: counted(undecided, 'unconfirmed email'),
            note: 'From deleted campaigns',
            href: '/campaigns',
          },
        ]
      : []),
    ...of('failed', ({ failedCount }) => failedCount, 'failed email', 'Fix'),
  ];
}

const TROUBLE = { held: 'Sending is on hold', paused: 'Sending is paused', lost: 'Mailbox disconnected' } as const;

function mailboxNeeds(account: SendingAccountView): Need[] {
  const { health, hold, replies, id } = account;
  const base = {
    kind: 'mailbox' as const,
    action: 'Fix',
    href: `/settings?account=${id}#${hold?.where ?? 'email-provider'}`,
  };
  if (health in TROUBLE)
    return [
      {
        ...{ ...base, key: `mailbox-${id}` },
        title: TROUBLE[health as keyof typeof TROUBLE],
        note: [account.address && accountName(account), hold?.reason].filter(Boolean).join(': '),
      },
    ];
  return replies && account.address
    ? [{ ...base, key: `unread-${id}`, title: 'Replies are not read', note: replies }]
    : [];
}
