import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useWriteAnyway } from './messages.ts';

/** The AI wrote no email. A person can want one all the same. */
export function UnfitNotice(props: { message: SendView }) {
  const { message } = props;
  const write = useWriteAnyway();
  return (
    <Notice
      tone="warn"
      action={
        <Button pending={write.isPending} onClick={() => write.mutate(message)}>
          Write it anyway
        </Button>
      }
    >
      No email was written. {message.unfit?.reason ?? 'The AI saw reasons against it.'} Leave it, or write the text
      yourself.
    </Notice>
  );
}
