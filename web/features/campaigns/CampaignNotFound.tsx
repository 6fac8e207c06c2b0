import { useTitle } from '../../app/title.ts';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';

export function CampaignNotFound() {
  useTitle('Campaign not found');
  return (
    <div className="mx-auto max-w-form py-16 text-center">
      <h1 className="font-bold text-title">Campaign not found</h1>
      <p className="mt-1 mb-4 text-ink-2">It may have been deleted, or the link may be incomplete.</p>
      <ButtonLink href="/campaigns">Back to Campaigns</ButtonLink>
    </div>
  );
}
