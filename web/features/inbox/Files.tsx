import { Download, Paperclip } from 'lucide-react';
import type { ThreadMailView } from '../../../api/views.ts';
import { MOST_FILE_BYTES } from '../../../events/conversations/attachments.ts';
import { fileSize } from '../../../events/shared/format.ts';
import { Notice } from '../../components/ui/Notice.tsx';
import { counted } from '../../lib/numbers.ts';

type Received = Extract<ThreadMailView, { kind: 'received' }>;
type File = Received['files'][number];

const CHIP = 'flex min-w-0 max-w-full items-center gap-1.5 rounded-control bg-sunken px-2 py-1';

/** The attachments of a mail, to download; and of those that were not kept, where they still are. */
export function Files(props: { conversationId: string; mail: Pick<Received, 'id' | 'files' | 'inMailbox'> }) {
  const { conversationId, mail } = props;
  const { files } = mail;
  return (
    <div className="flex flex-col gap-1 text-note">
      <ul aria-label="Attachments" className="flex flex-wrap gap-1.5">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          <li key={index} className="flex min-w-0 max-w-full">
            {file.kept ? (
              <a
                className={`${CHIP} hover:bg-fill`}
                href={`/api/inbox/${conversationId}/files/${mail.id}/${index}`}
                download
              >
                <Download aria-hidden className="size-3.5 shrink-0 text-ink-3" />
                <span className="sr-only">Download</span>
                <Name file={file} />
              </a>
            ) : (
              <span className={CHIP}>
                <Paperclip aria-hidden className="size-3.5 shrink-0 text-ink-3" />
                <Name file={file} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <NotKept files={files.filter(({ kept }) => !kept)} inMailbox={mail.inMailbox} />
    </div>
  );
}

/** The end of a name, which says what a file is: it stays in sight where the name is cut. */
const ENDING = /\.[a-z0-9]{1,8}$/i;

function Name(props: { file: File }) {
  const { name, type, size } = props.file;
  const [ending = ''] = ENDING.exec(name) ?? [];
  const rest = name.slice(0, name.length - ending.length);
  return (
    <>
      {rest ? (
        <span className="flex min-w-0" title={name}>
          <span className="sr-only">{name}</span>
          <bdi aria-hidden className="min-w-0 truncate">
            {rest}
          </bdi>
          <span aria-hidden className="shrink-0">
            {ending}
          </span>
        </span>
      ) : (
        <bdi className="min-w-0 truncate">{name || type || 'Unnamed file'}</bdi>
      )}
      {size !== null && <span className="shrink-0 text-ink-3 tabular-nums">{fileSize(size)}</span>}
    </>
  );
}

function NotKept({ files, inMailbox }: Pick<Received, 'files' | 'inMailbox'>) {
  const them = files.length === 1 ? 'it' : 'them';
  const why = files.every(({ size }) => (size ?? 0) > MOST_FILE_BYTES) ? 'too large to keep' : 'not kept';
  if (files.length === 0) return null;
  return (
    <p className="text-ink-3">
      {counted(files.length, 'attachment')} {why}.{' '}
      {inMailbox
        ? `Open your mailbox to see ${them}.`
        : `Ask for a link to ${them}, or for ${them} at your own address.`}
    </p>
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
