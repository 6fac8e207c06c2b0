import { Check, CirclePlay, CircleStop, Ellipsis, Pause, RotateCcw, UserMinus } from 'lucide-react';
import type { SendView } from '../../../api/views.ts';
import type { MessageFilter } from '../../../events/messages/messageInput.ts';
import type { Steer } from '../../../events/messages/steerNames.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Menu, MenuItem } from '../../components/ui/Menu.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { steeredBy, steersFor, useSteer } from '../campaigns/steer.ts';
import { STEER_WORDS, someRefused } from '../partners/batch.ts';

const ICONS: Record<Steer, typeof Check> = {
  ...{ approve: Check, withdraw: RotateCcw, retry: RotateCcw, restore: RotateCcw },
  ...{ hold: Pause, release: CirclePlay, cancel: CircleStop, take_out: UserMinus },
};

/** What else can be done with one message that waits. */
export function SteerMenu({ message }: { message: SendView }) {
  const steer = useSteer();
  if (message.steers.length === 0) return null;
  return (
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
          onSelect={() => steer.mutate({ act, ids: [message.id] })}
        />
      ))}
    </Menu>
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
  const acts = steersFor(messages);
  if (acts.length === 0) return null;
  return (
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
        return (
          <SteerItem
            key={act}
            act={act}
            label={all ? label : `${label} ${wholeNumber(ids.length)}`}
            onSelect={() =>
              steer.mutate(
                { act, ...(all ? { filter: all } : { ids }) },
                { onSuccess: (answer) => someRefused(answer) || props.onClear() },
              )
            }
          />
        );
      })}
    </Menu>
  );
}
