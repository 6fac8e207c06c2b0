import { Link } from 'wouter';
import type { PartnerDetailView } from '../../../api/views.ts';
import { Card } from '../../components/ui/Card.tsx';
import { Loading } from '../../components/ui/QueryState.tsx';
import { MessageKind, MessageStep, MessageWhen } from '../campaign/messageColumns.tsx';
import { REASONS } from '../suppressions/reasons.ts';
import type { PlannedEmail, useTimeline } from './api.ts';
import { CampaignLink } from './CampaignLink.tsx';

/** The emails to come, when each leaves and why, or what has to happen first. */
export function Next(props: { partner: PartnerDetailView; timeline: ReturnType<typeof useTimeline> }) {
  const { partner, timeline } = props;
  const planned = timeline.data?.pages[0]?.planned;
  return (
    <Card title="What happens next">
      {timeline.isPending && <Loading label="Loading what happens next" height="h-5" className="px-4 py-3" />}
      {planned?.length === 0 && <p className="px-4 py-3 text-ink-2">{nothingPlanned(partner)}</p>}
      {planned && planned.length > 0 && (
        <ol aria-label="Planned emails" className="divide-y">
          {planned.map((email) => (
            <Planned key={email.message.id} email={email} />
          ))}
        </ol>
      )}
      {partner.doNotContact && (
        <p className="border-t px-4 py-2.5 text-note">
          <Link href="/settings/do-not-contact" className="link">
            Open Do not contact
          </Link>
        </p>
      )}
    </Card>
  );
}

function nothingPlanned({ doNotContact, status, contactInfo }: PartnerDetailView): string {
  if (doNotContact) return `Nothing is sent to them. Reason: ${REASONS[doNotContact].label}.`;
  if (status === 'pending') return 'Nothing is planned. Approve them to write to them.';
  if (status === 'rejected') return 'Nothing is planned. You rejected them.';
  if (!contactInfo?.email) return 'Nothing is planned. They need an email address first.';
  return 'Nothing is planned. Add them to a campaign to write to them.';
}

function Planned({ email: { message, campaign, why } }: { email: PlannedEmail }) {
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <CampaignLink campaign={campaign} />
        <MessageKind message={message} />
      </div>
      <p className="text-small">
        <MessageWhen message={message} />
      </p>
      {campaign.status === 'draft' && <p className="text-ink-3 text-note">The campaign has not started.</p>}
      {why && <p className="text-ink-3 text-note">{why.text}</p>}
      {message.body && (
        <details className="text-small">
          <summary className="wrap-anywhere w-fit rounded-control">
            <bdi>{message.subject}</bdi>
          </summary>
          <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line border-l-2 pl-3 text-left text-ink-2">
            {message.body}
          </p>
        </details>
      )}
      <MessageStep message={message} />
    </li>
  );
}
