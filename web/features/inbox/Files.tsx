import { Paperclip } from 'lucide-react';
import type { ThreadMailView } from '../../../api/views.ts';
import { Notice } from '../../components/ui/Notice.tsx';
import { counted, fileSize } from '../../lib/numbers.ts';

type Received = Extract<ThreadMailView, { kind: 'received' }>;

/** The attachments of a mail, which are not kept, and where they still are. */
export function Files({ files, inMailbox }: Pick<Received, 'files' | 'inMailbox'>) {
  const them = files.length === 1 ? 'it' : 'them';
  return (
    <div className="flex flex-col gap-1 text-note">
      <ul aria-label="Attachments" className="flex flex-wrap gap-1.5">
        {files.map(({ name, type, size }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          <li key={index} className="flex min-w-0 max-w-full items-center gap-1.5 rounded-control bg-sunken px-2 py-1">
            <Paperclip aria-hidden className="size-3.5 shrink-0 text-ink-3" />
            <bdi className="min-w-0 truncate" title={name || undefined}>
              {name || type || 'Unnamed file'}
            </bdi>
            {size !== null && <span className="shrink-0 text-ink-3 tabular-nums">{fileSize(size)}</span>}
          </li>
        ))}
      </ul>
      <p className="text-ink-3">
        {counted(files.length, 'attachment')} not kept.{' '}
        {inMailbox
          ? `Open your mailbox to see ${them}.`
          : `Ask for a link to ${them}, or for ${them} at your own address.`}
      </p>
    </div>
  );
}

/** A reply of which no more than its headers could be read, and what to do about it. */
export function Unparsed({ inMailbox }: Pick<Received, 'inMailbox'>) {
  return (
    <Notice tone="warn">
      This reply could not be read.{' '}
      {inMailbox ? 'Open your mailbox to read it.' : 'Ask the person to send it again as plain text.'}
    </Notice>
  );
}
