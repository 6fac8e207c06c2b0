/** npm run docs: writes SETTINGS.md from the code. */
import { writeFileSync } from 'node:fs';
import { settingsPage } from './settingsPage.ts';

writeFileSync('SETTINGS.md', settingsPage);
