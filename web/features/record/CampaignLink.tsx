import { Link } from 'wouter';
import type { PlannedEmail } from './api.ts';

/** A deleted campaign has no screen. */
export function CampaignLink({ campaign: { id, name, status } }: Pick<PlannedEmail, 'campaign'>) {
  const text = <bdi>{name ?? 'Campaign'}</bdi>;
  if (status === 'deleted') return <span className="wrap-anywhere text-ink-3 text-note">{text}</span>;
  return (
    <Link href={`/campaigns/${id}`} className="link wrap-anywhere text-note">
      {text}
    </Link>
  );
}
