import type { PartnerView } from '../../../api/views.ts';
import type { EmailStatus } from '../../../events/shared/options.ts';
import { Chip } from '../../components/ui/Chip.tsx';

const CHIPS: { value: EmailStatus; label: string }[] = [
  { value: 'email_found', label: 'Email found' },
  { value: 'no_email_found', label: 'No email found' },
  { value: 'pending', label: 'Email pending' },
];

/** Chips that narrow a list to one email status, each with its count. */
export function EmailChips(props: {
  partners: readonly PartnerView[];
  value: EmailStatus | undefined;
  onChange: (value: EmailStatus | undefined) => void;
}) {
  return (
    <>
      <Chip pressed={props.value === undefined} onPress={() => props.onChange(undefined)}>
        Any email
      </Chip>
      {CHIPS.map(({ value, label }) => (
        <Chip
          key={value}
          pressed={props.value === value}
          onPress={() => props.onChange(props.value === value ? undefined : value)}
        >
          {label}
          <span className="tabular-nums">
            {props.partners.filter((partner) => partner.emailStatus === value).length}
          </span>
        </Chip>
      ))}
    </>
  );
}
