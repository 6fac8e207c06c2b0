import { Check, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import type { MessageFilter } from '../../../events/messages/messageInput.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { BulkBar } from '../../components/ui/table/BulkBar.tsx';
import { exactly, type Total, totalNumber, totalWords } from '../../lib/total.ts';
import { type SteerTarget, steeredBy, useSteer } from '../campaigns/steer.ts';
import { someRefused } from '../partners/batch.ts';
import { SelectAllButton } from '../partners/SelectAllButton.tsx';
import { SteerSelected } from './SteerMenu.tsx';

const WORDS = {
  approve: {
    ...{ label: 'Approve', Icon: Check, noun: 'message', show: 'review' as const },
    text: 'Their texts are approved as they are. Messages that were flagged are left out: review them one by one.',
  },
  retry: {
    ...{ label: 'Retry', Icon: RotateCcw, noun: 'email', show: 'failed' as const },
    text: 'They are sent now, without changes. Emails beyond the daily limits are left out.',
  },
};

export type AllMessages = { filter: MessageFilter; total: Total };

/** The actions on the selected messages, also on those that the filter hides. Each choice is there while it fits one of them. */
export function MessagesBulkBar(props: {
  selected: readonly SendView[];
  /** What the list shows, if not all of it is there. */
  shown: AllMessages | null;
  onClear: () => void;
}) {
  const { selected, shown, onClear } = props;
  const [isAll, setAll] = useState(false);
  const all = isAll ? shown : null;
  const clear = (): void => {
    setAll(false);
    onClear();
  };
  return (
    <BulkBar
      label="Selected messages"
      count={all?.total.total ?? selected.length}
      isMore={all?.total.exact === false}
      onClear={clear}
    >
      {(['approve', 'retry'] as const).map((act) => {
        const fitting = steeredBy(act, selected);
        return (
          <BulkButton
            key={act}
            act={act}
            target={all ? { filter: { ...all.filter, show: WORDS[act].show } } : { ids: fitting.map(({ id }) => id) }}
            count={exactly(fitting.length)}
            all={all !== null}
            onDone={clear}
          />
        );
      })}
      <SteerSelected messages={selected} all={all?.filter ?? null} onClear={clear} />
      <SelectAllButton
        total={shown?.total ?? null}
        selected={selected.length}
        all={isAll}
        onSelect={() => setAll(true)}
      />
    </BulkBar>
  );
}

/** Asks, then acts on all its messages. `all`: on all that a filter shows, so it does not say how many. `count`: of those that are known. */
export function BulkButton(props: {
  act: keyof typeof WORDS;
  target: SteerTarget;
  count: Total;
  all?: boolean;
  /** The label says that these are all that are shown. */
  everyone?: boolean;
  onDone?: () => void;
}) {
  const { label, Icon, noun, text } = WORDS[props.act];
  const [asking, setAsking] = useState(false);
  const steer = useSteer();
  // an action may take some from the list, and the question stays about all
  const [asked, setAsked] = useState(props.count);
  const count = asking ? asked : props.count;
  if (count.total < (props.everyone ? 2 : 1)) return null;
  return (
    <>
      <Button
        pending={steer.isPending}
        onClick={() => {
          setAsked(props.count);
          setAsking(true);
        }}
      >
        {!steer.isPending && <Icon aria-hidden />}
        {label} {(props.all || props.everyone) && 'all '}
        {!props.all && totalNumber(count)}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={props.all ? `${label} all that are shown?` : `${label} ${totalWords(count, noun)}?`}
        confirmLabel={props.all || props.everyone ? `${label} all` : label}
        pending={steer.isPending}
        onConfirm={() =>
          steer.mutate(
            { act: props.act, ...props.target },
            {
              onSuccess: (answer) => someRefused(answer) || props.onDone?.(),
              onSettled: () => setAsking(false),
            },
          )
        }
      >
        {text}
      </ConfirmDialog>
    </>
  );
}
