import { Check, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { BulkBar } from '../../components/ui/table/BulkBar.tsx';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { BULK_ACTIONS, type BulkActionName, useBulkMessages } from '../campaigns/messages.ts';
import { SteerSelected } from './SteerMenu.tsx';

const WORDS: Record<
  BulkActionName,
  { label: string; Icon: typeof Check; title: (count: number) => string; text: string }
> = {
  approve: {
    ...{ label: 'Approve', Icon: Check, title: (count) => `Approve ${counted(count, 'message')}?` },
    text: 'Their texts are approved as they are. Messages that were flagged are left out: review them one by one.',
  },
  retry: {
    ...{ label: 'Retry', Icon: RotateCcw, title: (count) => `Retry ${counted(count, 'email')}?` },
    text: 'They are sent now, one after the other, without changes. The daily limits still count.',
  },
};

/** The actions on the selected messages, also on those that the filter hides. Each choice is there while it fits one of them. */
export function MessagesBulkBar(props: { selected: readonly SendView[]; onClear: () => void }) {
  const names = Object.keys(BULK_ACTIONS) as BulkActionName[];
  const [underWay, setUnderWay] = useState<readonly SendView[] | null>(null);
  const selected = underWay ?? props.selected;
  return (
    <BulkBar label="Selected messages" count={selected.length} onClear={props.onClear}>
      {names.map((name) => (
        <BulkButton
          key={name}
          name={name}
          messages={selected.filter(BULK_ACTIONS[name].fits)}
          onBusy={(isBusy) => setUnderWay(isBusy ? selected : null)}
          onClear={props.onClear}
        />
      ))}
      <SteerSelected messages={selected} onClear={props.onClear} />
    </BulkBar>
  );
}

/**
 * Asks, then acts on all its messages. An action may take one from the list, and the question stays about all. `all`: the label says that these are
 * all that are shown.
 */
export function BulkButton(props: {
  name: BulkActionName;
  messages: readonly SendView[];
  all?: boolean;
  onBusy?: (isBusy: boolean) => void;
  onClear?: () => void;
}) {
  const { name } = props;
  const { label, Icon, title, text } = WORDS[name];
  const [asking, setAsking] = useState(false);
  const bulk = useBulkMessages(name);
  const messages = bulk.isPending ? bulk.variables : props.messages;
  if (messages.length < (props.all ? 2 : 1) && !asking) return null;
  const confirmed = (): void => {
    props.onBusy?.(true);
    bulk.mutate(messages, {
      onSuccess: ({ refused }) => refused === null && props.onClear?.(),
      onSettled: () => {
        setAsking(false);
        props.onBusy?.(false);
      },
    });
  };
  return (
    <>
      <Button pending={bulk.isPending} onClick={() => setAsking(true)}>
        {!bulk.isPending && <Icon aria-hidden />}
        {label} {props.all && 'all '}
        {wholeNumber(messages.length)}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={title(messages.length)}
        confirmLabel={props.all ? `${label} all` : label}
        pending={bulk.isPending}
        onConfirm={confirmed}
      >
        {text}
      </ConfirmDialog>
    </>
  );
}
