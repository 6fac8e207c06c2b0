import type { PartnerView } from '../../../api/views.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import type { TableColumn } from '../../components/ui/table/columns.ts';
import { shortDate } from '../../lib/dates.ts';
import { percent } from '../../lib/numbers.ts';
import { NewMark } from '../search/NewMark.tsx';
import { MatchScore } from './MatchScore.tsx';
import { PartnerName } from './PartnerName.tsx';
import { StageBadge } from './StageBadge.tsx';

type Column = TableColumn<PartnerView>;

const NAME: Column = {
  id: 'name',
  header: 'Partner',
  width: 'minmax(9rem, 2.2fr)',
  fixed: true,
  card: 'head',
  value: ({ name }) => name ?? undefined,
  cell: (partner, open) => <PartnerName partner={partner} open={open} />,
};
const INDUSTRY: Column = {
  id: 'industry',
  header: 'Industry',
  width: 'minmax(5rem, 1fr)',
  from: 780,
  value: ({ industry }) => industry ?? undefined,
  cell: ({ industry }) => (
    <span title={industry ?? undefined} className="block truncate text-ink-2">
      {industry ?? '–'}
    </span>
  ),
};
const FOLLOWERS: Column = {
  id: 'followers',
  header: 'Followers',
  width: '4.25rem',
  align: 'right',
  from: 600,
  highestFirst: true,
  value: ({ followersCount }) => followersCount ?? undefined,
  cell: ({ followersCount }) => formatFollowers(followersCount),
};
const ENGAGEMENT: Column = {
  id: 'engagement',
  header: 'Engagement',
  width: '5.25rem',
  align: 'right',
  from: 680,
  highestFirst: true,
  value: ({ engagementRate }) => engagementRate ?? undefined,
  cell: ({ engagementRate }) => percent(engagementRate),
};
/** Those whom no source confirms come after all others. */
const MATCH: Column = {
  id: 'match',
  header: 'Match',
  width: '5.5rem',
  card: 'side',
  highestFirst: true,
  value: ({ matchScore, verified }) => (matchScore === null ? undefined : verified ? matchScore : matchScore - 101),
  cell: ({ matchScore, roughScore }) => <MatchScore score={matchScore} rough={roughScore} wordless />,
};
const STATUS: Column = {
  id: 'status',
  header: 'Status',
  width: '8.25rem',
  card: 'side',
  cell: (partner) => <StageBadge partner={partner} />,
};
const EMAIL: Column = {
  id: 'email',
  header: 'Email',
  width: 'minmax(8rem, 1.6fr)',
  value: ({ contactInfo }) => contactInfo?.email ?? undefined,
  cell: ({ contactInfo }) =>
    contactInfo?.email ? (
      <span title={contactInfo.email} className="block truncate">
        {contactInfo.email}
      </span>
    ) : (
      <span className="text-ink-3">No email yet</span>
    ),
};
const ADDED: Column = {
  id: 'added',
  header: 'Added',
  width: '4.5rem',
  from: 700,
  extra: true,
  highestFirst: true,
  value: ({ createdAt }) => Date.parse(createdAt),
  cell: ({ createdAt }) => <time dateTime={createdAt}>{shortDate(createdAt)}</time>,
};

export const DISCOVERY_COLUMNS: readonly Column[] = [
  {
    ...NAME,
    cell: (partner, open) => <PartnerName partner={partner} open={open} mark={<NewMark partner={partner} />} />,
  },
  INDUSTRY,
  FOLLOWERS,
  ENGAGEMENT,
  { ...EMAIL, from: 620, extra: true },
  ADDED,
  MATCH,
  STATUS,
];

export const APPROVED_COLUMNS: readonly Column[] = [
  NAME,
  { ...EMAIL, width: 'minmax(9rem, 2.2fr)', from: 620 },
  { ...INDUSTRY, from: 960, extra: true },
  { ...FOLLOWERS, from: 820 },
  { ...ENGAGEMENT, from: 1000 },
  ADDED,
  { ...MATCH, from: 680 },
  STATUS,
];
