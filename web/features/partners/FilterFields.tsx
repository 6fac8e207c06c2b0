import type { PartnerCountsView } from '../../../api/views.ts';
import { LABEL_TEXTS, REPLY_LABELS } from '../../../events/messages/replyLabels.ts';
import { sameTag } from '../../../events/partners/partnerFilter.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import {
  CONTACTED,
  type EmailStatus,
  ENGAGEMENT_FILTERS,
  FILTER_INDUSTRIES,
  FOLLOWER_FILTERS,
  LAST_CONTACTS,
  MATCH_FILTERS,
  PARTNER_SOURCES,
  PLATFORM_LABELS,
  PLATFORMS,
} from '../../../events/shared/options.ts';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { Chip } from '../../components/ui/Chip.tsx';
import { Select, type SelectOption } from '../../components/ui/Select.tsx';
import { SortSelect } from '../../components/ui/table/SortSelect.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import type { ChangeFilter } from './filterUrl.ts';
import {
  AT_LEAST,
  CONTACTED_WORDS,
  EMAIL_WORDS,
  INCLUDE_UNKNOWN,
  lastContactWords,
  SOURCE_WORDS,
} from './filterWords.ts';
import { sumOf } from './partnerPages.ts';
import { SORTS } from './sortPartners.ts';

const ANY = 'all';

/** `byEmail`: the email status is a filter here. */
export type FilterProps = {
  /** Who is there before the filters. */
  counts: PartnerCountsView | undefined;
  byEmail?: boolean;
  filter: PartnerFilter;
  onChange: ChangeFilter;
};

const options = <T extends string | number>(values: readonly T[], label: (value: T) => string): SelectOption[] =>
  values.map((value) => ({ value: String(value), label: label(value) }));
const asIs = (value: string): string => value;

export function FilterFields(props: FilterProps) {
  const { filter, onChange } = props;
  const { tags = [], countries = [] } = props.counts ?? {};
  const tag = filter.tag && (tags.find((known) => sameTag(known, filter.tag ?? '')) ?? filter.tag);
  const known = (all: readonly string[], chosen: string | undefined) => [
    ...new Set([...all, ...(chosen ? [chosen] : [])]),
  ];
  const selects: [
    name: keyof PartnerFilter,
    label: string,
    any: string,
    options: SelectOption[],
    value?: string | undefined,
  ][] = [
    ['industry', 'Industry', 'All industries', options(FILTER_INDUSTRIES, asIs)],
    ['platforms', 'Platform', 'Any platform', options(PLATFORMS, (value) => PLATFORM_LABELS[value])],
    ['country', 'Country', 'Any country', options(known(countries, filter.country), asIs)],
    ['source', 'Source', 'Any source', options(PARTNER_SOURCES, (value) => SOURCE_WORDS[value])],
    ['minFollowers', 'Min followers', 'Any followers', options(FOLLOWER_FILTERS, AT_LEAST.minFollowers)],
    ['minEngagement', 'Min engagement', 'Any engagement', options(ENGAGEMENT_FILTERS, AT_LEAST.minEngagement)],
    ['minMatchScore', 'Min match', 'Any match', options(MATCH_FILTERS, AT_LEAST.minMatchScore)],
    ['tag', 'Tag', 'Any tag', options(known(tags, tag), asIs), tag],
    ['contacted', 'Contacted', 'Contacted or not', options(CONTACTED, (value) => CONTACTED_WORDS[value])],
    ['lastContact', 'Last contact', 'Any last contact', options(LAST_CONTACTS, lastContactWords)],
    ['label', 'Reply', 'Any reply', options(REPLY_LABELS, (value) => LABEL_TEXTS[value])],
  ];
  return (
    <search className="grid gap-2 sm:grid-cols-2">
      {selects.map(([name, label, any, choices, value = filter[name]]) => (
        <Select
          key={name}
          label={label}
          value={String(value ?? ANY)}
          onChange={(chosen) => onChange({ [name]: chosen === ANY ? undefined : chosen })}
          options={[{ value: ANY, label: any }, ...choices]}
        />
      ))}
      <SortSelect sorts={SORTS} />
      {(filter.minFollowers || filter.minEngagement || filter.includeUnknown) && (
        <Checkbox
          label={INCLUDE_UNKNOWN}
          checked={filter.includeUnknown === true}
          onChange={(includeUnknown) => onChange({ includeUnknown })}
          className="py-1"
        />
      )}
      {props.byEmail && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in line with its neighbours in every browser.
        <div role="group" aria-label="Email status" className="flex flex-wrap gap-1.5 py-1 sm:col-span-2">
          <EmailChips
            counts={props.counts?.partners ?? []}
            value={filter.emailStatus}
            onChange={(emailStatus) => onChange({ emailStatus })}
          />
        </div>
      )}
    </search>
  );
}

const ORDER = ['email_found', 'no_email_found', 'pending'] as const satisfies EmailStatus[];

/** Chips that narrow a list to one email status, each with its count. */
function EmailChips(props: {
  counts: PartnerCountsView['partners'];
  value: EmailStatus | undefined;
  onChange: (value: EmailStatus | undefined) => void;
}) {
  return (
    <>
      <Chip pressed={props.value === undefined} onPress={() => props.onChange(undefined)}>
        Any email
      </Chip>
      {ORDER.map((value) => (
        <Chip
          key={value}
          pressed={props.value === value}
          onPress={() => props.onChange(props.value === value ? undefined : value)}
        >
          {EMAIL_WORDS[value]}
          <span className="tabular-nums">{wholeNumber(sumOf(props.counts, (one) => one.emailStatus === value))}</span>
        </Chip>
      ))}
    </>
  );
}
