import { SectionColumn } from '../../components/ui/Sections.tsx';
import { AdminPage } from './AdminPage.tsx';
import { FooterLinksCard, NavigationLinksCard, SignupUrlCard } from './InstallationCards.tsx';

export function LinksScreen() {
  return (
    <AdminPage note="Links that users and visitors see.">
      <SectionColumn>
        <SignupUrlCard />
        <NavigationLinksCard />
        <FooterLinksCard />
      </SectionColumn>
    </AdminPage>
  );
}
