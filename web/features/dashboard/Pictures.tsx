import { Link } from 'wouter';
import type { CampaignView, OverviewView, StatsView } from '../../../api/views.ts';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Funnel } from '../../components/ui/Funnel.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { dayIn, timeIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { percent, wholeNumber } from '../../lib/numbers.ts';
import { partnerHref, partnerOfMessage } from '../partners/PartnerLink.tsx';

export function FunnelCard(props: { funnel: OverviewView['funnel'] | undefined; className?: string }) {
  const { funnel } = props;
  return (
    <Card
      title="From found to replied"
      className={props.className ?? ''}
      actions={<span className="text-ink-3 text-note">step rate</span>}
    >
      <div className="min-h-46 pt-3">
        {funnel ? (
          <Funnel
            label="Partners by how far they have come"
            steps={[
              { label: 'Found', count: funnel.found, href: '/discovery' },
              { label: 'Approved', count: funnel.approved, href: '/approved' },
              { label: 'Email', count: funnel.email, href: '/approved?emailStatus=email_found' },
              { label: 'Sent', count: funnel.sent, href: '/campaigns' },
              { label: 'Replied', count: funnel.replied, href: '/inbox' },
            ]}
          />
        ) : (
          <Skeleton className="mx-4 h-37" />
        )}
      </div>
    </Card>
  );
}

const RATES_SHOWN = 4;

/** The share of each campaign's people who have replied. */
export function ReplyRates(props: {
  campaigns: readonly CampaignView[] | undefined;
  deleted: OverviewView['deletedCampaigns'] | undefined;
  stats: StatsView | undefined;
  className?: string;
}) {
  const { campaigns, deleted, stats } = props;
  const rated = campaigns
    ?.filter(({ partnersWrittenTo }) => partnersWrittenTo > 0)
    .toSorted((a, b) => b.responseRate - a.responseRate)
    .slice(0, RATES_SHOWN);
  return (
    <Card
      title="Reply rate by campaign"
      className={props.className ?? ''}
      actions={<span className="text-ink-3 text-note">replies / people emailed</span>}
    >
      {!rated && <Skeleton className="m-4 h-30" />}
      {rated?.length === 0 && !deleted && <p className="px-4 py-6 text-ink-2">No campaign has sent an email yet.</p>}
      {rated && (rated.length > 0 || deleted) && (
        <ul aria-label="Reply rates" className="py-1.5">
          {rated.map(({ id, name, responseRate, partnersReplied, partnersWrittenTo }) => (
            <li key={id}>
              <Link href={`/campaigns/${id}`} className={`${RATE} hover:bg-sunken`}>
                <RateBar name={name ?? 'Campaign'} of={{ responseRate, partnersReplied, partnersWrittenTo }} />
              </Link>
            </li>
          ))}
          {deleted && (
            <li>
              <div className={RATE}>
                <RateBar name="Deleted campaigns" of={deleted} />
              </div>
            </li>
          )}
          {stats && (
            <li className="mt-1.5 border-t pt-1.5">
              <div className={RATE}>
                <RateBar name="All campaigns" of={stats} />
              </div>
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

const RATE = 'grid h-8 grid-cols-[minmax(0,8rem)_minmax(2rem,1fr)_6.5rem] items-center gap-x-3 px-4 text-small';

type Rated = Pick<StatsView, 'responseRate' | 'partnersReplied' | 'partnersWrittenTo'>;

function RateBar(props: { name: string; of: Rated }) {
  const { responseRate: rate, partnersReplied, partnersWrittenTo } = props.of;
  return (
    <>
      <span dir="auto" title={props.name} className="truncate text-left">
        {props.name}
      </span>
      <span aria-hidden className="h-1.5 rounded-full bg-line">
        <span className="block h-full rounded-full bg-chart-a" style={{ width: `${Math.min(100, rate)}%` }} />
      </span>
      <span className="text-right tabular-nums">
        <b className="font-semibold">{percent(rate)}</b>{' '}
        <span className="text-ink-3 text-note">
          {wholeNumber(partnersReplied)}/{wholeNumber(partnersWrittenTo)}
        </span>
      </span>
    </>
  );
}

export function NextSends(props: { overview: OverviewView | undefined; className?: string }) {
  const { overview } = props;
  const now = useNow();
  const [first] = overview?.nextSends ?? [];
  return (
    <Card
      title="Next sends"
      className={props.className ?? ''}
      actions={
        first && (
          <ButtonLink size="small" variant="ghost" href="/campaigns/schedule">
            Week
          </ButtonLink>
        )
      }
    >
      {!overview && <Skeleton className="m-4 h-30" />}
      {overview && !first && (
        <p className="px-4 py-6 text-ink-2">
          Nothing scheduled. Approved emails of an active campaign get a send time.
        </p>
      )}
      {first && (
        <ul aria-label="Next sends" className="divide-y">
          {overview?.nextSends.map(({ messageId, campaignName, partnerName, at }) => (
            <li key={messageId}>
              <Link
                href={partnerHref(partnerOfMessage(messageId))}
                className="flex min-h-10 items-center gap-3 px-4 py-1 -outline-offset-2 hover:bg-sunken"
              >
                <time dateTime={at} className="shrink-0 text-ink-3 text-note tabular-nums">
                  {sendTime(overview.timezone, at, now)}
                </time>
                <span dir="auto" className="min-w-0 truncate text-left font-medium">
                  {partnerName ?? 'Erased'}
                </span>
                {/* of a name there is more to know: this gets what is left */}
                <span dir="auto" className="min-w-0 flex-1 basis-0 truncate text-right text-ink-3 text-note">
                  {campaignName ?? 'Campaign'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** "10:40 AM", with its day unless that is today. */
function sendTime(zone: string, at: string, now: number): string {
  const day = dayIn(zone, at, now, 'short');
  return day === 'today' ? timeIn(zone, at) : `${day}, ${timeIn(zone, at)}`;
}
