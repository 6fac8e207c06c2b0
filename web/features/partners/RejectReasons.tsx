import { REJECT_REASONS, REJECT_TEXTS, type RejectReason } from '../../../events/shared/options.ts';
import { Select } from '../../components/ui/Select.tsx';

/** Rejects with a reason. Its key does the same for one partner (lib/shortcuts.ts). */
export function RejectReasons(props: {
  /** The keys act on one partner, not on the selected ones. */
  keys?: boolean;
  disabled?: boolean;
  onReject: (reason: RejectReason) => void;
}) {
  return (
    <Select
      label="Reject with a reason"
      placeholder="Reject because…"
      value=""
      disabled={props.disabled ?? false}
      className="h-8! w-auto! max-w-40 shrink-0 max-md:h-10!"
      onChange={(value) => {
        const reason = REJECT_REASONS.find((one) => one === value);
        if (reason) props.onReject(reason);
      }}
      options={REJECT_REASONS.map((reason, at) => ({
        value: reason,
        label: props.keys ? `${at + 1} · ${REJECT_TEXTS[reason]}` : REJECT_TEXTS[reason],
      }))}
    />
  );
}
