import { X } from 'lucide-react';
import * as RadixToast from 'radix-ui/toast';
import { useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import { dismissToast, useToasts } from '../../lib/toasts.ts';
import { buttonClasses } from './Button.tsx';

/** As long as an answer waits for its Undo. */
const WITH_BUTTON_MS = 8_000;
const DIALOG = '[role=dialog], [role=alertdialog]';

/**
 * Shows and announces the notice of lib/toasts.ts for five seconds, or eight with a button. It stays longer under the pointer or with the focus. F8 goes to it, a swipe to the right
 * ends it.
 */
export function Toaster() {
  const shown = useToasts((state) => state.shown);
  // Escape in a dialog is meant for the dialog, and the notice outlasts it
  const escapedElsewhere = useRef(false);
  return (
    <RadixToast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {shown && (
        <RadixToast.Root
          key={shown.id}
          data-toast
          type={shown.variant === 'destructive' ? 'foreground' : 'background'}
          open
          {...(shown.action && { duration: WITH_BUTTON_MS })}
          onEscapeKeyDown={({ target }) => {
            escapedElsewhere.current = target instanceof Element && target.closest(DIALOG) !== null;
          }}
          onOpenChange={(open) => {
            if (!open && !escapedElsewhere.current) dismissToast(shown.id);
            escapedElsewhere.current = false;
          }}
          className={classes(
            // a modal dialog takes the pointer from all that is outside of it
            'panel pointer-events-auto flex animate-rise items-start gap-3 border-l-4 p-3 pl-4 shadow-pop',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            shown.variant === 'destructive' ? 'border-l-bad' : 'border-l-accent',
          )}
        >
          <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
            <div className="min-w-0 flex-1 basis-48">
              <RadixToast.Title className={classes('font-semibold', shown.variant === 'destructive' && 'text-bad')}>
                {shown.title}
              </RadixToast.Title>
              {shown.text && (
                <RadixToast.Description className="break-words text-small text-ink-2">
                  {shown.text}
                </RadixToast.Description>
              )}
            </div>
            {shown.action && (
              <RadixToast.Action
                altText={shown.action.instead}
                onClick={shown.action.act}
                className={buttonClasses('outline', 'small')}
              >
                {shown.action.label}
              </RadixToast.Action>
            )}
          </div>
          <RadixToast.Close
            aria-label="Dismiss"
            className="-my-0.5 grid size-7 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      <RadixToast.Viewport
        className={classes(
          // at the foot of the screen, away from the navigation, and above the bar of a selection
          'fixed right-0 bottom-(--tab-bar) z-60 flex w-full max-w-toast flex-col gap-2 p-3 outline-none md:p-4',
          '[body:has([data-bulk-bar]):not(:has([role=dialog],[role=alertdialog]))_&]:bottom-[calc(3.5rem+var(--tab-bar))]',
          // and above what is done with a letter
          '[body:has([data-foot]):not(:has([role=dialog],[role=alertdialog]))_&]:bottom-28',
          // a dialog has its buttons at the right of its foot; on a phone it makes room above itself
          'sm:[body:has([role=dialog],[role=alertdialog])_&]:right-auto sm:[body:has([role=dialog],[role=alertdialog])_&]:left-0',
          'max-sm:[body:has([role=dialog],[role=alertdialog])_&]:inset-[0_0_auto]',
        )}
      />
    </RadixToast.Provider>
  );
}
