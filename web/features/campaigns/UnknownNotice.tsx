import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { momentIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useUserZone } from '../profile/userZone.ts';
import { ResendButton } from './ResendButton.tsx';
import { useMarkSent } from './sendMessage.ts';

/** A message that may have left: what is known of it, and the two things that a person can decide. `otherChoice` replaces "Send again". */
export function UnknownNotice(props: { message: SendView; otherChoice?: ReactNode; className?: string }) {
  const { message, otherChoice } = props;
  const { zone, suffix } = useUserZone();
  const now = useNow();
  const mark = useMarkSent();
  const facts = message.unknown;
  const name = message.partner.name ?? 'this partner';
  return (
    <Notice
      tone="warn"
      {...(props.className && { className: props.className })}
      action={
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>button]:flex-1">
          <Button pending={mark.isPending} aria-label={`Mark as sent: ${name}`} onClick={() => mark.mutate(message)}>
            {!mark.isPending && <Check aria-hidden />}
            Mark as sent
          </Button>
          {otherChoice ?? <ResendButton message={message} label={`Send again to ${name}`} />}
        </div>
      }
    >
      <p className="font-semibold">We could not confirm whether this left</p>
      {facts && (
        <p>
          {facts.handedOverAt !== null && (
            <>
              Handed to the email provider{' '}
              <time dateTime={facts.handedOverAt}>
                {momentIn(zone, facts.handedOverAt, now)}
                {suffix}
              </time>
              .{' '}
            </>
          )}
          {facts.answer.replace(/\.$/, '')}.
        </p>
      )}
    </Notice>
  );
}
