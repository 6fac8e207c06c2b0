/** npm run docs: writes SETTINGS.md and tests/PROOFS.md from the code. */
import { writeFileSync } from 'node:fs';
import { proofsPage } from './proofsPage.ts';
import { settingsPage } from './settingsPage.ts';

writeFileSync('SETTINGS.md', settingsPage);
writeFileSync('tests/PROOFS.md', proofsPage);
