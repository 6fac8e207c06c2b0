import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_HOURS, type SendHours } from '../../../events/sending/sendWindow.ts';
import { tightCap, tightLimit } from '../tenants.ts';
import { insist } from '../user.ts';
import * as user from '../userDecisions.ts';
import type { Fault } from './fault.ts';

const HOURS: readonly [SendHours, ...SendHours[]] = [
  { from: '08:00', to: '12:30', weekdays: [1, 2, 3, 4, 5] },
  { from: '13:00', to: '19:00', weekdays: [1, 2, 3, 4, 5, 6] },
  { from: '10:15', to: '11:45', weekdays: [2, 4, 7] },
];
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'] as const;

/** Users edit limit, hours, cap, zone and ramp-up while mails leave. */
export const edits: Fault = {
  name: 'edits',
  workers: 2,
  inWindows: true,
  async strike(faultRun, random) {
    await Promise.all(
      faultRun.tenants.map(async ({ id, campaigns }) => {
        const own = random.branch();
        for (let round = 0; round < 4; round += 1) {
          await wait(own.between(100, 900));
          const campaign = campaigns[own.whole(0, campaigns.length - 1)];
          const edit = own.pick(['limit', 'hours', 'own hours', 'cap', 'zone', 'ramp-up'] as const);
          const hours = { ...own.pick(HOURS) };
          const window = { ...hours, weekdays: [...hours.weekdays] };
          const cap = tightCap(own);
          const zone = own.pick(ZONES);
          if (!campaign) return;
          const dailyLimit = tightLimit(own, campaign.intents.length);
          const usual = own.chance(0.3) ? null : window;
          await insist(async () => {
            const store = faultRun.api();
            if (edit === 'limit') await user.editRules(store, campaign, { dailyLimit });
            else if (edit === 'own hours') await user.editRules(store, campaign, { sendWindow: usual });
            else if (edit === 'hours')
              await user.editMailbox(store, id, {
                window: usual ?? { ...DEFAULT_HOURS, weekdays: [...DEFAULT_HOURS.weekdays] },
              });
            else if (edit === 'cap') await user.editMailbox(store, id, { mailboxDailyCap: cap });
            else if (edit === 'ramp-up') await user.editMailbox(store, id, { rampUp: round % 2 === 0 });
            else await user.editZone(store, id, zone);
          });
        }
      }),
    );
  },
};
