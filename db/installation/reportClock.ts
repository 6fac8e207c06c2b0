import type { Logger } from 'pino';
import type { ClockReport } from '../connection/clock.ts';
import { createStore, type Store } from '../store.ts';
import { INSTALLATION } from './installation.ts';

/** Logs what became of the clocks, and records each step as an event. Of the database's steps the worker alone does. */
export const reportClock = (service: 'api' | 'worker', log: Logger) => (report: ClockReport, store: Store) => {
  if (report.step === 'right') {
    log.info({ code: 'clock_right' }, 'recovered: the clock agrees with the database');
    return;
  }
  const { step } = report;
  const seconds = Math.round(report.aheadMs / 1000);
  if (step === 'process')
    log.error(
      { code: 'clock_wrong', seconds },
      'The clock of this process differs from the database, so it commits nothing. Set the clock of this host (NTP)',
    );
  else log.error({ code: 'clock_stepped', seconds }, 'The clock of the database was set, or its host slept');
  if (step === 'database' && service === 'api') return;
  const { sql, master, pseudonyms, clock } = store;
  // the only event of a process with a wrong clock, and it has the time of the database
  createStore(sql, master, pseudonyms, () => clock?.databaseNow() ?? new Date())
    .run({
      tenant: 'system',
      cause: { actor: 'system:clock', correlationId: 'clock', causationId: null },
      streams: { installation: INSTALLATION },
      decide: () => ({
        installation: [
          { type: 'ClockStepped' as const, data: { clock: step === 'database' ? step : service, seconds } },
        ],
      }),
    })
    .catch((error: { code?: string }) => log.error({ code: error.code }, 'the step of a clock was not recorded'));
};
