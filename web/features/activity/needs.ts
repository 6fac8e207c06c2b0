import type { CampaignView, TodayCountView } from '../../../api/views.ts';
import { NEED_GROUPS, type NeedGroup } from '../../../events/today/needGroups.ts';
import { counted } from '../../lib/numbers.ts';
import { reviewHref } from '../review/reviewUrl.ts';

/** Something that waits for the user, and the way to exactly that. */
export type Need = {
  key: string;
  kind: NeedGroup;
  title: string;
  /** Where it is, or why. */
  note: string;
  href: string;
  action: string;
};

const OF_GROUP: Record<NeedGroup, { title: (count: number) => string; note: string; action: string }> = {
  answer: { title: (n) => `${counted(n, 'reply', 'replies')} to answer`, note: 'Not answered yet', action: 'Answer' },
  read: {
    title: (n) => `${counted(n, 'text')} to read`,
    note: 'Nothing is sent before you approve it',
    action: 'Read',
  },
  fix: {
    title: (n) => `${counted(n, 'thing')} to fix`,
    note: 'Accounts on hold, emails that did not arrive',
    action: 'Fix',
  },
  look: { title: (n) => `${counted(n, 'thing')} to look at`, note: 'Requests and complaints', action: 'Look' },
};

/** All that waits, by its group in Today. */
export const needsToday = ({ groups }: Pick<TodayCountView, 'groups'>): Need[] =>
  NEED_GROUPS.flatMap((kind) => {
    const { title, note, action } = OF_GROUP[kind];
    const count = groups[kind];
    return count === 0 ? [] : [{ key: kind, kind, title: title(count), note, href: '/today', action }];
  });

export function needsOfCampaign({ id, reviewCount, unknownCount, failedCount }: CampaignView): Need[] {
  const messages = (show: string) => `/campaigns/${id}?tab=messages&show=${show}`;
  const of = (key: string, count: number, need: Omit<Need, 'key'>): Need[] => (count === 0 ? [] : [{ key, ...need }]);
  return [
    ...of('review', reviewCount, {
      ...{ kind: 'read', title: `${counted(reviewCount, 'message')} to review`, note: '' },
      ...{ href: reviewHref(id), action: 'Review' },
    }),
    ...of('unknown', unknownCount, {
      ...{ kind: 'fix', title: counted(unknownCount, 'unconfirmed email'), note: '' },
      ...{ href: messages('unknown'), action: 'Check' },
    }),
    ...of('failed', failedCount, {
      ...{ kind: 'fix', title: counted(failedCount, 'failed email'), note: '' },
      ...{ href: messages('failed'), action: 'Fix' },
    }),
  ];
}
