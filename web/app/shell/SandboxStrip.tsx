import type { UserView } from '../../../api/views.ts';
import { externalUrl } from '../../lib/externalUrl.ts';

/** On every page of a sandbox installation, so that nobody takes its people and mails for real ones. */
export function SandboxStrip(props: { user: UserView }) {
  if (!props.user.sandbox) return null;
  const outbox = props.user.sandboxOutboxUrl;
  const href = outbox?.startsWith('/') ? outbox : externalUrl(outbox);
  return (
    <aside aria-label="Sandbox" className="border-b bg-signal-soft px-4 py-1.5 text-note text-signal md:px-8">
      <strong className="font-semibold">Sandbox</strong>: people and mail here are samples, nothing leaves this machine.{' '}
      {href && (
        <a className="underline underline-offset-2" href={href} target="_blank" rel="noopener noreferrer">
          Open the outbox
        </a>
      )}
    </aside>
  );
}
