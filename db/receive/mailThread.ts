/** The thread in which mails are parsed (readRawMail.ts). */
import { answerTasks } from '../parse/answerTasks.ts';
import { type HowToParse, parseMail } from './parseMail.ts';
import type { ReadMail } from './readMail.ts';

export type MailTask = HowToParse & { raw: Uint8Array };

answerTasks<MailTask, ReadMail>(({ raw, ...how }) =>
  parseMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), how),
);
