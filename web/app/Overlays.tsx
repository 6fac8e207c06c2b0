import type { UserView } from '../../api/views.ts';
import { Toaster } from '../components/ui/Toaster.tsx';
import { PaletteHost } from '../features/palette/PaletteHost.tsx';
import { SessionEnded } from '../features/session/SessionEnded.tsx';
import { NavigationSheet } from './shell/NavigationSheet.tsx';
import { useInSetup } from './shell/sidebarState.ts';

/** What can appear over every screen. It is fetched after the screen, so that the first load is light. */
export function Overlays(props: { user: UserView }) {
  const inSetup = useInSetup();
  return (
    <>
      {!inSetup && <NavigationSheet isAdmin={props.user.isAdmin} />}
      {!inSetup && <PaletteHost user={props.user} />}
      <SessionEnded />
      <Toaster />
    </>
  );
}
