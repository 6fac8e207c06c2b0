import * as RadixDialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';

/** A panel that slides in from the left; the sidebar of small screens. */
export function Sheet(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}) {
  return (
    <RadixDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <RadixDialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 flex w-(--width-sidebar-mobile) max-w-10/12 animate-slide flex-col border-r bg-sunken shadow-pop"
        >
          <RadixDialog.Title className="sr-only">{props.title}</RadixDialog.Title>
          {props.children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
