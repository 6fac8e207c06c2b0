import { Pause, Play } from 'lucide-react';
import { useEffect } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { outcomeUncertain } from '../../lib/apiError.ts';
import { useHere } from '../../lib/here.ts';
import { usePauseCampaign } from './api.ts';

/** `onStart` opens StartDialog. */
export function CampaignControls(props: {
  campaign: CampaignView;
  variant: 'primary' | 'outline';
  onStart: () => void;
}) {
  const { campaign, onStart } = props;
  const pause = usePauseCampaign(campaign.id);
  const { reset: forgetPause } = pause;
  const active = campaign.status === 'active';
  const completed = campaign.status === 'completed';
  // Paused after all: the doubt is over, and must not appear at the next start.
  useEffect(() => {
    if (!active) forgetPause();
  }, [active, forgetPause]);
  const action = active ? 'Pause' : campaign.status === 'paused' ? 'Resume' : 'Start';
  const take = (): void => (active ? pause.mutate() : onStart());
  const blocked = !active && campaign.generation !== null;
  useHere(completed || blocked ? [] : [{ id: 'start', text: `${action} this campaign`, run: take }]);
  if (completed) return null;
  return (
    <>
      {/* One button whatever the state, so that the focus stays on it when Start has become Pause. */}
      <Button variant={active ? 'outline' : props.variant} pending={pause.isPending} disabled={blocked} onClick={take}>
        {!pause.isPending && (active ? <Pause aria-hidden /> : <Play aria-hidden />)}
        {action}
      </Button>
      {active && outcomeUncertain(pause.error) && (
        <Notice tone="bad" className="order-last basis-full max-sm:col-span-2">
          <strong className="font-semibold">This campaign may still be running.</strong> The server did not confirm the
          pause. Press Pause again once it answers.
        </Notice>
      )}
    </>
  );
}
