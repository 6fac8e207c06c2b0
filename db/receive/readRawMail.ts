import { parserThread, Unparsable } from '../parse/parserThread.ts';
import type { MailTask } from './mailThread.ts';
import type { ReadMail } from './readMail.ts';

/** Of a mail that nothing can be read of. */
const NOTHING: ReadMail = {
  ...{ from: '', fromName: null, subject: '', text: '', newPart: '', html: null },
  ...{ internetMessageId: null, references: [], inReplyTo: [], headers: {} },
  ...{ replyTo: null, copies: [], quoted: { ids: [], unsubscribeTokens: [], to: [] } },
  ...{ truncated: true, unparsed: true, files: [], contents: [], report: null },
};

const inThread = parserThread<MailTask, ReadMail>(new URL('./mailThread.ts', import.meta.url));

/** A reader of mails (RFC 5322). It reads every mail: one that is too much for `parse` is read simply, see parseMail.ts. */
export function mailReader(parse: (task: MailTask, tenant?: string) => Promise<ReadMail>) {
  const parsed = async (task: MailTask, tenant?: string) => {
    try {
      return await parse(task, tenant);
    } catch (error) {
      if (!(error instanceof Unparsable)) throw error;
      return null;
    }
  };
  return async (raw: Buffer, { cut = false, tenant }: { cut?: boolean; tenant?: string } = {}): Promise<ReadMail> => {
    const read = (simply: boolean) => parsed({ raw, cut, simply }, tenant);
    const mail = (await read(false)) ?? (await read(true)) ?? NOTHING;
    // bytes come out of a thread as a plain array of them
    return { ...mail, contents: mail.contents.map((content) => content && Buffer.from(content)) };
  };
}

export const readRawMail = mailReader(inThread);
