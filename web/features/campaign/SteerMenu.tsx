import {
  ArrowRightLeft,
  CalendarClock,
  CalendarPlus,
  Check,
  CirclePlay,
  CircleStop,
  Ellipsis,
  Pause,
  RotateCcw,
  UserMinus,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import type { MessageFilter } from '../../../events/messages/messageInput.ts';
import type { Steer } from '../../../events/messages/steerNames.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Menu, MenuItem } from '../../components/ui/Menu.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { type AskedSteer, isAsked, type SteerTarget, steeredBy, steersFor, useSteer } from '../campaigns/steer.ts';
import { someRefused } from '../partners/batch.ts';
import { STEER_WORDS } from '../partners/batchWords.ts';

const SteerDialog = onDemand(() => import('./SteerDialog.tsx').then((module) => module.SteerDialog));

const Dialog = (props: Parameters<typeof SteerDialog>[0]) => (
  <Suspense>
    <SteerDialog {...props} />
  </Suspense>
);

const ICONS: Record<Steer, typeof Check> = {
  ...{ approve: Check, withdraw: RotateCcw, retry: RotateCcw, restore: RotateCcw },
  ...{ reschedule: CalendarClock, postpone: CalendarPlus },
  ...{ hold: Pause, release: CirclePlay, cancel: CircleStop, take_out: UserMinus, move: ArrowRightLeft },
};

export function SteerMenu({ message }: { message: SendView }) {
  const steer = useSteer();
  const [asking, setAsking] = useState<AskedSteer | null>(null);
  if (message.steers.length === 0 && asking === null) return null;
  const target = { ids: [message.id] };
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            pending={steer.isPending}
            aria-label={`More for ${message.partner.name ?? 'this partner'}`}
          >
            {!steer.isPending && <Ellipsis aria-hidden />}
          </Button>
        }
      >
        {steersFor([message]).map((act) => (
          <SteerItem
            key={act}
            act={act}
            label={labelFor(act, message)}
            onSelect={() => (isAsked(act) ? setAsking(act) : steer.mutate({ act, ...target }))}
          />
        ))}
      </Menu>
      {asking && <Dialog act={asking} target={target} messages={[message]} onClose={() => setAsking(null)} />}
    </>
  );
}

/** A canceled follow-up ends its sequence. */
const labelFor = (act: Steer, { followUp, sentAgain }: SendView): string =>
  act === 'cancel' && followUp && !sentAgain ? 'Stop follow-ups' : STEER_WORDS[act].label;

function SteerItem(props: { act: Steer; label: string; onSelect: () => void }) {
  const Icon = ICONS[props.act];
  return (
    <MenuItem destructive={props.act === 'cancel' || props.act === 'take_out'} onSelect={props.onSelect}>
      <Icon aria-hidden />
      {props.label}
    </MenuItem>
  );
}

/** The same for the selected messages. Each act says how many it fits. `all`: all that a filter shows, of which `messages` are there. */
export function SteerSelected(props: {
  messages: readonly SendView[];
  all: MessageFilter | null;
  onClear: () => void;
}) {
  const { messages, all } = props;
  const steer = useSteer();
  const [asking, setAsking] = useState<{ act: AskedSteer; target: SteerTarget } | null>(null);
  // a time of its own is for one email
  const acts = steersFor(messages).filter((act) => act !== 'reschedule');
  if (acts.length === 0 && asking === null) return null;
  return (
    <>
      <Menu
        side="top"
        trigger={
          <Button pending={steer.isPending}>
            {!steer.isPending && <Ellipsis aria-hidden />}
            More
          </Button>
        }
      >
        {acts.map((act) => {
          const ids = steeredBy(act, messages).map(({ id }) => id);
          const { label } = STEER_WORDS[act];
          const target = all ? { filter: all } : { ids };
          return (
            <SteerItem
              key={act}
              act={act}
              label={all ? label : `${label.replace('…', '')} ${wholeNumber(ids.length)}${isAsked(act) ? '…' : ''}`}
              onSelect={() =>
                isAsked(act)
                  ? setAsking({ act, target })
                  : steer.mutate({ act, ...target }, { onSuccess: (answer) => someRefused(answer) || props.onClear() })
              }
            />
          );
        })}
      </Menu>
      {asking && <Dialog {...asking} messages={messages} onDone={props.onClear} onClose={() => setAsking(null)} />}
    </>
  );
}
