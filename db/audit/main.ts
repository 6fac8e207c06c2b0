/** `partner-pilot migrate|backup|restore|audit …`: an operator's questions and decisions about an installation, running or not. */
import { runMain } from '../process/runCommands.ts';
import { auditCommands, ownCommands } from './auditCommands.ts';

const [first = '', ...words] = process.argv.slice(2);
await (first === 'audit'
  ? runMain('npm run audit --', auditCommands, words)
  : runMain('npm run', ownCommands, [first, ...words]));
