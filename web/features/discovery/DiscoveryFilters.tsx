import type { PartnerCountsView } from '../../../api/views.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { Chip, RemovableChip } from '../../components/ui/Chip.tsx';
import { FilterPills } from '../partners/FilterPills.tsx';
import { FilterPopover } from '../partners/FilterPopover.tsx';
import type { ChangeFilter } from '../partners/filterUrl.ts';
import { DISCOVERY_COLUMNS } from '../partners/partnerColumns.tsx';
import { SavedViews } from '../partners/SavedViews.tsx';
import { SearchBox } from '../partners/SearchBox.tsx';
import { BulkOperations } from './BulkOperations.tsx';

/** The list's filters, and the decisions on all that is left. */
export function DiscoveryFilters(props: {
  /** Of the platforms in force. */
  counts: PartnerCountsView;
  view: PartnerFilter;
  filter: PartnerFilter;
  onChange: ChangeFilter;
  onClear: () => void;
  platforms: { preferred: boolean; hidden: number; every: boolean; setEvery: (every: boolean) => void };
}) {
  const { counts, filter, onChange, onClear, platforms } = props;
  const anyPending = counts.partners.some(({ status, count }) => status === 'pending' && count > 0);
  return (
    <div className="flex flex-wrap items-center gap-2 py-2">
      <SearchBox value={filter.search ?? ''} onChange={(search) => onChange({ search: search || undefined })} />
      <FilterPopover byEmail counts={counts} filter={filter} onChange={onChange} onClear={onClear} />
      <SavedViews list="discovery" columns={DISCOVERY_COLUMNS} />
      {anyPending && (
        <span className="order-last ml-auto">
          <BulkOperations view={props.view} />
        </span>
      )}
      <FilterPills filter={filter} onChange={onChange} onClear={onClear} />
      {platforms.hidden > 0 && !filter.platforms && (
        <RemovableChip
          removeLabel={`Show the ${platforms.hidden} on other platforms`}
          onRemove={() => platforms.setEvery(true)}
        >
          Preferred platforms only · {platforms.hidden} hidden
        </RemovableChip>
      )}
      {platforms.every && platforms.preferred && (
        <Chip pressed={false} onPress={() => platforms.setEvery(false)}>
          Preferred platforms only
        </Chip>
      )}
    </div>
  );
}
