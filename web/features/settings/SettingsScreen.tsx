import { Redirect, useSearch } from 'wouter';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { SectionColumn } from '../../components/ui/Sections.tsx';
import { useBusinessProfile } from '../profile/api.ts';
import { AnswersCard } from './AnswersCard.tsx';
import { MediaKitCard } from './MediaKitCard.tsx';
import { SettingsPage } from './SettingsPage.tsx';
import { SignatureForm } from './SignatureForm.tsx';

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

/** If a profile fails to load, an empty form in its place would overwrite it. */
function Profile() {
  const profile = useBusinessProfile();
  if (profile.isPending)
    return <Loading form label="Loading your business profile" height="h-88" className="panel p-4" />;
  if (profile.isError) {
    return <LoadFailed again={profile}>Error loading your business profile. Please try again.</LoadFailed>;
  }
  return (
    <>
      <SignatureForm profile={profile.data} />
      {profile.data && <MediaKitCard kit={profile.data.mediaKit} />}
      {profile.data && <AnswersCard profile={profile.data} />}
    </>
  );
}

/** The Settings section of a card, by its name in links and from the server. null: the first section. */
function sectionOfCard(card: string): string | null {
  return SECTION_OF[card] ?? null;
}

const SECTION_OF: Record<string, string> = {
  'sending-accounts': '/settings/sending',
  gmail: '/settings/sending',
  microsoft: '/settings/sending',
  mailbox: '/settings/sending',
  'email-provider': '/settings/sending',
  'sending-domain': '/settings/sending',
  'sending-hours': '/settings/schedule',
  'do-not-contact': '/settings/do-not-contact',
};
