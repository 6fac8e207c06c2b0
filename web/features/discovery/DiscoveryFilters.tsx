import type { PartnerView } from '../../../api/views.ts';
import type { PartnerFilter } from '../../../events/inputs/partners.ts';
import { Chip, RemovableChip } from '../../components/ui/Chip.tsx';
import { EmailChips } from '../partners/EmailChips.tsx';
import { FilterCard } from '../partners/FilterCard.tsx';
import type { ChangeFilter } from '../partners/filterUrl.ts';
import { BulkOperations } from './BulkOperations.tsx';
import { StatusChips } from './StatusChips.tsx';

/** What narrows the list, and what decides on all that is left of it at once. */
export function DiscoveryFilters(props: {
  partners: readonly PartnerView[];
  visible: readonly PartnerView[];
  filter: PartnerFilter;
  onChange: ChangeFilter;
  platforms: { preferred: boolean; hidden: number; every: boolean; setEvery: (every: boolean) => void };
}) {
  const { partners, filter, onChange, platforms } = props;
  const anyPending = partners.some((partner) => partner.status === 'pending');
  return (
    <div className="flex flex-col gap-2">
      <FilterCard filter={filter} onChange={onChange} />
      <div className="flex flex-wrap items-center gap-2">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in line with its neighbours in every browser. */}
        <div role="group" aria-label="Status" className="flex flex-wrap gap-2">
          <StatusChips partners={partners} value={filter.status} onChange={(status) => onChange({ status })} />
        </div>
        <span aria-hidden className="h-4 w-px bg-line-strong max-lg:hidden" />
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        <div role="group" aria-label="Email status" className="flex flex-wrap gap-2">
          <EmailChips
            partners={partners}
            value={filter.emailStatus}
            onChange={(emailStatus) => onChange({ emailStatus })}
          />
        </div>
        {platforms.hidden > 0 && (
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
        {anyPending && (
          <div className="ml-auto max-sm:w-full">
            <BulkOperations visible={props.visible} />
          </div>
        )}
      </div>
    </div>
  );
}
