import type { PartnerCountsView } from '../../../api/views.ts';
import type { EmailStatus } from '../../../events/shared/options.ts';
import { Chip } from '../../components/ui/Chip.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { EMAIL_WORDS } from './filterWords.ts';
import { sumOf } from './partnerPages.ts';

const ORDER = ['email_found', 'no_email_found', 'pending'] as const satisfies EmailStatus[];

/** Chips that narrow a list to one email status, each with its count. */
export function EmailChips(props: {
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
