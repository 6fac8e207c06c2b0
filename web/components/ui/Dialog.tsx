import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button, buttonClasses } from './Button.tsx';
import { closeOnEscape, focusFirstField, keepOnDoubleClick } from './dialogKeys.ts';
import { useFocusReturn } from './focusReturn.ts';

/** A modal dialog. The header and the footer stay; the content scrolls. On a phone it fills the width from below. */
export function Dialog(props: {
  /** Without it, the dialog is open as long as it is rendered. */
  open?: boolean;
  onClose: () => void;
  /** It is gone, and the focus is back where it was. */
  onClosed?: () => void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const focus = useFocusReturn();
  const [doubleClick] = useState(keepOnDoubleClick);
  return (
    <RadixDialog.Root open={props.open ?? true} onOpenChange={(open) => open || props.onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <RadixDialog.Content
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            doubleClick.opened();
            focusFirstField(event);
          }}
          onCloseAutoFocus={(event) => {
            focus.onCloseAutoFocus(event);
            props.onClosed?.();
          }}
          onPointerDownOutside={doubleClick.pressedOutside}
          onKeyDown={closeOnEscape(props.onClose)}
          {...(props.description ? {} : { 'aria-describedby': undefined })}
          className={classes(
            'fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[92dvh] w-full animate-rise flex-col rounded-t-panel border bg-surface shadow-pop',
            'max-sm:[body:has([data-toast])_&]:max-h-[calc(100dvh-8rem)]',
            'sm:top-[50dvh] sm:bottom-auto sm:max-h-[86dvh] sm:-translate-y-1/2 sm:rounded-panel',
            props.wide ? 'sm:max-w-dialog-wide' : 'sm:max-w-dialog',
          )}
        >
          <header className="flex items-start gap-3 border-b py-3 pr-2 pl-5">
            <div className="min-w-0 flex-1 py-1">
              <RadixDialog.Title className="font-semibold text-lead">{props.title}</RadixDialog.Title>
              {props.description && (
                <RadixDialog.Description className="text-ink-3 text-small">{props.description}</RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close aria-label="Close" className={buttonClasses('ghost', 'icon')}>
              <X aria-hidden />
            </RadixDialog.Close>
          </header>
          {props.children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export function DialogBody(props: { children: ReactNode; className?: string }) {
  return <div className={classes('min-h-0 flex-1 overflow-y-auto px-5 py-4', props.className)}>{props.children}</div>;
}

/** `onCancel`: with a Cancel button before the others. */
export function DialogFooter(props: { onCancel?: () => void; children: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3 max-sm:[&>button]:flex-1">
      {props.onCancel && (
        <Button variant="ghost" onClick={props.onCancel}>
          Cancel
        </Button>
      )}
      {props.children}
    </footer>
  );
}
