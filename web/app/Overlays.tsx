import { useEffect, useState } from 'react';
import type { UserView } from '../../api/views.ts';
import { FetchedPart } from '../components/ui/FetchedPart.tsx';
import { Toaster } from '../components/ui/Toaster.tsx';
import { PaletteHost } from '../features/palette/PaletteHost.tsx';
import { SessionEnded } from '../features/session/SessionEnded.tsx';
import { useTodayCount } from '../features/today/count.ts';
import { onDemand } from '../lib/onDemand.tsx';
import icon from './icon.svg?raw';
import { useInSetup, useNarrow, useSidebar } from './shell/sidebarState.ts';
import { countInTitle } from './title.ts';

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

const DOTTED = `data:image/svg+xml,${encodeURIComponent(icon.replace(' visibility="hidden"', ''))}`;

/** Shows what waits in Today on the browser tab and on the installed app's icon. */
function TabBadge() {
  const count = useTodayCount().data?.total ?? 0;
  useEffect(() => {
    countInTitle(count);
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    const plain = link?.href;
    if (link && count > 0) link.href = DOTTED;
    // some browsers offer it to installed apps only
    if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined);
    return () => {
      if (link && plain) link.href = plain;
      countInTitle(0);
    };
  }, [count]);
  return null;
}
