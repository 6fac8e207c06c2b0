import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { type Total, totalWords } from '../../lib/total.ts';
import { type SteerTarget, useSteer } from '../campaigns/steer.ts';
import { someRefused } from '../partners/batch.ts';

/** Asks before many messages are approved, and says what is left out. `onDone`: all that could be were approved at once. */
export function ApproveAllDialog(props: {
  label: string;
  count: Total;
  flagged: number;
  target: SteerTarget;
  onDone: () => void;
  onClose: () => void;
}) {
  const { label, count, flagged } = props;
  const steer = useSteer();
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      title={`Approve ${totalWords(count, 'message')}?`}
      confirmLabel={label}
      pending={steer.isPending}
      onConfirm={() =>
        steer.mutate(
          { act: 'approve', ...props.target },
          { onSuccess: (answer) => someRefused(answer) || props.onDone(), onSettled: props.onClose },
        )
      }
    >
      <p>
        {count.total === 1
          ? 'It is approved as it is. You can still edit it until it is sent.'
          : 'They are approved as they are. You can still edit each one until it is sent.'}
      </p>
      {flagged > 0 && (
        <p className="mt-2 text-signal">
          {flagged === 1
            ? '1 flagged message is left out. Review it'
            : `${flagged} flagged messages are left out. Review them one by one`}
          .
        </p>
      )}
    </ConfirmDialog>
  );
}
