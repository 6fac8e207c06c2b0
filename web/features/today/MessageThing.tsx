import { CirclePlay, CircleStop } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { NeedView, SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Kbd } from '../../components/ui/Kbd.tsx';
import { DETAIL_AND_MORE } from '../../components/ui/MasterDetail.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { classes } from '../../lib/classes.ts';
import { ariaKeys, useShortcuts } from '../../lib/shortcuts.ts';
import { MessageActions } from '../campaign/MessageActions.tsx';
import { MessageBody } from '../campaign/MessagePanel.tsx';
import { useCampaign, useSend } from '../campaigns/api.ts';
import { waitsForReview } from '../campaigns/messageState.ts';
import { useSteer } from '../campaigns/steer.ts';
import { PartnerAside } from '../inbox/PartnerAside.tsx';
import { usePartnerDetail } from '../partners/api.ts';
import { STEER_WORDS } from '../partners/batchWords.ts';
import { ReviewOne } from '../review/ReviewOne.tsx';
import { MIDDLE } from './needWords.ts';

/** A text to read, an email on hold, or one that did not reach its reader. */
export function MessageThing(props: { need: NeedView; head: ReactNode; actions: ReactNode; onLeave: () => void }) {
  const { need, head, actions, onLeave } = props;
  const campaignId = need.campaign?.id ?? '';
  const message = useSend(campaignId, need.id, false);
  const campaign = useCampaign(campaignId);
  const place = useRef<HTMLElement>(null);
  const { data } = message;
  if (message.isError) return <LoadFailed again={message}>The email could not be loaded. Please try again.</LoadFailed>;
  if (!data)
    return (
      <div className={classes(MIDDLE, DETAIL_AND_MORE)}>
        {head}
        <Loading label="Loading the email" height="h-96" />
      </div>
    );
  const isHeld = need.reason === 'held';
  // a failed text is corrected, or written again, where it is read
  if (!isHeld && (waitsForReview(data) || (data.status === 'failed' && !data.needsAddress && !data.answer)))
    return (
      <ReviewOne
        place={place}
        head={head}
        actions={actions}
        message={data}
        campaign={campaign.data ?? null}
        onLeave={onLeave}
      />
    );
  return (
    <>
      <div className={MIDDLE}>
        {head}
        <div className="mx-auto flex w-full max-w-prose flex-1 flex-col gap-3 px-4 py-5 sm:px-6">
          <MessageBody message={data} onSend={onLeave} />
        </div>
        <footer
          data-foot
          className="sticky bottom-(--tab-bar) z-5 flex flex-wrap items-center gap-2 border-t bg-surface px-4 py-2.5"
        >
          {isHeld && <Held message={data} onLeave={onLeave} />}
          {actions}
          {!data.needsAddress && !isHeld && (
            <span className="ml-auto">
              <MessageActions message={data} answeredLater={false} />
            </span>
          )}
        </footer>
      </div>
      <PersonOf id={data.partner.id} />
    </>
  );
}

/** The user decides about an email on hold. The notice, or U, takes it back. */
function Held(props: { message: SendView; onLeave: () => void }) {
  const { message, onLeave } = props;
  const steer = useSteer();
  const decide = (act: 'release' | 'cancel'): void => {
    if (steer.isPending) return;
    onLeave();
    steer.mutate({ act, ids: [message.id] });
  };
  const cancel = () => decide('cancel');
  useShortcuts({ cancelHeld: cancel });
  return (
    <>
      <Button data-first variant="primary" aria-keyshortcuts={ariaKeys('first')} onClick={() => decide('release')}>
        <CirclePlay aria-hidden />
        {STEER_WORDS.release.label}
        <Kbd of="first" on="accent" />
      </Button>
      <Button aria-keyshortcuts={ariaKeys('cancelHeld')} onClick={cancel}>
        <CircleStop aria-hidden />
        {STEER_WORDS.cancel.label}
        <Kbd of="cancelHeld" />
      </Button>
    </>
  );
}

function PersonOf(props: { id: string }) {
  const { data } = usePartnerDetail(props.id);
  return data ? <PartnerAside framed partner={data} /> : null;
}
