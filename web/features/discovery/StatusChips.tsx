import type { PartnerView } from '../../../api/views.ts';
import { PARTNER_STATUSES, type PartnerStatus } from '../../../events/shared/options.ts';
import { Chip } from '../../components/ui/Chip.tsx';

const LABELS: Record<PartnerStatus, string> = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' };

/** Chips that narrow the list to one status, each with its count. */
export function StatusChips(props: {
  partners: readonly PartnerView[];
  value: PartnerStatus | undefined;
  onChange: (value: PartnerStatus | undefined) => void;
}) {
  return (
    <>
      <Chip pressed={props.value === undefined} onPress={() => props.onChange(undefined)}>
        All
      </Chip>
      {PARTNER_STATUSES.map((status) => (
        <Chip key={status} pressed={props.value === status} onPress={() => props.onChange(status)}>
          {LABELS[status]}
          <span className="tabular-nums">{props.partners.filter((partner) => partner.status === status).length}</span>
        </Chip>
      ))}
    </>
  );
}
