import { googleApp } from '../../db/installation/googleApp.ts';
import { microsoftApp } from '../../db/installation/microsoftApp.ts';
import { systemMailer } from '../../db/installation/systemMailer.ts';
import { modelsOf } from '../../events/ai/aiTasks.ts';
import type { readProviderEnv } from '../env.ts';
import type { MailboxNetwork } from './mailbox/endpoint.ts';
import { sandboxServer } from './mailbox/sandboxServer.ts';

const PDL_URL = 'https://api.peopledatalabs.com/v5';
const HUNTER_URL = 'https://api.hunter.io/v2';

type ProviderEnv = Omit<ReturnType<typeof readProviderEnv>, 'SANDBOX_URL'> & { SANDBOX_URL: string | undefined };

/**
 * The address and key of each provider. null: it is not set up. In a sandbox every provider is the sandbox; a real installation calls only what it
 * has a key for. Throws SettingsError.
 */
export function providerOptions(env: ProviderEnv, sandbox: boolean) {
  const sandboxUrl = env.SANDBOX_URL ?? '';
  const aiKey = sandbox ? 'sandbox' : env.OPENAI_API_KEY;
  const peopleKey = sandbox ? 'sandbox' : env.PDL_API_KEY;
  const hunterKey = sandbox ? 'sandbox' : env.HUNTER_API_KEY;
  const youTubeKey = sandbox ? 'sandbox' : env.YOUTUBE_API_KEY;
  return {
    ai: aiKey
      ? {
          apiKey: aiKey,
          baseUrl: sandbox ? `${sandboxUrl}/openai/v1` : env.OPENAI_BASE_URL,
          models: modelsOf(sandbox ? { ...env, OPENAI_BASE_URL: undefined } : env),
        }
      : null,
    peopleData: peopleKey ? { apiKey: peopleKey, baseUrl: sandbox ? `${sandboxUrl}/pdl/v5` : PDL_URL } : null,
    hunter: hunterKey ? { apiKey: hunterKey, baseUrl: sandbox ? `${sandboxUrl}/hunter/v2` : HUNTER_URL } : null,
    /** A sandbox reads no pages but its own: nothing leaves the machine. */
    web: { onlyHosts: sandbox ? [new URL(sandboxUrl).host] : undefined },
    youTube: youTubeKey ? { apiKey: youTubeKey, baseUrl: sandbox ? sandboxUrl : undefined } : null,
    sendGrid: { baseUrl: sandbox ? `${sandboxUrl}/sendgrid` : undefined },
    /** Unset: the resolvers of this machine. */
    dnsUrl: sandbox ? `${sandboxUrl}/dns` : undefined,
    google: googleApp(env, sandbox ? sandboxUrl : null),
    microsoft: microsoftApp(env, sandbox ? sandboxUrl : null),
    mailbox: mailboxNetwork(env, sandbox ? sandboxUrl : null),
    systemMailer: systemMailer(env, sandbox),
  };
}

/** `sandboxUrl`: of a sandbox, whose mail servers say where they listen. */
export const mailboxNetwork = (
  { MAIL_PRIVATE_HOSTS }: { MAIL_PRIVATE_HOSTS: 'on' | 'off' },
  sandboxUrl: string | null,
): MailboxNetwork => ({
  privateHosts: MAIL_PRIVATE_HOSTS === 'on',
  ...(sandboxUrl === null ? {} : { sandbox: (kind, mailHost) => sandboxServer(sandboxUrl, kind, mailHost) }),
});

export type ProviderOptions = ReturnType<typeof providerOptions>;
