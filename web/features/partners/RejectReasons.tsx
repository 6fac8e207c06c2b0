import { ChevronDown } from 'lucide-react';
import { REJECT_REASONS, REJECT_TEXTS, type RejectReason } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Menu, MenuItem } from '../../components/ui/Menu.tsx';

/** Rejects with a reason. Its key does the same for one partner (lib/shortcuts.ts). `who`: where several menus are in sight. */
export function RejectReasons(props: {
  who?: string | null;
  /** The keys act on one partner, not on the selected ones. */
  keys?: boolean;
  disabled?: boolean;
  onReject: (reason: RejectReason) => void;
}) {
  return (
    <Menu
      trigger={
        <Button
          size="small"
          variant="ghost"
          className="px-1"
          disabled={props.disabled}
          aria-label={`Reject with a reason${props.who ? `: ${props.who}` : ''}`}
        >
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {REJECT_REASONS.map((reason, at) => (
        <MenuItem key={reason} onSelect={() => props.onReject(reason)}>
          {REJECT_TEXTS[reason]}
          {props.keys && (
            <kbd aria-hidden className="ml-auto pl-4 font-sans text-ink-3 text-note">
              {at + 1}
            </kbd>
          )}
        </MenuItem>
      ))}
    </Menu>
  );
}
