import { LABEL_TEXTS } from '../../../events/messages/replyLabels.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { RemovableChip } from '../../components/ui/Chip.tsx';
import type { ChangeFilter } from './filterUrl.ts';
import {
  AT_LEAST,
  CONTACTED_WORDS,
  EMAIL_WORDS,
  INCLUDE_UNKNOWN,
  lastContactWords,
  SOURCE_WORDS,
} from './filterWords.ts';

/** The filters in force, each to be taken away. The search and the status have places of their own. */
export function FilterPills(props: { filter: PartnerFilter; onChange: ChangeFilter; onClear: () => void }) {
  const { filter } = props;
  const all: [keyof PartnerFilter, string | undefined][] = [
    ['industry', filter.industry],
    ['platforms', filter.platforms?.map((platform) => PLATFORM_LABELS[platform]).join(', ')],
    ['country', filter.country],
    ['source', filter.source && `Source: ${SOURCE_WORDS[filter.source]}`],
    ['tag', filter.tag && `Tag: ${filter.tag}`],
    ['contacted', filter.contacted && CONTACTED_WORDS[filter.contacted]],
    ['lastContact', filter.lastContact && lastContactWords(filter.lastContact)],
    ['label', filter.label && `Reply: ${LABEL_TEXTS[filter.label]}`],
    ['minFollowers', filter.minFollowers === undefined ? undefined : AT_LEAST.minFollowers(filter.minFollowers)],
    ['minEngagement', filter.minEngagement === undefined ? undefined : AT_LEAST.minEngagement(filter.minEngagement)],
    ['includeUnknown', filter.includeUnknown ? INCLUDE_UNKNOWN : undefined],
    ['minMatchScore', filter.minMatchScore === undefined ? undefined : AT_LEAST.minMatchScore(filter.minMatchScore)],
    ['emailStatus', filter.emailStatus && EMAIL_WORDS[filter.emailStatus]],
  ];
  const pills = all.filter(([, words]) => words);
  return (
    <>
      {pills.map(([name, words]) => (
        <RemovableChip
          key={name}
          removeLabel={`Remove filter: ${words}`}
          onRemove={() => props.onChange({ [name]: undefined })}
        >
          <bdi>{words}</bdi>
        </RemovableChip>
      ))}
      {pills.length > 0 && (
        <Button size="small" variant="ghost" onClick={props.onClear}>
          Clear all
        </Button>
      )}
    </>
  );
}
