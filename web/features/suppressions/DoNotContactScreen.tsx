import { SectionColumn } from '../../components/ui/Sections.tsx';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { DoNotContactCard } from './DoNotContactCard.tsx';

/** The addresses to which nothing is sent. */
export function DoNotContactScreen() {
  return (
    <SettingsPage>
      <SectionColumn wide>
        <DoNotContactCard />
      </SectionColumn>
    </SettingsPage>
  );
}
