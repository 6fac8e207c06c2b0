import { clockChange } from './clockChange.ts';
import { databaseFaults } from './database.ts';
import { decisionFaults } from './decisions.ts';
import { edits } from './edits.ts';
import type { Fault } from './fault.ts';
import { peopleFaults } from './people.ts';
import { providerFaults } from './provider.ts';
import { replyFaults } from './replies.ts';
import { restoredDatabase } from './restored.ts';
import { smtpFaults } from './smtp.ts';
import { webhookFaults } from './webhooks.ts';
import { windows } from './windows.ts';
import { workerFaults } from './workers.ts';

/** Every fault by name; made again for each run, because some remember what they did. */
export const allFaults = (): Fault[] => [
  ...workerFaults,
  ...databaseFaults,
  ...providerFaults,
  ...smtpFaults,
  ...webhookFaults,
  ...replyFaults,
  ...peopleFaults(),
  restoredDatabase,
  ...decisionFaults,
  edits,
  windows,
  clockChange,
];
