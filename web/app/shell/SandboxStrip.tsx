import { externalUrl } from '../../../events/shared/externalUrl.ts';

/** On every page of a sandbox installation, so that nobody takes its people and mails for real ones. */
export function SandboxStrip(props: { outboxUrl: string | null }) {
  const { outboxUrl } = props;
  const href = outboxUrl?.startsWith('/') ? outboxUrl : externalUrl(outboxUrl);
  return (
    <aside aria-label="Sandbox" className="border-b bg-signal-soft px-4 py-1.5 text-note text-signal md:px-6 xl:px-8">
      <strong className="font-semibold">Sandbox</strong>: people <span className="max-sm:hidden">and emails </span>are
      samples. <span className="max-sm:hidden">Nothing leaves this machine. </span>
      {href && (
        <a className="underline underline-offset-2" href={href} target="_blank" rel="noopener noreferrer">
          Open the outbox
        </a>
      )}
    </aside>
  );
}
