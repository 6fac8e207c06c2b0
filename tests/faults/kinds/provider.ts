import { setTimeout as wait } from 'node:timers/promises';
import { isGmail, mendAccount, revokeAccount } from '../accounts.ts';
import { CouldNotStrike } from '../couldNotStrike.ts';
import type { FaultRun, MailSandbox } from '../faultRun.ts';
import type { Tenant } from '../tenants.ts';
import { insist } from '../user.ts';
import { aMoment, type Fault, PATIENCE_MS } from './fault.ts';

/** Waits until the mails that were to go wrong have come, or `end` (ms since 1970). */
export async function met(faultRun: FaultRun, end = Date.now() + PATIENCE_MS): Promise<void> {
  while ((await faultRun.faults()) > 0 && Date.now() < end) await wait(40);
}

type Narrow = Partial<Fault> & { only?: MailSandbox };

/** The providers go wrong in this way for a few mails, a few times. */
const mode = (name: string, mode: string, more: readonly object[] = [{}], { only, ...about }: Narrow = {}): Fault => ({
  name,
  inWindows: true,
  ...about,
  async strike(faultRun, random) {
    const end = Date.now() + PATIENCE_MS;
    for (let round = 0; round < 3; round += 1) {
      await faultRun.fault(mode, random.whole(1, 2), more[random.whole(0, more.length - 1)], only);
      await met(faultRun, end);
      await wait(random.between(0, 400));
    }
  },
  heal: (faultRun) => faultRun.endFaults(),
});

/** The last refusal may be on its way when the user saves, and hold the mailbox after it. Then they save again. */
export async function mendUntilFree(faultRun: FaultRun, tenant: Tenant): Promise<void> {
  const { sql } = faultRun.owner();
  const end = Date.now() + PATIENCE_MS;
  do {
    await mendAccount(faultRun.api(), faultRun.sandboxUrl, tenant);
    await wait(100);
    const [row] = await sql<{ busy: boolean }[]>`
      select exists (select from read.messages where tenant_id = ${tenant.id} and status in ('claimed', 'dispatching'))
        or exists (select from read.mailboxes
          where tenant_id = ${tenant.id} and (jsonb_typeof(state->'hold') = 'object' and state->'hold'->>'until' is null
            or state#>>'{accounts,smtp,account,lost}' is not null)) as busy`;
    if (!row?.busy) return;
  } while (Date.now() < end);
}

/** SendGrid refuses the key or the sender; the user saves the settings again. */
const refused: Fault = {
  name: 'sendgrid-refused',
  wish: { accounts: ['sendgrid'] },
  async strike(faultRun, random) {
    await wait(random.between(300, 1_500));
    await faultRun.fault('reject-4xx', random.whole(1, 3), { status: random.pick([401, 403] as const) }, 'sendgrid');
    await met(faultRun);
  },
  async heal(faultRun) {
    await faultRun.endFaults();
    for (const tenant of faultRun.tenants.filter(({ account }) => account === 'sendgrid'))
      await mendUntilFree(faultRun, tenant);
  },
};

/** The owners of the Google accounts take the access away while their campaigns send, and connect the accounts again later. */
const revoked: Fault = {
  name: 'gmail-revoked',
  wish: { accounts: ['gmail-drafts', 'gmail-send'] },
  async strike(faultRun, random) {
    const tenants = faultRun.tenants.filter(({ account }) => isGmail(account));
    if (tenants.length === 0) throw new CouldNotStrike('no tenant sends with Gmail');
    for (const tenant of tenants) {
      await aMoment(random, 0.4);
      await revokeAccount(faultRun.sandboxUrl, tenant);
      faultRun.say(`revoked the Gmail account of ${tenant.id}`);
    }
    // some come back while the others still strike
    const [first] = tenants;
    await aMoment(random, 0.5);
    if (first) await insist(() => mendAccount(faultRun.api(), faultRun.sandboxUrl, first));
  },
  async heal(faultRun) {
    for (const tenant of faultRun.tenants.filter(({ account }) => isGmail(account)))
      await insist(() => mendAccount(faultRun.api(), faultRun.sandboxUrl, tenant));
  },
};

const GMAIL = { only: 'gmail', wish: { accounts: ['gmail-drafts', 'gmail-send'] } } as const satisfies Narrow;
const DRAFTS = { only: 'gmail', wish: { accounts: ['gmail-drafts'] } } as const satisfies Narrow;

export const providerFaults: readonly Fault[] = [
  mode('provider-reject-4xx', 'reject-4xx'),
  mode('provider-429', '429', [{}, { retryAfter: 1 }, { retryAfter: 40 }]),
  mode('provider-500', '500'),
  mode('provider-accept-then-500', 'accept-then-500'),
  mode('provider-accept-then-reset', 'accept-then-reset'),
  refused,
  mode('provider-hang', 'hang'),
  mode('provider-slow', 'slow', [{ delayMs: 300 }, { delayMs: 1_400 }]),
  revoked,
  // Gmail says with these reasons that it is asked too often
  mode(
    'gmail-rate-reasons',
    'reject-4xx',
    ['userRateLimitExceeded', 'rateLimitExceeded', 'dailyLimitExceeded'].map((reason) => ({ status: 403, reason })),
    GMAIL,
  ),
  mode('gmail-drafts-lost', 'accept-then-reset', [{ path: '/drafts' }], DRAFTS),
  mode('gmail-drafts-500', '500', [{ path: '/drafts' }, { path: '/drafts/send' }], DRAFTS),
  mode('gmail-drafts-hang', 'hang', [{ path: '/drafts' }, { path: '/drafts/send' }], DRAFTS),
  reconciling(),
];

/** Drafts are not sent, and then they cannot be looked up or deleted for a while. */
function reconciling(): Fault {
  return {
    name: 'gmail-reconcile',
    inWindows: true,
    ...DRAFTS,
    async strike(faultRun, random) {
      await faultRun.fault(
        random.pick(['500', 'accept-then-500', 'accept-then-reset', 'hang'] as const),
        3,
        {},
        'gmail',
      );
      await faultRun.fault('500', random.whole(0, 2) + 1, { path: undefined, method: 'GET' }, 'gmail');
      const trouble = random.pick(['500', 'accept-then-500', 'accept-then-reset', '429'] as const);
      await faultRun.fault(trouble, random.whole(1, 3), { path: undefined, method: 'DELETE' }, 'gmail');
      await met(faultRun);
    },
    heal: (faultRun) => faultRun.endFaults(),
  };
}
