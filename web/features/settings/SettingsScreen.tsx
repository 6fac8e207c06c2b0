import { Redirect, useSearch } from 'wouter';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { SectionColumn } from '../../components/ui/Sections.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { useBusinessProfile } from '../profile/api.ts';
import { SettingsPage } from './SettingsPage.tsx';
import { SignatureForm } from './SignatureForm.tsx';
import { sectionOfCard } from './sectionOfCard.ts';

/** Your sender profile. A link that names a card of another section leads there. */
export function SettingsScreen() {
  const search = useSearch();
  const { hash } = window.location;
  const section = sectionOfCard(hash.slice(1));
  if (section) return <Redirect to={`${section}${search && `?${search}`}${hash}`} replace />;
  return (
    <SettingsPage note="Your sender profile and signature.">
      <SectionColumn>
        <Profile />
      </SectionColumn>
    </SettingsPage>
  );
}

/** An empty form in the place of a profile that could not be loaded would be saved over it. */
function Profile() {
  const profile = useBusinessProfile();
  if (profile.isPending) return <Skeleton className="h-96" />;
  if (profile.isError) {
    return <LoadFailed again={profile}>Error loading your business profile. Please try again.</LoadFailed>;
  }
  return <SignatureForm profile={profile.data} />;
}
