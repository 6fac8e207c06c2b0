import { memo } from 'react';
import { useLocation } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { DataTable } from '../../components/ui/table/DataTable.tsx';
import { useSortUrl } from '../../components/ui/table/sortUrl.ts';
import { CAMPAIGN_CARD, CAMPAIGN_COLUMNS } from './campaignColumns.tsx';
import { CAMPAIGN_SORTS } from './campaignList.ts';

const nameOf = ({ name }: CampaignView): string => name ?? 'Campaign';
const NO_KEYS = {};

/** The campaigns, one a row, which leads to the campaign. */
export const CampaignTable = memo(function CampaignTable(props: { campaigns: readonly CampaignView[] }) {
  const [sort, setSort] = useSortUrl(CAMPAIGN_SORTS);
  const [, navigate] = useLocation();
  return (
    <DataTable
      name="campaigns"
      label="Campaigns"
      rows={props.campaigns}
      columns={CAMPAIGN_COLUMNS}
      rowPx={52}
      card={CAMPAIGN_CARD}
      sort={sort}
      onSort={setSort}
      nameOf={nameOf}
      onOpen={(id) => navigate(`/campaigns/${id}`)}
      keys={NO_KEYS}
    />
  );
});
