import { SectionColumn } from '../../components/ui/Sections.tsx';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { DoNotContactCard } from './DoNotContactCard.tsx';

/** The addresses to which nothing is sent. */
export function DoNotContactScreen() {
  return (
    <SettingsPage note="Nothing is sent to these addresses. People who unsubscribe are added automatically.">
      <SectionColumn>
        <DoNotContactCard />
      </SectionColumn>
    </SettingsPage>
  );
}
