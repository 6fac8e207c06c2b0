import { openLines } from './lines.ts';

/** An attachment, without its bytes. */
export interface LedgerFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** A message that the sandbox accepted, as `/outbox` shows it; addresses are plain, times ISO 8601 in UTC. */
export interface LedgerMessage {
  readonly id: string;
  readonly provider: 'sendgrid' | 'gmail' | 'smtp';
  readonly to: string;
  readonly from: string;
  readonly fromName: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly customArgs: Readonly<Record<string, string>>;
  readonly acceptedAt: string;
  readonly files: readonly LedgerFile[];
  /** By whom it was sent at the mail server: whose mailbox gets the replies; unset: another provider took it. */
  readonly mailbox?: string;
  /** RFC 5322: of a mailbox as it came, of SendGrid as it goes to the recipient. */
  readonly raw?: string;
  /** Gmail's record of an email. `raw`: as it came, RFC 5322. */
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

/** Opens `<dataDir>/sandbox/ledger.ndjson`, one message a line. */
export const openLedger = async (dataDir: string): Promise<Ledger> => {
  const { all, append, close } = await openLines<LedgerMessage>(dataDir, 'ledger.ndjson');
  return { messages: all, append, close };
};
