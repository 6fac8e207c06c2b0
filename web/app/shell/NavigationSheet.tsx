import { Sheet } from '../../components/ui/Sheet.tsx';
import { Brand } from '../Brand.tsx';
import { Navigation } from './Navigation.tsx';
import { useSidebar } from './sidebarState.ts';

/** The sidebar of small screens. */
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
