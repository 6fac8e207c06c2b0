import { useEffect, useState } from 'react';
import type { UserView } from '../../api/views.ts';
import { FetchedPart } from '../components/ui/FetchedPart.tsx';
import { Toaster } from '../components/ui/Toaster.tsx';
import { PaletteHost } from '../features/palette/PaletteHost.tsx';
import { SessionEnded } from '../features/session/SessionEnded.tsx';
import { onDemand } from '../lib/onDemand.tsx';
import { useInSetup, useNarrow, useSidebar } from './shell/sidebarState.ts';
import { TabBadge } from './TabBadge.tsx';

const fetchSheet = () => import('./shell/NavigationSheet.tsx').then((module) => module.NavigationSheet);
const NavigationSheet = onDemand(fetchSheet);

/** Parts that can appear over every screen. It is fetched after the screen, so that the first load is light. */
export function Overlays(props: { user: UserView }) {
  const inSetup = useInSetup();
  const hasScreens = !inSetup && !props.user.isAuditor;
  const isNarrow = useNarrow();
  const { sheetOpen, setSheetOpen } = useSidebar();
  const [wasOpen, setWasOpen] = useState(false);
  if (sheetOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    // a wide screen has the sidebar and never fetches the sheet; on a narrow one it is there before it is pressed
    if (isNarrow) fetchSheet().catch(() => undefined);
  }, [isNarrow]);
  return (
    <>
      <FetchedPart
        onLost={() => {
          setSheetOpen(false);
          setWasOpen(false);
        }}
      >
        {hasScreens && wasOpen && <NavigationSheet isAdmin={props.user.isAdmin} />}
      </FetchedPart>
      {hasScreens && <PaletteHost user={props.user} />}
      {hasScreens && <TabBadge />}
      <SessionEnded />
      <Toaster />
    </>
  );
}
