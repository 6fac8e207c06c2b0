import { X } from 'lucide-react';
import * as RadixToast from 'radix-ui/toast';
import { useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import { dismissToast, useToasts } from '../../lib/toasts.ts';
import { buttonClasses } from './Button.tsx';

const DIALOG = '[role=dialog], [role=alertdialog]';

/** Shows the notice of lib/toasts.ts for five seconds and has it announced; F8 goes to it, a swipe to the right ends it. */
export function Toaster() {
  const shown = useToasts((state) => state.shown);
  // Escape in a dialog is meant for the dialog, and the notice outlasts it
  const escapedElsewhere = useRef(false);
  return (
    <RadixToast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {shown && (
        <RadixToast.Root
          key={shown.id}
          type={shown.variant === 'destructive' ? 'foreground' : 'background'}
          open
          onEscapeKeyDown={({ target }) => {
            escapedElsewhere.current = target instanceof Element && target.closest(DIALOG) !== null;
          }}
          onOpenChange={(open) => {
            if (!open && !escapedElsewhere.current) dismissToast(shown.id);
            escapedElsewhere.current = false;
          }}
          className={classes(
            // a modal dialog takes the pointer from all that is outside of it
            'panel pointer-events-auto flex animate-slide-toast items-start gap-3 border-l-4 p-3 pl-4 shadow-pop',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            shown.variant === 'destructive' ? 'border-l-bad' : 'border-l-accent',
          )}
        >
          <div className="min-w-0 flex-1">
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
          'fixed right-0 bottom-0 z-60 flex max-sm:top-0 max-sm:bottom-auto w-full max-w-toast flex-col gap-2 p-4 outline-none',
          // a dialog has its buttons at the right edge, above and below: over its title is nothing to press
          'sm:[body:has([role=dialog],[role=alertdialog])_&]:inset-x-0 sm:[body:has([role=dialog],[role=alertdialog])_&]:top-0 sm:[body:has([role=dialog],[role=alertdialog])_&]:bottom-auto sm:[body:has([role=dialog],[role=alertdialog])_&]:mx-auto',
        )}
      />
    </RadixToast.Provider>
  );
}
