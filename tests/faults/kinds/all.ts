import { clockChange } from './clockChange.ts';
import { databaseFaults } from './database.ts';
import { decisionFaults } from './decisions.ts';
import { edits } from './edits.ts';
import type { Fault } from './fault.ts';
import { peopleFaults } from './people.ts';
import { providerFaults } from './provider.ts';
import { restoredDatabase } from './restored.ts';
import { windows } from './windows.ts';
import { workerFaults } from './workers.ts';

/** Every fault by name; made anew for each run, because some remember what they did. */
export const allFaults = (): Fault[] => [
  ...workerFaults,
  ...databaseFaults,
  ...providerFaults,
  ...peopleFaults(),
  clockChange,
  restoredDatabase,
  ...decisionFaults,
  edits,
  windows,
];

/** Which faults go with a mutant, so that it has something to be wrong about. */
export const FAULTS_OF_MUTANTS = {
  'retry-on-timeout': ['provider-accept-then-reset'],
  'send-before-commit': ['race-2'],
  're-roll-on-restart': ['restart'],
  'limits-ignored': ['race-2'],
  'all-cancelled': ['race-2'],
  'blind-reconcile': ['provider-accept-then-reset'],
} as const;
