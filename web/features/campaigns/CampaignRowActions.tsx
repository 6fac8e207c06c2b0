import { ArrowRight, Ellipsis, Eye, Pause, Play, Sparkles, UserPlus } from 'lucide-react';
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { reviewHref } from '../review/reviewUrl.ts';
import { useGenerateMessages, usePauseCampaign, useWriting } from './api.ts';
import { useCampaignDialog } from './CampaignDialogs.tsx';
import { type CampaignStep, nextStep, offersGenerate } from './nextStep.ts';

// a menu weighs as much as the rest of the list
const CampaignMenu = onDemand(() => import('./CampaignMenu.tsx').then((module) => module.CampaignMenu));

const ICONS = { add: UserPlus, generate: Sparkles, review: Eye, start: Play, pause: Pause, view: ArrowRight } as const;

/** The one step that fits the state of a campaign, and a menu with all others. */
export function CampaignRowActions(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const { id, status } = campaign;
  const [, navigate] = useLocation();
  const open = useCampaignDialog(id);
  const generate = useGenerateMessages(id);
  const writing = useWriting(campaign);
  const pause = usePauseCampaign(id);
  const [active, completed] = [status === 'active', status === 'completed'];
  const take: Record<CampaignStep, () => void> = {
    add: () => open('add'),
    generate: () => generate.mutate(),
    review: () => navigate(reviewHref(id)),
    start: () => open('start'),
    pause: () => pause.mutate(),
    view: () => navigate(`/campaigns/${id}`),
  };
  const labels: Record<CampaignStep, string> = {
    add: 'Add Partners',
    generate: 'Generate Messages',
    review: 'Preview & Edit',
    start: status === 'paused' ? 'Resume' : 'Start',
    pause: 'Pause',
    view: 'View Campaign',
  };
  const step = nextStep(campaign);
  const [someone, running] = [campaign.partnerCount > 0, active ? 'pause' : 'start'] as const;
  const offered: CampaignStep[] = [
    ...(someone ? (['view'] as const) : []),
    'add',
    ...(offersGenerate(campaign) && someone ? (['generate'] as const) : []),
    ...(someone ? (['review'] as const) : []),
    ...(completed ? [] : [running]),
  ];
  const busy = (one: CampaignStep) => (one === 'generate' ? writing : one === 'pause' && pause.isPending);
  const blocked = (one: CampaignStep) => one === 'start' && campaign.generation !== null;
  const choices = offered
    .filter((one) => one !== step || one === 'review')
    .map((one) => ({ label: labels[one], Icon: ICONS[one], disabled: busy(one) || blocked(one), take: take[one] }));
  const Icon = ICONS[step];
  return (
    <div data-own-press className="flex cursor-default items-center justify-end gap-1">
      {step === 'view' && (
        <ButtonLink size="small" href={`/campaigns/${id}`}>
          View Campaign
        </ButtonLink>
      )}
      {step === 'review' && (
        <ButtonLink size="small" href={reviewHref(id)}>
          <Icon aria-hidden />
          Review {wholeNumber(campaign.reviewCount)}
        </ButtonLink>
      )}
      {step !== 'view' && step !== 'review' && (
        // one button whatever the state, so that the focus stays on it when Start has become Pause
        <Button size="small" pending={busy(step)} disabled={blocked(step)} onClick={take[step]}>
          {!busy(step) && <Icon aria-hidden />}
          {labels[step]}
        </Button>
      )}
      <Suspense fallback={<MenuToCome />}>
        <CampaignMenu campaign={campaign} before={choices} />
      </Suspense>
    </div>
  );
}

const MenuToCome = () => (
  <Button variant="ghost" size="icon" disabled aria-label="More actions">
    <Ellipsis aria-hidden />
  </Button>
);
