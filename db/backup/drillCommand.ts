import { randomUUID } from 'node:crypto';
import { Command } from '@commander-js/extra-typings';
import { counted } from '../../events/shared/format.ts';
import { connect } from '../connection/connect.ts';
import { readErasures } from '../erase/erasuresFile.ts';
import { CannotStart, readSettings, settings } from '../installation/settings.ts';
import { operatorCommand } from '../process/command.ts';
import { sayDamaged } from './damagedInWords.ts';
import { restoreBackup } from './restore.ts';
import { atInstallation } from './where.ts';

/** Proves that a backup can be restored, beside the installation. */
export const drillCommand = operatorCommand(
  () =>
    new Command('drill')
      .usage('-- [options] <file>')
      .description(
        'Restores a backup into a scratch database of the same server, verifies chains, seals and rows, and drops it. The installation runs on. The owner needs CREATEDB.',
      )
      .argument('<file>', 'the backup')
      .option('--keys <file>', 'the keys of people, if they are apart')
      .option('--json', 'print JSON, for programs'),
  ({ keys: keysFile, json }, { print, say }, file) => {
    const { ERASURES_FILE } = readSettings({ ERASURES_FILE: settings.ERASURES_FILE });
    const erasures = ERASURES_FILE === undefined ? [] : readErasures(ERASURES_FILE);
    return atInstallation(async ({ ownerUrl, secretKey }) => {
      const name = `partner_pilot_drill_${randomUUID().slice(0, 8)}`;
      const scratch = new URL(ownerUrl);
      scratch.pathname = `/${name}`;
      const sql = connect(ownerUrl, { role: 'owner', name: 'drill', max: 1 });
      const began = performance.now();
      try {
        await sql.unsafe(`create database ${name}`).catch((error: { code?: string }) => {
          if (error.code !== '42501') throw error;
          throw new CannotStart(
            'The owner may not make a scratch database. Run as a superuser: alter role OWNER createdb',
          );
        });
        const restored = await restoreBackup({
          file,
          keysFile,
          ownerUrl: scratch.toString(),
          secretKey,
          erasures,
          say,
        });
        const { takenAt, events, streams, damaged } = restored;
        const seconds = Math.round((performance.now() - began) / 100) / 10;
        if (json) print(JSON.stringify({ file, takenAt, events, streams, damaged, seconds }));
        else
          print(
            `${file} can be restored: ${counted(events, 'event')} of ${counted(streams, 'stream')}, as they were at ${takenAt}, in ${seconds} s.`,
          );
        sayDamaged(say, damaged, 'the drill is complete, but');
        return damaged.length === 0;
      } finally {
        await sql
          .unsafe(`drop database if exists ${name} with (force)`)
          .catch(() => say(`Drop the database ${name} by hand.`));
        await sql.end({ timeout: 5 });
      }
    });
  },
);
