import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { useCurrentUser } from '../session/api.ts';

/** In the sandbox only its sample people can be found: says where their addresses are. */
export function SamplePeople() {
  const user = useCurrentUser().data;
  const outbox = user?.sandbox ? externalUrl(user.sandboxOutboxUrl) : null;
  if (!outbox) return null;
  return (
    <p className="mt-3 text-small text-ink-2">
      This sandbox knows only its own people.{' '}
      <a className="link" href={new URL('/people', outbox).href} target="_blank" rel="noopener noreferrer">
        See the sample people
      </a>{' '}
      and use an address from there.
    </p>
  );
}
