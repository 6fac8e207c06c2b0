import { useLocation } from 'wouter';
import type { UserView } from '../../../api/views.ts';
import { ROUTES } from '../../app/routes.ts';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useKeys, useShortcuts } from '../../lib/shortcuts.ts';
import { closePalette, openPalette, usePalette } from './openPalette.ts';

const Palette = onDemand(() => import('./Palette.tsx').then((module) => module.Palette));
const Shortcuts = onDemand(() => import('./Shortcuts.tsx').then((module) => module.Shortcuts));

/** The keys of every screen, and the palette and the list of keys, which are fetched when they open. */
export function PaletteHost(props: { user: UserView }) {
  const open = usePalette((state) => state.open);
  const [, navigate] = useLocation();
  useShortcuts({ palette: () => openPalette('palette'), help: () => openPalette('shortcuts') });
  useKeys(Object.fromEntries(ROUTES.flatMap(({ keys, href }) => (keys ? [[keys, () => navigate(href)]] : []))));
  return (
    <FetchedPart onLost={closePalette}>
      {open === 'palette' && <Palette user={props.user} />}
      {open === 'shortcuts' && <Shortcuts />}
    </FetchedPart>
  );
}
