import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { buttonClasses } from '../../components/ui/Button.tsx';
import { closeOnEscape } from '../../components/ui/dialogKeys.ts';
import { useFocusReturn } from '../../components/ui/focusReturn.ts';
import { classes } from '../../lib/classes.ts';
import { Brand } from '../Brand.tsx';
import { Navigation } from './Navigation.tsx';
import { useSidebar } from './sidebarState.ts';

export function NavigationSheet(props: { isAdmin: boolean }) {
  const { sheetOpen, setSheetOpen } = useSidebar();
  return (
    <Sheet open={sheetOpen} onOpenChange={setSheetOpen} title="Navigation">
      <h2 className="px-5 pt-5 pb-3">
        <Brand />
      </h2>
      <Navigation isAdmin={props.isAdmin} iconsOnly={false} onNavigate={() => setSheetOpen(false)} />
    </Sheet>
  );
}

/** A panel that slides in from the left; the sidebar of small screens. */
function Sheet(props: { open: boolean; onOpenChange: (open: boolean) => void; title: string; children: ReactNode }) {
  const focus = useFocusReturn();
  return (
    <RadixDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <RadixDialog.Content
          {...focus}
          onKeyDown={closeOnEscape(() => props.onOpenChange(false))}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 flex w-(--width-sidebar-mobile) max-w-10/12 animate-slide flex-col border-r bg-sunken shadow-pop"
        >
          <RadixDialog.Title className="sr-only">{props.title}</RadixDialog.Title>
          <RadixDialog.Close
            aria-label="Close"
            className={classes(buttonClasses('ghost', 'icon'), 'absolute top-3 right-3')}
          >
            <X aria-hidden />
          </RadixDialog.Close>
          {props.children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
