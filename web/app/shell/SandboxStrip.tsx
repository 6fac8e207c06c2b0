import { externalUrl } from '../../../events/shared/externalUrl.ts';

/** On every page of a sandbox installation, so that nobody takes its people and mails for real ones. */
export function SandboxStrip(props: { outboxUrl: string | null }) {
  const { outboxUrl } = props;
  const href = outboxUrl?.startsWith('/') ? outboxUrl : externalUrl(outboxUrl);
  return (
    <aside aria-label="Sandbox" className="border-b bg-signal-soft px-4 py-1.5 text-note text-signal md:px-8">
      <strong className="font-semibold">Sandbox</strong>: people and emails are samples. Nothing leaves this machine.{' '}
      {href && (
        <a className="underline underline-offset-2" href={href} target="_blank" rel="noopener noreferrer">
          Open the outbox
        </a>
      )}
    </aside>
  );
}
