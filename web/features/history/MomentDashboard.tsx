import type { AsOfView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { FigureStrip } from '../../components/ui/Page.tsx';
import { counted, percent, wholeNumber } from '../../lib/numbers.ts';
import { useUserZone } from '../profile/api.ts';
import { exactTime } from './moments.ts';

type Dashboard = Extract<AsOfView, { what: 'dashboard' }>;

/** The dashboard's numbers at a moment, each with what it is now, if it is another. */
export function MomentDashboard(props: { then: Dashboard }) {
  const { at, stats, credits, changes } = props.then;
  const zone = useUserZone();
  const now = (field: string, format: (value: number) => string) => {
    const change = changes.find((known) => known.field === field);
    return change ? (
      <Badge tone="warn">{typeof change.now === 'number' ? `now ${format(change.now)}` : 'changed since'}</Badge>
    ) : (
      'Same as now'
    );
  };
  return (
    <>
      <p role="status" className="sr-only">
        As of {exactTime(zone, at)}: {counted(stats.totalPartners, 'partner')} found,{' '}
        {wholeNumber(stats.approvedPartners)} approved, {counted(stats.totalEmailsSent, 'email')} sent.
      </p>
      <FigureStrip
        label="Key figures at that moment"
        figures={[
          {
            label: 'Total Partners Found',
            value: wholeNumber(stats.totalPartners),
            note: now('totalPartners', wholeNumber),
          },
          {
            label: 'Approved Partners',
            value: wholeNumber(stats.approvedPartners),
            note: now('approvedPartners', wholeNumber),
          },
          {
            label: 'Emails Sent',
            value: wholeNumber(stats.totalEmailsSent),
            note: now('totalEmailsSent', wholeNumber),
          },
          {
            label: 'Response Rate',
            value: percent(stats.responseRate),
            ...(stats.partnersWrittenTo > 0 && {
              beside: `${wholeNumber(stats.partnersReplied)} of ${counted(stats.partnersWrittenTo, 'partner')} replied`,
            }),
            note: now('responseRate', percent),
          },
          {
            label: 'Credits used that month',
            value: wholeNumber(credits.used),
            note: now('credits.used', wholeNumber),
          },
        ]}
      />
    </>
  );
}
