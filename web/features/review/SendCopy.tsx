import { MailCheck } from 'lucide-react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { useHere } from '../../lib/here.ts';
import { useSendCopy } from './api.ts';
import { type MessageDraft, textOf } from './messageDraft.ts';

/** Sends the text that is shown, saved or not, to the user's own address. */
export function SendCopy({ message, shown }: { message: SendView; shown: MessageDraft }) {
  const { mutate, isPending } = useSendCopy(message.id);
  const send = () => {
    if (!isPending) mutate(textOf(shown));
  };
  useHere([{ id: 'copy', text: 'Send this text to me', run: send }]);
  return (
    <Button variant="ghost" size="small" className="self-start" pending={isPending} onClick={send}>
      {!isPending && <MailCheck aria-hidden />}
      Send this text to me
    </Button>
  );
}
