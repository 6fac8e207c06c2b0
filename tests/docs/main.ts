/** npm run docs: writes SETTINGS.md, tests/PROOFS.md and a list of SECURITY.md from the code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { proofsPage, securityPage } from './proofsPage.ts';
import { settingsPage } from './settingsPage.ts';

writeFileSync('SETTINGS.md', settingsPage);
writeFileSync('tests/PROOFS.md', proofsPage);
writeFileSync('SECURITY.md', securityPage(readFileSync('SECURITY.md', 'utf8')));
