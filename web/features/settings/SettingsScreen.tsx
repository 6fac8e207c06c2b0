import { useTitle } from '../../app/title.ts';
import { PageHeader } from '../../components/ui/Page.tsx';
import { useBusinessProfile } from '../profile/businessProfile.ts';
import { EmailProviderCard } from './EmailProviderCard.tsx';
import { GmailCard } from './GmailCard.tsx';
import { SignatureForm } from './SignatureForm.tsx';

/** Who writes, and which way the emails go out. */
export function SettingsScreen() {
  useTitle('Settings');
  const profile = useBusinessProfile().data ?? null;
  return (
    <>
      <PageHeader title="Settings" note="Who writes, and which way the emails go out." />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="flex flex-col gap-4">
          <SignatureForm profile={profile} />
        </div>
        <div className="flex flex-col gap-4">
          <GmailCard />
          <EmailProviderCard />
        </div>
      </div>
    </>
  );
}
