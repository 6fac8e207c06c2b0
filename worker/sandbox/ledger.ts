import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** A message that the sandbox accepted, as `/outbox` shows it; addresses are plain, times ISO 8601 in UTC. */
export interface LedgerMessage {
  readonly id: string;
  readonly provider: 'sendgrid' | 'gmail' | 'smtp';
  readonly to: string;
  readonly from: string;
  /** Missing in ledgers of an older version. */
  readonly fromName?: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly customArgs: Readonly<Record<string, string>>;
  readonly acceptedAt: string;
  /** RFC 5322: of a mailbox as it came, of SendGrid as it goes to the recipient. */
  readonly raw?: string;
  /** What Gmail keeps of a mail; `raw`: as it came, RFC 5322. */
  readonly gmail?: {
    readonly threadId: string;
    readonly historyId: string;
    readonly labelIds: readonly string[];
    readonly raw: string;
    /** The draft that it was. */
    readonly draftId?: string;
  };
}

/** The durable list of accepted messages, oldest first. */
export interface Ledger {
  messages(): readonly LedgerMessage[];
  /** Resolves when the messages are on the disk: only then may a provider say "accepted". */
  append(messages: readonly LedgerMessage[]): Promise<void>;
  close(): Promise<void>;
}

const newline = 0x0a;

/**
 * Messages in the file, and the length up to which it is whole. A crash can only tear the last line, which was never
 * accepted: it is cut off. A last line that lacks nothing but its line end is kept.
 */
const readWhole = (bytes: Buffer, file: string): { messages: LedgerMessage[]; length: number; lacksEnd: boolean } => {
  const messages: LedgerMessage[] = [];
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    try {
      messages.push(JSON.parse(bytes.toString('utf8', start, end)) as LedgerMessage);
    } catch {
      if (found === -1) return { messages, length: start, lacksEnd: false };
      throw new Error(
        `${file}: line ${messages.length + 1} is damaged; move the file away to start with an empty outbox.`,
      );
    }
    if (found === -1) return { messages, length: end, lacksEnd: true };
    start = end + 1;
  }
  return { messages, length: start, lacksEnd: false };
};

const repair = async (handle: FileHandle, file: string) => {
  const whole = readWhole(await handle.readFile(), file);
  await handle.truncate(whole.length);
  if (whole.lacksEnd) await handle.appendFile('\n');
  await handle.sync();
  return whole;
};

/** Opens `<dataDir>/sandbox/ledger.ndjson`, one message a line, and repairs a torn last line. */
export const openLedger = async (dataDir: string): Promise<Ledger> => {
  const folder = path.join(dataDir, 'sandbox');
  const file = path.join(folder, 'ledger.ndjson');
  await mkdir(folder, { recursive: true });
  const handle = await open(file, 'a+', 0o600);
  const whole = await repair(handle, file).catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  await syncFolder(folder);
  const messages = whole.messages;
  let length = (await handle.stat()).size;
  let queue: Promise<void> = Promise.resolve();

  const write = async (added: readonly LedgerMessage[]): Promise<void> => {
    const lines = Buffer.from(added.map((message) => `${JSON.stringify(message)}\n`).join(''));
    try {
      await handle.appendFile(lines);
      await handle.datasync();
    } catch (error) {
      // Half a line must not stay in front of the next message.
      await handle.truncate(length).catch(() => undefined);
      throw error;
    }
    length += lines.length;
    messages.push(...added);
  };

  return {
    messages: () => messages,
    append: (added) => {
      const written = queue.then(() => write(added));
      queue = written.catch(() => undefined);
      return written;
    },
    close: async () => {
      await queue;
      await handle.close();
    },
  };
};

/** A new file's name is only durable once its folder is. */
const syncFolder = async (folder: string): Promise<void> => {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch {
    // Some file systems refuse to sync a folder; the file itself is synced all the same.
  } finally {
    await handle?.close();
  }
};
