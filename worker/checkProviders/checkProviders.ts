import { assertInstallation, INSTALLATION } from '../../db/installation/installation.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import type { Store } from '../../db/store.ts';
import { storedAccounts } from '../../events/sending/mailbox.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import type { readProviderEnv } from '../env.ts';
import { checkSystemMailer } from '../mail/systemMail.ts';
import { type MailAccounts, mailAccounts } from '../mailAccounts.ts';
import { hunter } from '../providers/hunter/client.ts';
import { openAiChecks } from '../providers/openai/check.ts';
import { peopleDataLabs } from '../providers/peopleDataLabs/client.ts';
import { ProviderError } from '../providers/providerError.ts';
import { type ProviderOptions, providerOptions } from '../providers/providerOptions.ts';
import { sendGrid } from '../providers/sendgrid/client.ts';
import { youTube } from '../providers/youtube/client.ts';
import { credentialsOf } from '../tasks/send/credentials.ts';

/** How many calls are under way at once. */
const AT_ONCE = 8;

/** One call to a provider; it answers what applies, in words. A text instead: it is not set up, and what to set. */
type Check = { name: string; call: (() => Promise<string>) | string };

function installationChecks(
  { ai, peopleData, hunter: atHunter, youTube: youTubeAt, systemMailer, sendGrid: at }: ProviderOptions,
  { signIns }: MailAccounts,
): Check[] {
  const checkGoogle = signIns.google?.checkApp;
  return [
    ...(ai
      ? openAiChecks(ai).map(({ model, call }, index) => ({ name: index === 0 ? 'OpenAI' : `OpenAI · ${model}`, call }))
      : [{ name: 'OpenAI', call: 'OPENAI_API_KEY' }]),
    { name: 'People Data Labs', call: peopleData ? peopleDataLabs(peopleData).check : 'PDL_API_KEY' },
    { name: 'Hunter', call: atHunter ? hunter(atHunter).check : 'HUNTER_API_KEY' },
    { name: 'YouTube', call: youTubeAt ? youTube(youTubeAt).check : 'YOUTUBE_API_KEY' },
    {
      name: 'System emails',
      call: systemMailer ? () => checkSystemMailer(systemMailer, sendGrid(at)) : 'SYSTEM_SENDGRID_API_KEY or SMTP_URL',
    },
    { name: 'Google app', call: checkGoogle ? () => checkGoogle().then(() => '') : 'GOOGLE_CLIENT_ID' },
  ];
}

/** The mail accounts of all workspaces, named by the workspace's id. `store`: the owner's. */
async function accountChecks(store: Store, { mailProviders }: MailAccounts): Promise<Check[]> {
  const checks: Check[] = [];
  const tenants = await store.sql<{ tenant: string }[]>`
    select distinct tenant_id as tenant from vault.secrets where tenant_id <> 'system' order by tenant`;
  for (const { tenant } of tenants) {
    const mailboxes = await readMailboxes(store, tenant);
    for (const account of mailboxes.flatMap(({ state }) => storedAccounts(state))) {
      const provider = mailProviders[account.provider];
      checks.push({
        name: `${MAIL_PROVIDERS[account.provider].name} · account of workspace ${tenant}`,
        async call() {
          if (!provider) throw new ProviderError({ code: 'account_not_set_up' }, 'not_set', false);
          const credentials = await credentialsOf(store, tenant, account);
          if (!credentials) throw new ProviderError({ code: 'secret_gone' }, 'no_secret', false);
          return provider.check(credentials, account);
        },
      });
    }
  }
  return checks;
}

async function resultOf({ name, call }: Check): Promise<{ works: boolean; line: string }> {
  if (typeof call === 'string') return { works: true, line: `${name}: not set (${call})` };
  try {
    const applies = await call();
    return { works: true, line: `${name}: works${applies && ` (${applies})`}` };
  } catch (error) {
    // the text of any other error may hold anything
    const reason =
      error instanceof ProviderError
        ? reasonSentence(error.reason, 'operator')
        : `It could not be checked (${(error as Error).name}).`;
    return { works: false, line: `${name}: does not work. ${reason}` };
  }
}

/**
 * Makes one harmless call for each key and connected account, and prints a line for each, without any personal data. Answers whether all that
 * is set works. Throws CannotStart.
 */
export async function checkProviders(
  store: Store,
  env: ReturnType<typeof readProviderEnv>,
  print: (line: string) => unknown,
): Promise<boolean> {
  const sandbox = (await store.load('system', INSTALLATION)).state.sandbox === true;
  await assertInstallation(store, sandbox);
  if (sandbox) print(`This is a sandbox: every provider is ${env.SANDBOX_URL}.`);
  const options = providerOptions(env, sandbox);
  const accounts = mailAccounts(options);
  const checks = [...installationChecks(options, accounts), ...(await accountChecks(store, accounts))];
  let well = true;
  for (let next = 0; next < checks.length; next += AT_ONCE) {
    for (const { works, line } of await Promise.all(checks.slice(next, next + AT_ONCE).map(resultOf))) {
      print(line);
      well &&= works;
    }
  }
  return well;
}
