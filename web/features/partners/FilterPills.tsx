import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { RemovableChip } from '../../components/ui/Chip.tsx';
import type { ChangeFilter } from './filterUrl.ts';
import { AT_LEAST, EMAIL_WORDS, INCLUDE_UNKNOWN } from './filterWords.ts';

/** The filters in force, each to be taken away. The search and the status have places of their own. */
export function FilterPills(props: { filter: PartnerFilter; onChange: ChangeFilter }) {
  const { filter } = props;
  const pills: [keyof PartnerFilter, string | undefined][] = [
    ['industry', filter.industry],
    ['tag', filter.tag && `Tag: ${filter.tag}`],
    ['minFollowers', filter.minFollowers === undefined ? undefined : AT_LEAST.minFollowers(filter.minFollowers)],
    ['minEngagement', filter.minEngagement === undefined ? undefined : AT_LEAST.minEngagement(filter.minEngagement)],
    ['includeUnknown', filter.includeUnknown ? INCLUDE_UNKNOWN : undefined],
    ['minMatchScore', filter.minMatchScore === undefined ? undefined : AT_LEAST.minMatchScore(filter.minMatchScore)],
    ['emailStatus', filter.emailStatus && EMAIL_WORDS[filter.emailStatus]],
  ];
  return pills.map(
    ([name, words]) =>
      words && (
        <RemovableChip
          key={name}
          removeLabel={`Remove filter: ${words}`}
          onRemove={() => props.onChange({ [name]: undefined })}
        >
          {words}
        </RemovableChip>
      ),
  );
}
