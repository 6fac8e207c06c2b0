import { CircleCheck } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Link } from 'wouter';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { DETAIL_AND_MORE } from '../../components/ui/MasterDetail.tsx';
import { classes } from '../../lib/classes.ts';
import { counted } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useGenerateMessages, useWriting } from '../campaigns/api.ts';
import { CampaignControls } from '../campaigns/CampaignControls.tsx';
import { reviewHref } from './reviewUrl.ts';

const StartDialog = onDemand(() => import('../campaigns/StartDialog.tsx').then((module) => module.StartDialog));

/** Nothing waits for review any more: what comes next. */
export function AllReviewed(props: {
  place: RefObject<HTMLElement | null>;
  campaign: CampaignView;
  messages: readonly SendView[];
  /** Those with an edit that is not saved. */
  unsaved: readonly SendView[];
}) {
  const { campaign, messages, unsaved } = props;
  const [edited] = unsaved;
  const unknown = messages.find(({ status }) => status === 'unknown');
  const missing = campaign.missingCount;
  const starts = campaign.status === 'draft' || campaign.status === 'paused';
  const [starting, setStarting] = useState(false);
  // started although the answer was lost, or in another tab
  if (starting && !starts) setStarting(false);
  return (
    <section
      ref={props.place}
      tabIndex={-1}
      aria-label="All reviewed"
      className={classes('bg-surface outline-none', DETAIL_AND_MORE)}
    >
      <EmptyState
        icon={!edited && <CircleCheck aria-hidden className="size-6 text-good" />}
        title={
          edited
            ? `${counted(unsaved.length, 'edit')} not saved`
            : missing > 0
              ? 'All written messages are reviewed'
              : 'All reviewed'
        }
        action={
          <>
            {edited && (
              <ButtonLink variant="primary" href={reviewHref(campaign.id, edited.id)}>
                {unsaved.length === 1 ? 'Open the message' : 'Open the first one'}
              </ButtonLink>
            )}
            {missing > 0 ? (
              <Generate campaign={campaign} />
            ) : (
              <CampaignControls
                campaign={campaign}
                variant={starts && !edited ? 'primary' : 'outline'}
                onStart={() => setStarting(true)}
              />
            )}
            <ButtonLink href={`/campaigns/${campaign.id}`}>View Campaign</ButtonLink>
          </>
        }
      >
        {edited && 'The saved text is sent unless you save yours. '}
        {missing > 0
          ? `${counted(missing, 'message')} ${missing === 1 ? 'is' : 'are'} not generated yet.`
          : starts
            ? 'Start the campaign to send the approved messages.'
            : campaign.status === 'active'
              ? 'Approved messages are sent on schedule.'
              : 'This campaign is complete.'}
        {unknown && (
          <>
            {' '}
            <Link className="link" href={reviewHref(campaign.id, unknown.id)}>
              Check the unconfirmed email
            </Link>
          </>
        )}
      </EmptyState>
      <FetchedPart onLost={() => setStarting(false)}>
        {starting && <StartDialog campaign={campaign} onClose={() => setStarting(false)} />}
      </FetchedPart>
    </section>
  );
}

function Generate(props: { campaign: CampaignView }) {
  const generate = useGenerateMessages(props.campaign.id);
  const writing = useWriting(props.campaign);
  return (
    <Button variant="primary" pending={writing} onClick={() => generate.mutate()}>
      Generate Messages
    </Button>
  );
}
