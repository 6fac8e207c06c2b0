import type { InstallationHealthView } from '../../../api/views.ts';
import { type OperatorFacts, operatorLines } from '../../../events/accounts/operatorLines.ts';
import { settingsOf } from '../../../events/ai/aiTasks.ts';
import { percentUsed } from '../../../events/ai/budget.ts';
import { WITNESS_TROUBLE_TEXTS } from '../../../events/history/witnessTrouble.ts';
import { timeAgo } from '../../lib/dates.ts';
import { counted } from '../../lib/numbers.ts';

/** `bad`: something does not work; `warn`: something will not, or is missing. */
export type HealthProblem = { tone: 'bad' | 'warn'; title: string; text: string };

/** After this long, somebody should look at a job that is due. */
const LATE_MS = 5 * 60_000;
const RELAY_BEHIND = 1_000;

/** Accounts that their providers refuse: a matter of the users who own them. */
const REFUSED_ACCOUNTS: Readonly<Record<string, string>> = {
  Mailboxes: 'Mail servers refuse the sign-in of mailboxes.',
  'SendGrid accounts': 'SendGrid refuses accounts.',
};

/** The loss without a provider that most installations need. Other providers find people, too, and are a choice. */
const NEEDED: Record<string, string> = {
  OPENAI_API_KEY:
    'The AI writes no messages, answer drafts or partner profile, and does not search the web for people and email addresses.',
  PDL_API_KEY:
    'It is not searched for professionals and email addresses, and no one can be added by LinkedIn profile URL.',
};

/** The loss with an AI server that lacks something. */
const LACKS: Readonly<Record<InstallationHealthView['aiLacks'][number], string | null>> = {
  // chat completions do the same
  responses: null,
  json_schema: 'It takes no JSON schema, so some of its answers cannot be used.',
  web_search: 'It cannot search the web for people and email addresses.',
  embeddings: 'It makes no embeddings, so scores are rougher.',
};

/** Problems of the AI server and its models; none if it is not used. */
function aiProblems(health: InstallationHealthView): HealthProblem[] {
  const { aiModels, aiLacks, providers } = health;
  const used = providers.some(({ setting, configured }) => setting === 'OPENAI_API_KEY' && configured);
  if (!used) return [];
  const problems = aiModels.flatMap((model) => modelProblems(model, health));
  // a refused key is one problem, however many models it has
  const once = problems.filter(({ title }, index) => problems.findIndex((other) => other.title === title) === index);
  const losses = aiLacks.flatMap((lack) => LACKS[lack] ?? []);
  return losses.length === 0
    ? once
    : [...once, { tone: 'warn', title: 'The AI server lacks something.', text: losses.join(' ') }];
}

function modelProblems(
  { name, tasks, priced, endsOn, state }: InstallationHealthView['aiModels'][number],
  { sandbox }: InstallationHealthView,
): HealthProblem[] {
  const another = `Set ${settingsOf(tasks)} to another model and start again.`;
  const all: (HealthProblem | false)[] = [
    state === 'ending' && { tone: 'warn', title: `${name} is switched off on ${endsOn}.`, text: another },
    state === 'ended' && { tone: 'bad', title: `${name} was switched off on ${endsOn}.`, text: another },
    state === 'missing' && { tone: 'bad', title: `The AI provider does not offer ${name}.`, text: another },
    state === 'refused' && {
      tone: 'bad',
      title: 'The AI provider refuses the key.',
      text: 'Check OPENAI_API_KEY and start again.',
    },
    !priced &&
      !sandbox && {
        tone: 'warn',
        title: `Cost unknown: ${name} is not in the price list.`,
        text: 'AI usage counts its calls but not their cost, and the cost warning leaves them out.',
      },
  ];
  return all.filter((problem) => problem !== false);
}

/** AI calls that stop for want of a budget, or will soon. */
function budgetProblems({ aiBudget }: InstallationHealthView): HealthProblem[] {
  const { state, usersNear, limitUsd, spentUsd } = aiBudget;
  const all: (HealthProblem | false)[] = [
    state === 'used_up' && {
      tone: 'bad',
      title: 'The AI budget of this month is used up.',
      text: 'AI calls have stopped. Raise it in AI usage to continue.',
    },
    state === 'near' && {
      tone: 'warn',
      title: `${percentUsed(limitUsd ?? 0, spentUsd)}% of the AI budget of this month is used.`,
      text: 'AI calls stop when all of it is used. Raise it in AI usage in time.',
    },
    usersNear > 0 && {
      tone: 'warn',
      title: `${counted(usersNear, 'user')} used 80% or more of their AI budget.`,
      text: 'Their AI calls stop when all of it is used. Change a budget in User Management.',
    },
  ];
  return all.filter((problem) => problem !== false);
}

/** The problems of an installation and their fixes, the worst first. `now` in ms since 1970. */
export function healthProblems(health: InstallationHealthView, now: number): HealthProblem[] {
  const { frozen, queue, workers, log, seals, mailer } = health;
  const late = (at: string | null, ms: number): at is string => at !== null && now - Date.parse(at) > ms;
  const all: (HealthProblem | false)[] = [
    frozen !== null && {
      tone: 'bad',
      title: 'No emails are sent.',
      text: [`${frozen.reason}.`, frozen.detail, frozen.whatToDo].filter(Boolean).join(' '),
    },
    !workers.some(({ alive }) => alive) && {
      tone: 'bad',
      title: 'No worker is running.',
      text: 'Nothing is sent, found or written until one runs. Start one with “npm run worker”, or everything with “npm start”.',
    },
    ...operatorLines(factsOf(health, now)),
    seals.file === 'trouble' && {
      tone: 'bad',
      title: 'The seal file has a problem.',
      text: seals.trouble ?? 'See the worker log.',
    },
    seals.witnesses.trouble !== null && {
      tone: 'warn',
      title: 'A witness did not confirm the log.',
      text: WITNESS_TROUBLE_TEXTS[seals.witnesses.trouble],
    },
    mailer.kind !== null &&
      mailer.failing && {
        // a single mail may fail by its address
        tone: mailer.mailed === 0 ? 'bad' : 'warn',
        title: 'System emails fail.',
        text: `Of ${counted(mailer.mailed + mailer.failed, 'email')} in the last 24 hours ${mailer.failed} were not confirmed. The newest: ${mailer.lastFailure}. Check SYSTEM_SENDGRID_API_KEY or SMTP_URL, and SYSTEM_MAIL_FROM, in the worker’s environment. People who wait for an email must request it again.`,
      },
    ...health.providers.map(
      ({ name, setting, trouble }): HealthProblem | false =>
        trouble !== null &&
        (name in REFUSED_ACCOUNTS
          ? {
              tone: 'warn',
              title: REFUSED_ACCOUNTS[name] ?? name,
              text: `${trouble} Affected users see in Settings what to do.`,
            }
          : name === 'Gmail'
            ? {
                tone: 'warn',
                title: 'Google refuses Gmail connections.',
                text: `${trouble} Affected users must reconnect in Settings. If it affects everyone, check ${setting}.`,
              }
            : {
                tone: 'bad',
                title: `${name} cannot be used.`,
                text: `${trouble} If it does not recover, check ${setting}.`,
              }),
    ),
    health.unreadAccounts > 0 && {
      tone: 'warn',
      title: `${counted(health.unreadAccounts, 'sending account')} cannot read replies.`,
      text: 'Follow-ups from there wait. Its user sees the cause in Settings, under Sending accounts.',
    },
    health.pausedAccounts > 0 && {
      tone: 'warn',
      title: `${counted(health.pausedAccounts, 'sending account')} paused for bounces or spam reports.`,
      text: 'Nothing leaves from there. Its user sees the figures in Settings, under Sending accounts, and resumes it there.',
    },
    late(queue.oldestRunAt, LATE_MS) && {
      tone: 'warn',
      title: `The oldest job was due ${timeAgo(queue.oldestRunAt, now)}.`,
      text: 'The workers cannot keep up. Start another one with “npm run worker”.',
    },
    log.relayLag > RELAY_BEHIND && {
      tone: 'warn',
      title: `${counted(log.relayLag, 'event')}${log.relayLag >= 10_000 ? ' or more' : ''} wait for their jobs.`,
      text: 'If the number does not fall within minutes, check the worker log.',
    },
    ...health.providers.map(
      ({ name, setting, configured }): HealthProblem | false =>
        !configured &&
        !health.sandbox &&
        setting in NEEDED && {
          tone: 'warn',
          title: `${name} is not configured.`,
          text: `${NEEDED[setting]} Set ${setting} and start again.`,
        },
    ),
    ...aiProblems(health),
    ...budgetProblems(health),
    health.nodeEnd !== null && {
      tone: 'warn',
      title: `Node ${health.nodeEnd.major} has had no security fixes since ${health.nodeEnd.endedOn}.`,
      text: 'Install Node 24 and start again.',
    },
    health.bundledPostgres !== null && {
      tone: 'warn',
      title: `PostgreSQL ${health.bundledPostgres} gets no security fixes.`,
      text: 'It comes with the packages, for trying out. Set POSTGRES_BIN or DATABASE_URL.',
    },
    mailer.kind === null && {
      tone: 'warn',
      title: 'No mailer is set up.',
      text: 'Sign-up, password resets and invitations cannot be mailed. Set SYSTEM_SENDGRID_API_KEY or SMTP_URL, and SYSTEM_MAIL_FROM.',
    },
  ];
  const problems = all.filter((problem) => problem !== false);
  return [...problems.filter(({ tone }) => tone === 'bad'), ...problems.filter(({ tone }) => tone === 'warn')];
}

/** Accounts that cannot send have a line for each provider here. */
function factsOf(
  { diskFree, log, wrongClocks, seals, queue, record }: InstallationHealthView,
  now: number,
): OperatorFacts {
  const sealedAt = seals.lastAt ?? log.newestAt;
  return {
    ...{ diskFree, wrongClocks, unreadMs: log.unreadMs, holder: log.horizonHolder, record },
    unsealedMs: seals.unsealed > 0 && sealedAt ? now - Date.parse(sealedAt) : null,
    ...{ failedJobs: queue.failed, heldAccounts: 0 },
  };
}
