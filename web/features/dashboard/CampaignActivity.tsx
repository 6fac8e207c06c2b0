import { Link } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { counted, percent, wholeNumber } from '../../lib/numbers.ts';
import { CampaignStatusBadge } from '../campaigns/CampaignStatusBadge.tsx';
import { useCampaigns } from '../campaigns/campaignsQuery.ts';
import { repliesTo } from '../inbox/inboxUrl.ts';
import { CardEmpty } from './CardStates.tsx';

const SHOWN = 5;

export function CampaignActivity(props: { className?: string }) {
  const campaigns = useCampaigns();
  const newest = campaigns.data
    ?.filter(({ archived }) => !archived)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, SHOWN);
  return (
    <Card
      title="Campaign Activity"
      className={props.className ?? ''}
      actions={
        <ButtonLink size="small" variant="ghost" href="/campaigns">
          View all
        </ButtonLink>
      }
    >
      {campaigns.isError && (
        <LoadFailed again={campaigns} className="m-4">
          Error loading campaigns. Please try again.
        </LoadFailed>
      )}
      {campaigns.isPending && <Loading label="Loading campaigns" rows={3} height="h-10" className="p-4" />}
      {newest?.length === 0 && (
        <CardEmpty action={<ButtonLink href="/campaigns">Go to Campaigns</ButtonLink>}>
          No campaigns found. Create your first campaign to start reaching out to partners!
        </CardEmpty>
      )}
      {newest && newest.length > 0 && (
        <table aria-label="Newest campaigns" className="w-full table-fixed">
          <thead className="text-ink-3 text-note [&_th]:h-8 [&_th]:font-medium">
            <tr>
              <th scope="col" className="pl-4 text-left">
                Campaign
              </th>
              <th scope="col" className="w-12 text-right sm:w-16">
                Sent
              </th>
              <th scope="col" className="w-16 text-right sm:w-20">
                Replied
              </th>
              <th scope="col" className="w-18 pr-4 text-right sm:w-34">
                <span className="max-sm:sr-only">Response </span>rate
              </th>
            </tr>
          </thead>
          <tbody className="divide-y border-t">
            {newest.map((campaign) => (
              <Activity key={campaign.id} campaign={campaign} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Activity(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const { id, name, status, partnerCount, sentCount, responseCount, responseRate, partnersWrittenTo } = campaign;
  return (
    <tr className="[&_td]:text-right [&_td]:tabular-nums">
      <th scope="row" className="py-2 pl-4 text-left font-normal">
        <Link href={`/campaigns/${id}`} dir="auto" className="block truncate text-left font-semibold hover:underline">
          {name ?? 'Campaign'}
        </Link>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-ink-3 text-note">
          <CampaignStatusBadge status={status} />
          {counted(partnerCount, 'partner')}
        </span>
      </th>
      <td className="font-semibold">{wholeNumber(sentCount)}</td>
      <td>{wholeNumber(responseCount)}</td>
      {/* a draft that has sent nothing has no rate */}
      <td className="pr-4">
        {partnersWrittenTo > 0 ? (
          <Link
            href={repliesTo({ campaign: id })}
            aria-label={`${percent(responseRate)}, show the replies`}
            className="hover:underline"
          >
            {percent(responseRate)}
          </Link>
        ) : (
          '–'
        )}
      </td>
    </tr>
  );
}
