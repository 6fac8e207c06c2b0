import { Eye, Sparkles, UserPlus } from 'lucide-react';
import { useLocation } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { useHere } from '../../lib/here.ts';
import { counted } from '../../lib/numbers.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { reviewHref } from '../review/reviewUrl.ts';
import { useGenerateMessages, useWriting } from './api.ts';
import { CampaignControls } from './CampaignControls.tsx';
import { useCampaignDialog } from './CampaignDialogs.tsx';
import { type CampaignStep, nextStep, offersGenerate } from './nextStep.ts';

/** The steps of a campaign in the order in which they are taken; the next one is highlighted. CampaignMenu has the rarer actions. */
export function CampaignActions(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const open = useCampaignDialog(campaign.id);
  const [, navigate] = useLocation();
  const generate = useGenerateMessages(campaign.id);
  const writing = useWriting(campaign);
  const next = nextStep(campaign);
  const look = (step: CampaignStep) => (step === next ? 'primary' : 'outline');
  const someone = campaign.partnerCount > 0;
  useHere([
    { id: 'add', text: 'Add partners to this campaign', run: () => open('add') },
    ...(someone
      ? [{ id: 'review', text: 'Preview & edit the messages', run: () => navigate(reviewHref(campaign.id)) }]
      : []),
    ...(someone && !writing && offersGenerate(campaign)
      ? [{ id: 'generate', text: 'Generate messages', run: () => generate.mutate() }]
      : []),
  ]);
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:order-2 max-sm:w-full max-sm:[&>*]:flex-[1_0_40%] max-sm:[&>*]:px-1.5 max-sm:[&_svg:not(.animate-spin)]:hidden">
      <Button variant={look('add')} onClick={() => open('add')}>
        <UserPlus aria-hidden />
        Add Partners
      </Button>
      {offersGenerate(campaign) && (
        <Button variant={look('generate')} pending={writing} disabled={!someone} onClick={() => generate.mutate()}>
          {!writing && <Sparkles aria-hidden />}
          Generate Messages
        </Button>
      )}
      {someone && (
        <ButtonLink variant={look('review')} href={reviewHref(campaign.id)}>
          <Eye aria-hidden />
          Preview &amp; Edit
        </ButtonLink>
      )}
      <CampaignControls campaign={campaign} variant={look('start')} onStart={() => open('start')} />
      {offersGenerate(campaign) && campaign.missingCount > 0 && (
        <AiEstimate
          operation="messageGeneration"
          what={counted(campaign.missingCount, 'message')}
          count={campaign.missingCount}
          className="basis-full! px-0!"
        />
      )}
    </div>
  );
}
