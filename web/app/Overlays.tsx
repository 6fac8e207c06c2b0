import type { UserView } from '../../api/views.ts';
import { Toaster } from '../components/ui/Toaster.tsx';
import { SessionEnded } from '../features/session/SessionEnded.tsx';
import { NavigationSheet } from './shell/NavigationSheet.tsx';

/** What can appear over every screen. It is fetched after the screen, so that the first load is light. */
export function Overlays(props: { user: UserView }) {
  return (
    <>
      <NavigationSheet isAdmin={props.user.isAdmin} />
      <SessionEnded />
      <Toaster />
    </>
  );
}
