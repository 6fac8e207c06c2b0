import { Hono } from 'hono';
import { issuerOf } from '../../db/accounts/issuers.ts';
import { frozenText, sendingFrozen } from '../../db/installation/freeze.ts';
import { INSTALLATION } from '../../db/installation/installation.ts';
import { nodeEnd } from '../../db/process/nodeSupport.ts';
import { readBudgetReport } from '../../db/read/aiBudget.ts';
import {
  type FailingJob,
  failingJobs,
  leastDisk,
  logStanding,
  mailStanding,
  queueDepth,
  recordStanding,
  type StoppedAccounts,
  stoppedAccounts,
  type WorkerProcess,
  witnessStanding,
  workerProcesses,
} from '../../db/read/health.ts';
import { askForRetry } from '../../events/accounts/installation.ts';
import { isClockWrong } from '../../events/accounts/operatorLines.ts';
import { modelsInUse } from '../../events/ai/aiTasks.ts';
import { budgetStanding } from '../../events/ai/budget.ts';
import { standingOf } from '../../events/ai/modelCheck.ts';
import { costOfCall, shutdownOf } from '../../events/ai/prices.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { EMAIL_PROVIDERS, PROVIDER_NAMES } from '../../events/shared/options.ts';
import { reasonText } from '../../events/shared/reasons.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { accepted } from '../http/waitFor.ts';
import {
  acceptedSchema,
  type FailingJobView,
  type InstallationHealthView,
  installationHealthSchema,
} from '../views.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const jobView = ({ runAt, ...job }: FailingJob): FailingJobView => ({ ...job, runAt: runAt.toISOString() });

/** The state of SEAL_FILE, as the live workers report it; several hosts have one each. */
function sealFile(workers: readonly WorkerProcess[]): Pick<InstallationHealthView['seals'], 'file' | 'trouble'> {
  const said = workers.flatMap(({ alive, sealFile: words }) => (alive && words !== null ? [words] : []));
  const trouble = said.find((words) => words !== '') ?? null;
  if (trouble !== null) return { file: 'trouble', trouble };
  return { file: said.length > 0 ? 'ok' : null, trouble: null };
}

function providers(
  { configured, webhookKey, issuer, google, microsoft }: Deps,
  issuerText: string | null,
  stopped: StoppedAccounts['stopped'],
): InstallationHealthView['providers'] {
  const all = [
    { name: 'OpenAI', setting: 'OPENAI_API_KEY', configured: configured.ai },
    { name: 'People Data Labs', setting: 'PDL_API_KEY', configured: configured.peopleData },
    { name: 'Hunter', setting: 'HUNTER_API_KEY', configured: configured.hunter },
    { name: 'YouTube', setting: 'YOUTUBE_API_KEY', configured: configured.youTube === true },
    // of an account that all users share; those with one of their own store its key in Settings
    { name: 'SendGrid events', setting: 'SENDGRID_WEBHOOK_PUBLIC_KEY', configured: webhookKey !== null },
  ].map((provider) => ({ ...provider, trouble: null }));
  // they have no setting, and are a matter of their users
  const accounts = EMAIL_PROVIDERS.filter((one) => !MAIL_PROVIDERS[one].revokes).flatMap((setting) => {
    const trouble = countText(stopped[setting]);
    return trouble === null ? [] : { name: `${PROVIDER_NAMES[setting]} accounts`, setting, configured: true, trouble };
  });
  return [
    ...all,
    { name: 'Gmail', setting: 'GOOGLE_CLIENT_ID', configured: Boolean(google), trouble: countText(stopped.gmail) },
    { name: 'Microsoft', setting: 'MICROSOFT_CLIENT_ID', configured: Boolean(microsoft), trouble: null },
    { name: 'OpenID Connect', setting: 'OIDC_ISSUER', configured: issuer !== undefined, trouble: issuerText },
    ...accounts,
  ];
}

/** The AI server and its models, as the worker found them. Before its first check, our dated list decides. */
async function ai({ store, aiModels }: Deps): Promise<Pick<InstallationHealthView, 'aiModels' | 'aiLacks'>> {
  const { modelChecks, aiLacks } = (await store.load('system', INSTALLATION)).state;
  const models = modelsInUse(aiModels).map(({ model: name, tasks }) => {
    const known = modelChecks.find(({ model }) => model === name);
    const endsOn = known?.endsOn ?? shutdownOf(name);
    const standing = standingOf(endsOn, store.now().toISOString());
    // days pass between two checks
    const state = known?.state === 'missing' || known?.state === 'refused' ? known.state : standing;
    return { name, tasks, priced: costOfCall(name, { input: 0, cachedInput: 0, output: 0 }) !== null, endsOn, state };
  });
  return { aiModels: models, aiLacks: [...aiLacks] };
}

async function aiBudget({ store }: Deps): Promise<InstallationHealthView['aiBudget']> {
  const { installation, users } = await readBudgetReport(store);
  const near = users.filter(({ limitUsd, spentUsd }) => budgetStanding(limitUsd, spentUsd) !== 'ok');
  const state = budgetStanding(installation.limitUsd, installation.spentUsd);
  return { ...installation, state, usersNear: near.length };
}

/** The worker's finding why sign-in at the issuer fails; null: it works, or there is no issuer. */
async function issuerTrouble({ store, issuer }: Deps): Promise<string | null> {
  if (!issuer) return null;
  const known = await issuerOf(store.sql, issuer.url);
  return known ? known.trouble : 'No worker has looked it up yet: OIDC_ISSUER must be the same for the worker.';
}

function wrongClocks({ store }: Deps, workers: readonly WorkerProcess[]): InstallationHealthView['wrongClocks'] {
  const aheadMs = store.clock?.aheadMs() ?? null;
  const all = [
    { process: 'api', seconds: aheadMs === null ? null : aheadMs / 1000 },
    ...workers.flatMap(({ id, alive, clockOffset }) => (alive ? { process: id, seconds: clockOffset } : [])),
  ];
  return all.flatMap(({ process, seconds }) => (isClockWrong(seconds) ? { process, seconds } : []));
}

/** null: none. */
function countText(count = 0): string | null {
  if (count === 0) return null;
  return count === 1 ? 'One account must be connected again.' : `${count} accounts must be connected again.`;
}

/** The health of the installation for admins, and the retry of a failed job. */
export function adminHealthRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>()
    .get('/admin/health', answers(installationHealthSchema), async (c) => {
      const [frozen, queue, jobs, workers, log, mails, issuer, stopped, aiParts, budget, witnesses, record] =
        await Promise.all([
          sendingFrozen(store.sql),
          queueDepth(store),
          failingJobs(store),
          workerProcesses(store),
          logStanding(store),
          mailStanding(store),
          issuerTrouble(deps),
          stoppedAccounts(store),
          ai(deps),
          aiBudget(deps),
          witnessStanding(store),
          recordStanding(store),
        ]);
      const view: InstallationHealthView = {
        sandbox: deps.sandbox,
        version: deps.version,
        nodeEnd: nodeEnd(store.now()),
        bundledPostgres: deps.bundledPostgres ?? null,
        frozen: frozen && { ...frozenText(frozen), detail: frozen.detail },
        ...aiParts,
        aiBudget: budget,
        providers: providers(deps, issuer, stopped.stopped),
        pausedAccounts: stopped.paused,
        unreadAccounts: stopped.unread,
        mailer: {
          kind: deps.mailer ?? null,
          ...mails,
          lastFailure: mails.lastFailure && reasonText(mails.lastFailure, 'operator'),
        },
        queue: { ...queue, oldestRunAt: iso(queue.oldestRunAt), jobs: jobs.map(jobView) },
        workers: workers.map(({ id, lastBeatAt, alive }) => ({ id, lastBeatAt: lastBeatAt.toISOString(), alive })),
        wrongClocks: wrongClocks(deps, workers),
        diskFree: leastDisk(workers),
        log: {
          events: log.newest,
          newestAt: iso(log.newestAt),
          unreadMs: Math.round(log.unreadAge * 1000),
          horizonHolder: log.horizonHolder,
          relayLag: log.relayLag,
        },
        record,
        seals: {
          lastAt: iso(log.sealedAt),
          unsealed: log.unsealed,
          ...sealFile(workers),
          witnesses: { ...witnesses, lastAt: iso(witnesses.lastAt), mailedAt: iso(witnesses.mailedAt) },
        },
      };
      return c.json(view, 200);
    })
    .post('/admin/jobs/:id/retry', answers(acceptedSchema, 202), needs('admin'), async (c) => {
      const id = c.req.param('id');
      const known = /^\d{1,18}$/.test(id) && (await failingJobs(store, id)).length > 0;
      if (!known) {
        throw new Refused({ code: 'no_failed_job' });
      }
      await store.decide({ tenant: 'system', cause: causeOf(c) }, INSTALLATION, () => askForRetry(id));
      return accepted(c, id);
    });
}
