import { backupCommand } from '../backup/backupCommand.ts';
import { drillCommand } from '../backup/drillCommand.ts';
import { restoreCommand } from '../backup/restoreCommand.ts';
import { migrateCommand } from '../migrate/migrateCommand.ts';
import type { OperatorCommand } from '../process/command.ts';
import { asOfCommand } from './asOfCommand.ts';
import { compareCommand } from './compareCommand.ts';
import { eraseCommand } from './eraseCommand.ts';
import { explainCommand } from './explainCommand.ts';
import { exportCommand } from './exportCommand.ts';
import { findCommand } from './findCommand.ts';
import { freezeCommand } from './freezeCommand.ts';
import { readListCommand } from './readListCommand.ts';
import { readMailCommand } from './readMailCommand.ts';
import { readValueCommand } from './readValueCommand.ts';
import { reconcileCommand } from './reconcileCommand.ts';
import { replayCommand } from './replayCommand.ts';
import { rotateCommand } from './rotateCommand.ts';
import { sealCommand } from './sealCommand.ts';
import { secondFactorCommand } from './secondFactorCommand.ts';
import { statusCommand } from './statusCommand.ts';
import { timelineCommand } from './timelineCommand.ts';
import { verifyCommand } from './verifyCommand.ts';

/** After `npm run audit --`. */
export const auditCommands: readonly OperatorCommand[] = [
  statusCommand,
  timelineCommand,
  findCommand,
  explainCommand,
  asOfCommand,
  replayCommand,
  verifyCommand,
  compareCommand,
  sealCommand,
  rotateCommand,
  exportCommand,
  eraseCommand,
  reconcileCommand,
  freezeCommand,
  secondFactorCommand,
  readMailCommand,
  readListCommand,
  readValueCommand,
];

/** After `npm run`. */
export const ownCommands: readonly OperatorCommand[] = [migrateCommand, backupCommand, restoreCommand, drillCommand];
