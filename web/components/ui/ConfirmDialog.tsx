import * as AlertDialog from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from './Button.tsx';
import { closeOnEscape } from './dialogKeys.ts';
import { useFocusReturn } from './focusReturn.ts';

/** Asks before something that cannot be taken back. It stays open while the work goes on and after it failed. */
export function ConfirmDialog(props: {
  /** Without it, the dialog is open as long as it is rendered. */
  open?: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  destructive?: boolean;
  /** It shows what will happen, and is as wide as that needs; its content scrolls. */
  wide?: boolean;
  pending?: boolean;
  /** Its subject is not known yet, or the action is impossible. */
  confirmDisabled?: boolean;
  onConfirm: () => void;
}) {
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root open={props.open ?? true} onOpenChange={(open) => open || props.onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 animate-fade bg-overlay" />
        <AlertDialog.Content
          {...focus}
          onKeyDown={closeOnEscape(props.onClose)}
          className={classes(
            'fixed inset-x-4 top-[50dvh] z-50 mx-auto -translate-y-1/2 animate-rise rounded-panel border bg-surface p-5 shadow-pop',
            props.wide ? 'flex max-h-[92dvh] max-w-dialog-wide flex-col' : 'max-w-dialog',
          )}
        >
          <AlertDialog.Title className="font-semibold text-lead">{props.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className={classes('mt-2 text-ink-2', props.wide && '-mx-5 min-h-0 overflow-y-auto px-5')}>
              {props.children}
            </div>
          </AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:[&>button]:flex-1">
            <AlertDialog.Cancel asChild>
              <Button variant="ghost">Cancel</Button>
            </AlertDialog.Cancel>
            <Button
              variant={props.destructive ? 'danger' : 'primary'}
              pending={props.pending ?? false}
              disabled={props.confirmDisabled ?? false}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
