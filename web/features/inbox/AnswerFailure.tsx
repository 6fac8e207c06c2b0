import { Notice } from '../../components/ui/Notice.tsx';
import { outcomeUncertain } from '../../lib/apiError.ts';
import { ConnectionLost } from '../../lib/connection.ts';

/** The state of an answer whose call got no response. It stays until the next press. `press`: what sends it again. */
export function AnswerFailure(props: {
  error: Error | null;
  press: string;
  /** An earlier press may have sent it. */
  unsure?: boolean;
  className?: string;
}) {
  const { error, press, unsure = false, className } = props;
  if (error instanceof ConnectionLost && error.offline && !unsure)
    return (
      <Notice tone="bad" className={className}>
        You are offline, so it was not sent. Press {press} again when you are online.
      </Notice>
    );
  if (!outcomeUncertain(error) && !(unsure && error instanceof ConnectionLost)) return null;
  return (
    <Notice tone="bad" className={className}>
      The server did not answer, so it may have been sent. Press {press} again: it is never sent twice.
    </Notice>
  );
}
