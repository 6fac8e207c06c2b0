import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { clockIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useUserZone } from '../profile/api.ts';
import { UNCONFIRMED } from './messageState.ts';
import { useMarkSent } from './messages.ts';
import { ResendButton } from './ResendButton.tsx';

/** A person's two possible decisions about a message that may have left. `otherChoice` replaces "Send again". */
export function UnknownChoice(props: { message: SendView; otherChoice?: ReactNode }) {
  const { message } = props;
  const mark = useMarkSent();
  const name = message.partner.name ?? 'this partner';
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>button]:flex-1">
      <Button pending={mark.isPending} aria-label={`Mark as sent: ${name}`} onClick={() => mark.mutate(message)}>
        {!mark.isPending && <Check aria-hidden />}
        Mark as sent
      </Button>
      {props.otherChoice ?? <ResendButton message={message} label={`Send again to ${name}`} />}
    </div>
  );
}

/** A message that may have left: its facts, and the possible decisions. */
export function UnknownNotice(props: { message: SendView; otherChoice?: ReactNode; className?: string }) {
  const { message, otherChoice } = props;
  const zone = useUserZone();
  const now = useNow();
  const facts = message.unknown;
  return (
    <Notice
      tone="warn"
      {...(props.className && { className: props.className })}
      action={<UnknownChoice message={message} otherChoice={otherChoice} />}
    >
      <p className="font-semibold">{UNCONFIRMED}</p>
      {facts && (
        <p>
          {facts.handedOverAt !== null && (
            <>
              Handed to the email provider{' '}
              <time dateTime={facts.handedOverAt}>{clockIn(zone, facts.handedOverAt, now)}</time>.{' '}
            </>
          )}
          {facts.answer.replace(/\.$/, '')}.
        </p>
      )}
    </Notice>
  );
}
