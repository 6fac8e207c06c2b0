import { createPublicKey, type KeyObject, scryptSync } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { GMAIL_ACCESS } from '../../events/shared/options.ts';
import { otherProviderOf } from '../../events/shared/providerKeys.ts';
import { readVerifierKey } from '../seal/note.ts';

/**
 * The exit code of each kind of failure. `wrong`: a check failed, or sending is frozen. `unavailable`: the database or a file could not be looked at.
 */
export const EXIT_CODES = { wrong: 1, usage: 2, setting: 2, unavailable: 3, internal: 3 } as const;
export type Failure = keyof typeof EXIT_CODES;

/** A reason why a process must not start: its message is one line for the person at the terminal. */
export class CannotStart extends Error {
  override name = 'CannotStart';
  constructor(
    message: string,
    readonly failure: Failure = 'unavailable',
  ) {
    super(message);
  }
}

/** The command was called in a way that it does not take. */
export class UsageError extends CannotStart {
  override name = 'UsageError';
  constructor(message: string) {
    super(message, 'usage');
  }
}

/** A setting is missing or wrong. The message names the setting and what to do, and never shows a secret. */
export class SettingsError extends CannotStart {
  override name = 'SettingsError';
  constructor(message: string) {
    super(message, 'setting');
  }
}

const text = z.string().trim();
const port = z.coerce.number().int().min(1).max(65_535);
const token = text.regex(/^[\x21-\x7e]{32,}$/).optional();
const TOKEN = 'a text of at least 32 letters and digits, such as openssl rand -hex 32 prints';
const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const postgresAddress = z.url({ protocol: /^postgres(ql)?$/ });
const secondsRange = text
  .regex(/^\d+(\.\d+)?-\d+(\.\d+)?$/)
  .transform((range) => {
    const [min = 0, max = 0] = range.split('-').map(Number);
    return { min, max };
  })
  .refine(({ min, max }) => min <= max);

declare module 'zod' {
  interface GlobalMeta {
    /** The expected form, for the message about a bad value. Without it: "a text". */
    expected?: string;
    /** The effect while the setting is unset, if the schema has no default. */
    unset?: string;
  }
}

const network = {
  PORT: port.default(3000).meta({
    description: 'The port of the API.',
    expected: 'a port number from 1 to 65535, such as 3000',
  }),
  HOST: text.default('127.0.0.1').meta({
    description: 'The address that the API listens on. The sandbox always listens on this machine only.',
    expected: 'the address to listen on, such as 127.0.0.1 or 0.0.0.0',
  }),
  PUBLIC_URL: webAddress.meta({
    description: 'The address that people open. Unsubscribe links lead there. A slash at the end is dropped.',
    expected: 'the address that people open, such as https://pilot.your-company.com',
    unset: 'http://localhost:PORT',
  }),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0).meta({
    description:
      'How many reverse proxies are before the API. Each must append to `X-Forwarded-For`. Calls and sign-in attempts are counted by network. With 0 behind a proxy, everybody is one network: the mistakes of others make you wait, and the log says so once.',
    expected: 'how many reverse proxies are before it, such as 1 (unset: 0)',
  }),
};

const logging = {
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').meta({
    description:
      'The least important lines that the API and the worker log, on stderr. With `NODE_ENV=production` each line is JSON, and each request and email has one; otherwise they have one at `debug`. No line holds personal data.',
    expected: 'debug, info, warn, error or silent',
  }),
  OPERATOR_EMAIL: z.email().optional().meta({
    description:
      "Gets an email when a problem of the admin page lasts for 15 minutes: a record that was altered, a full disk, an open transaction, a wrong clock, events without a seal, failed jobs, accounts that cannot send. Each at most once a day. Once a day it also gets the newest checkpoint of the log, for `verify --against`. It needs the installation's own emails.",
    expected: 'an email address',
  }),
  METRICS_TOKEN: token.meta({
    description:
      'At least 32 characters. With it (`Authorization: Bearer …`), a monitor such as Prometheus reads `GET /metrics` of the API: the queue, the log, the workers, sends, providers and clocks. Without it there is no such page.',
    expected: TOKEN,
  }),
};

const data = {
  DATA_DIR: text
    .default('.data')
    .transform((folder) => path.resolve(folder))
    .meta({
      description: 'Everything that must survive. Keep `DATA_DIR/secret.key`: without it the data cannot be read.',
      expected: 'a folder, such as .data',
    }),
  DATABASE_URL: postgresAddress.optional().meta({
    description:
      'Your own PostgreSQL, version 15 or newer, or its pooler. The API and the worker log in as roles of their own, so they need no user and password in it.',
    expected: 'postgres://user:password@host:5432/database',
    unset: 'embedded PostgreSQL in DATA_DIR',
  }),
  DATABASE_DIRECT_URL: postgresAddress.optional().meta({
    description:
      'The same database without the pooler, when DATABASE_URL leads through one in transaction mode. Migrations, the job queue and the commands use it.',
    expected: 'postgres://user:password@host:5432/database',
    unset: 'DATABASE_URL',
  }),
  DATABASE_OWNER_URL: postgresAddress.optional().meta({
    description: 'The role that owns the tables and migrates, without a pooler.',
    expected: 'postgres://user:password@host:5432/database',
    unset: 'DATABASE_DIRECT_URL',
  }),
  POSTGRES_BIN: text
    .transform((folder) => path.resolve(folder))
    .optional()
    .meta({
      description:
        'The `bin` folder of an installed PostgreSQL, version 15 or newer, such as `/usr/lib/postgresql/18/bin`. Without DATABASE_URL the server in DATA_DIR is run from it, so your system updates it. The PostgreSQL of the packages is for trying out.',
      expected: 'the bin folder of an installed PostgreSQL, such as /usr/lib/postgresql/18/bin',
      unset: 'the PostgreSQL of the packages',
    }),
  SECRET_KEY: z.string().min(32).optional().meta({
    description:
      'The key of the vault. Required with DATABASE_URL, and the same on every host: `openssl rand -base64 32`. It takes 64 hex characters, the base64 of 32 bytes, or a passphrase of at least 32 characters without a comma, which is only as strong as itself. While it is rotated, two keys with a comma between: the first one wraps, and both open (`npm run audit -- rotate`).',
    expected: '32 random bytes as base64 or 64 hex characters (openssl rand -base64 32), the same on every host',
    unset: 'made once in DATA_DIR',
  }),
  BACKUP_DIR: text
    .transform((folder) => path.resolve(folder))
    .optional()
    .meta({
      description:
        'A folder for backups, best on another disk. `npm start` writes one there every BACKUP_EVERY hours. `npm run backup` without FILE does the same once, for a timer of yours.',
      expected: 'a folder, such as /backup/partner-pilot',
    }),
  BACKUP_EVERY: z.coerce.number().int().min(1).max(720).default(24).meta({
    description: 'Hours between two backups in BACKUP_DIR.',
    expected: 'a whole number of hours from 1 to 720',
  }),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7).meta({
    description:
      'How many backups BACKUP_DIR keeps. Older ones are deleted after a new one was read back. A backup has the keys of people who are erased later, so this is how long an erasure takes.',
    expected: 'a whole number from 1 to 1000',
  }),
  ERASURES_FILE: text
    .transform((file) => path.resolve(file))
    .optional()
    .meta({
      description:
        'A file that names everyone who was erased, written before their key is destroyed. Keep it outside of the backups, one for each installation. `npm run restore` erases them again.',
    }),
  SEAL_FILE: text
    .transform((file) => path.resolve(file))
    .optional()
    .meta({
      description:
        'Where the worker keeps the newest checkpoint of the log (a C2SP signed note), outside of DATA_DIR and the database. One for each installation. Best on storage that no restore touches and that the owners of the database cannot write. In a container, set it to a file on a volume.',
      unset: 'a file in `$XDG_STATE_HOME/partner-pilot` (unset: `~/.local/state/partner-pilot`), or beside DATA_DIR',
    }),
  WITNESSES: text
    .transform((list) =>
      list.split(',').map((pair) => {
        const [url = '', key = ''] = pair.trim().split(/\s+/);
        return { url: url.replace(/\/+$/, ''), key: readVerifierKey(key) };
      }),
    )
    .refine((all) => all.every(({ url, key }) => /^https?:\/\//.test(url) && URL.canParse(url) && key?.type === 4))
    .transform((all) => all.flatMap(({ url, key }) => (key ? [{ url, key }] : [])))
    .optional()
    .meta({
      description:
        'Witnesses that cosign each checkpoint of the log (c2sp.org/tlog-witness): the address of each and its verifier key, with commas between. Another Partner Pilot is one at `PUBLIC_URL/api/witness`; its `npm run audit -- status` says its key.',
      expected: 'addresses and keys, such as https://pilot.example/api/witness NAME+ID+KEY',
      unset: 'SEAL_FILE is the only witness',
    }),
  FOLLOW_RECORD: z.enum(['on', 'off']).default('on').meta({
    description:
      'Whether a worker verifies the log as it grows: hashes, chains, changed rows, seals, times, and rows of the log that were written again. What is wrong shows in its log, in health, in /metrics and in an email to OPERATOR_EMAIL.',
    expected: 'on or off',
  }),
  WITNESSED_LOGS: text
    .transform((list) => list.split(',').map((key) => readVerifierKey(key.trim())))
    .refine((keys) => keys.every((key) => key?.type === 1))
    .transform((keys) => keys.filter((key) => key !== null))
    .optional()
    .meta({
      description:
        'The logs whose checkpoints this installation cosigns at `/api/witness/add-checkpoint`: the verifier key of each, with commas between. `npm run audit -- status` of another Partner Pilot says its key.',
      expected: 'verifier keys NAME+ID+KEY, with commas between',
    }),
  PUBLIC_LOG: z.enum(['on', 'off']).default('off').meta({
    description:
      "With `on`, everyone reads the log's newest checkpoint and the hashes of its tree at `PUBLIC_URL/api/log` (c2sp.org/tlog-tiles), without the entries. So public witnesses and monitors can check that it only grows. It shows how many events there are and when they were sealed, and nothing of their content.",
    expected: 'on or off',
  }),
  RECEIVED_FILES_GB: z.coerce.number().int().min(0).max(100_000).default(20).meta({
    description:
      'How many gigabytes of attachments of replies are kept in the database, with what an erasure has freed until PostgreSQL uses it again. Beyond, a reply is recorded without its files. The log then says `received_files_full`.',
    expected: 'a whole number of gigabytes from 0 to 100000',
  }),
  RETENTION_DAYS: z.coerce.number().int().min(0).max(3650).default(30).meta({
    description:
      'Days from deleting a partner to erasing them; 0: at once. A profile URL that led to no partner is kept as long. A user whom an admin deletes is erased at once.',
    expected: 'a whole number of days from 0 to 3650',
  }),
  FEED_TOKEN: token.meta({
    description:
      'At least 32 characters. With it, other programs read `GET /api/events` (api/FEED.md). Without it, only admins do, by their session.',
    expected: TOKEN,
  }),
};

const signIn = {
  SIGNUP: z.enum(['open', 'invite']).default('open').meta({
    description:
      '`open`: everybody may sign up. `invite`: only the first account signs up without an invitation. The first account needs the set-up code that the server prints into its log, unless HOST and PUBLIC_URL are this machine and the person sits at it. Behind a proxy set PUBLIC_URL first: a proxy that adds no header looks like this machine.',
    expected: 'open or invite',
  }),
  SESSION_IDLE_DAYS: z.coerce.number().int().min(1).max(30).default(14).meta({
    description:
      'A session that is not used for so many days ends. At most, one lasts 30 days. Sessions of admins and auditors end after 2 days without use, and last at most 7.',
    expected: 'a whole number from 1 to 30',
  }),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description:
        'Sign-in through your own OpenID Connect issuer, written exactly as it names itself, with a slash at the end if it has one. Register `PUBLIC_URL/api/login/issuer/callback` there. The issuer creates or links an account only by an address that it reports as confirmed (`email_verified`).',
      expected: 'an address such as https://login.your-company.com',
    }),
  OIDC_CLIENT_ID: text.optional().meta({
    description: 'The client ID at the issuer. Required with OIDC_ISSUER.',
    expected: 'the client id that the issuer gave this installation (needed with OIDC_ISSUER)',
  }),
  OIDC_CLIENT_SECRET: text.optional().meta({
    description: 'The client secret at the issuer. Without it, this is a public client (PKCE).',
  }),
  OIDC_EMAILS: z.literal('confirmed').optional().meta({
    description:
      '`confirmed`: for an issuer that does not say whether an address is confirmed. You vouch that each address belongs to its user. Never set it for an issuer where people enter any address they like.',
    expected: 'confirmed, or leave it unset',
  }),
};

/** Marks the words for a key that cannot be right; they are said without the key. */
const WRONG_KEY = 'key:';

/** The key of a provider: one word, and not the key of another one. */
function providerKey(provider: string, isAnyForm = false) {
  return text.superRefine((key, check) => {
    const other = isAnyForm ? null : otherProviderOf(key, provider);
    const problem = /\s/.test(key)
      ? ' has a space or a line break in it; copy the key once more.'
      : other && ` is a key of ${other}; set it to the API key that ${provider} shows.`;
    if (problem) check.addIssue({ code: 'custom', message: `${WRONG_KEY}${problem}` });
  });
}

const systemMail = {
  SYSTEM_SENDGRID_API_KEY: providerKey('SendGrid').optional().meta({
    description:
      "SendGrid carries the installation's own emails: links to confirm an address, reset a password or accept an invitation. Without this and SMTP_URL, only the first account signs up with a password, and no one can reset one. Through an issuer everybody still signs up (with SIGNUP=open). The admin gets the link of an invitation to hand over. The worker sends these emails, so it needs these settings too. The admin page says when they fail. In a sandbox, such emails are in the outbox.",
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      description:
        'The mail server that carries these emails when SYSTEM_SENDGRID_API_KEY is unset, such as `smtp://user:password@mail.your-company.com:587`. `smtps://` encrypts from the start. `smtp://` encrypts when the server offers it; on another machine it must.',
      expected: 'an address such as smtp://user:password@mail.your-company.com:587 (or smtps://…:465)',
    }),
  SYSTEM_MAIL_FROM: text
    .transform((from, check) => {
      const read = mailSender(from);
      if (!read) check.addIssue({ code: 'custom' });
      return read ?? z.NEVER;
    })
    .optional()
    .meta({
      description:
        'The sender of these emails, such as `Your Company <no-reply@your-company.com>`. Required with either of the two.',
      expected: 'an address such as no-reply@your-company.com, or Your Company <no-reply@your-company.com>',
    }),
};

const providers = {
  OPENAI_API_KEY: providerKey('OpenAI').optional().meta({
    description: 'OpenAI: texts, judgments, search plans, and the web search for an address.',
  }),
  OPENAI_BASE_URL: webAddress.optional().meta({
    description:
      'The address of an API that speaks as OpenAI does, such as that of Ollama, vLLM, LM Studio or llama.cpp. Health says what it lacks.',
    expected: 'an address such as https://api.openai.com/v1',
    unset: 'OpenAI',
  }),
  OPENAI_MODEL: text.default('gpt-6.1-terra').meta({
    description:
      'The model of every task without a model of its own. AI usage knows the cost of the models in `events/ai/prices.ts`.',
  }),
  OPENAI_MODEL_WRITING: text.optional().meta({
    description: 'The model that writes emails and drafts answers.',
    unset: 'OPENAI_MODEL',
  }),
  OPENAI_MODEL_JUDGING: text.optional().meta({
    description: 'The model that checks texts and judges partners.',
    unset: 'gpt-6-luna; OPENAI_MODEL if OPENAI_BASE_URL is set',
  }),
  OPENAI_MODEL_LABELS: text.optional().meta({ description: 'The model that labels replies.', unset: 'OPENAI_MODEL' }),
  OPENAI_MODEL_SEARCH: text.optional().meta({
    description: 'The model that plans searches, describes your partners, and searches the web.',
    unset: 'OPENAI_MODEL',
  }),
  OPENAI_MODEL_EMBEDDINGS: text.optional().meta({
    description: 'The model of embeddings, which compare partners with your profile.',
    unset: 'text-embedding-3-small',
  }),
  PDL_API_KEY: providerKey('People Data Labs').optional().meta({
    description: 'People Data Labs: searches for professionals, and addresses.',
    expected: 'the API key that People Data Labs shows',
  }),
  HUNTER_API_KEY: providerKey('Hunter').optional().meta({
    description:
      'Hunter: addresses that People Data Labs does not have, and whether an address takes mail. Without it only the DNS is asked about the domain of an address.',
    expected: 'the API key that Hunter shows',
  }),
  YOUTUBE_API_KEY: providerKey('Google').optional().meta({
    description: 'YouTube Data API v3: searches for creators. A key allows 100 searches a day.',
    expected: 'the API key that Google Cloud shows',
  }),
  GOOGLE_CLIENT_ID: text.optional().meta({
    description:
      'The OAuth client for Gmail accounts (worker/providers/gmail/README.md). Set both or neither, for the API and the worker.',
    expected: 'the client ID that Google Cloud shows (needed with GOOGLE_CLIENT_SECRET)',
  }),
  GOOGLE_CLIENT_SECRET: text.optional().meta({
    description: 'The secret of the OAuth client.',
    expected: 'the client secret that Google Cloud shows (needed with GOOGLE_CLIENT_ID)',
  }),
  GMAIL_ACCESS: z.enum(GMAIL_ACCESS).default('send').meta({
    description:
      'What Gmail accounts are asked for: `send` only sends; `drafts` writes drafts and reads, so an interrupted send can be looked up and replies are found. In a sandbox, unset means `drafts`.',
    expected: 'send or drafts',
  }),
  MICROSOFT_CLIENT_ID: text.optional().meta({
    description:
      'The app for Microsoft 365 and Outlook.com accounts (worker/providers/microsoft/README.md). Set both or neither, for the API and the worker.',
    expected: 'the application (client) ID that Microsoft Entra shows (needed with MICROSOFT_CLIENT_SECRET)',
  }),
  MICROSOFT_CLIENT_SECRET: text.optional().meta({
    description: 'The secret of the app: its value, not its ID. Microsoft ends each after at most 24 months.',
    expected: 'the value of the client secret that Microsoft Entra shows (needed with MICROSOFT_CLIENT_ID)',
  }),
  MICROSOFT_TENANT: text
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]*$/)
    .default('common')
    .meta({
      description:
        'Who may connect: `common` (everybody), `organizations`, `consumers` (Outlook.com), or the ID of one organization.',
      expected: 'common, organizations, consumers or the ID of an organization',
    }),
  MAIL_PRIVATE_HOSTS: z.enum(['on', 'off']).default('off').meta({
    description:
      '`on`: users may connect a mailbox whose host is this machine or in a private network. Leave it `off` where you do not trust every user: they could try the ports of your network.',
    expected: 'on or off',
  }),
  INBOUND_DOMAIN: text
    .toLowerCase()
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/)
    .optional()
    .meta({
      description:
        "A domain whose mail SendGrid's Inbound Parse posts to `PUBLIC_URL/api/webhooks/sendgrid-inbound` (worker/providers/sendgrid/README.md). Replies to emails of SendGrid and Amazon SES then come to signed addresses of it, and are shown in the inbox. Without it they go to the contact email of the user's business profile. Set it for the API and the worker. The sandbox has its own.",
      expected: 'a domain such as replies.your-company.com',
    }),
  SENDGRID_WEBHOOK_PUBLIC_KEY: text
    .transform((key, check) => {
      const read = signingKey(key);
      if (!read) check.addIssue({ code: 'custom' });
      return read ?? z.NEVER;
    })
    .optional()
    .meta({
      description:
        'The verification key of the event webhook, when all users share one SendGrid account. Users with their own account store its key in Settings. The sandbox has its own key.',
      expected:
        'the verification key that SendGrid shows under Mail Settings, Event Webhook, when signing is switched on',
    }),
};

const sending = {
  ANSWER_UNDO_SECONDS: z.coerce.number().int().min(0).max(60).default(8).meta({
    description:
      'An answer to a reply waits this long before it leaves, so that its writer can take it back. 0: it leaves at once.',
    expected: 'a whole number of seconds from 0 to 60',
  }),
};

const sandbox = {
  SANDBOX: z.enum(['auto', 'on', 'off']).default('auto').meta({
    description:
      '`auto`: a sandbox exactly if none of OPENAI_API_KEY, PDL_API_KEY, HUNTER_API_KEY, YOUTUBE_API_KEY, SYSTEM_SENDGRID_API_KEY and SMTP_URL is set.',
    expected: 'auto, on or off',
  }),
  SANDBOX_PORT: port.meta({
    description: 'The port of the sandbox.',
    expected: 'a port number from 1 to 65535 (unset: PORT + 1)',
    unset: 'PORT + 1',
  }),
  SEND_GAP_SECONDS: secondsRange.optional().meta({
    description:
      'Sandbox only: the gap between two sends, such as `2-6`, instead of the usual one, at any hour. A day of a follow-up then lasts ten such gaps.',
    expected: 'the least and the most seconds between two sends, such as 2-6',
  }),
};

/** The launcher sets these for its processes. */
const fromLauncher = {
  SANDBOX_MODE: z.enum(['on', 'off']).default('off').meta({ expected: 'on or off' }),
  SANDBOX_URL: webAddress.optional().meta({ expected: 'an address such as http://127.0.0.1:3001' }),
  /** The DATA_DIR of the embedded PostgreSQL that DATABASE_URL leads to. */
  EMBEDDED_IN: text.optional(),
  /** The version of the package's PostgreSQL, when a real installation runs on it. */
  BUNDLED_POSTGRES: text.optional(),
};

/** The settings as SETTINGS.md shows them (`npm run docs`). */
export const settingGroups: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  Network: network,
  'Logging and monitoring': logging,
  'Data, keys and retention': data,
  'Sign-up and sign-in': signIn,
  "The installation's own emails": systemMail,
  Providers: providers,
  Sending: sending,
  Sandbox: sandbox,
};

/** Every setting of the product: one schema each, with its default and description. A process picks the ones that it uses. */
export const settings = {
  ...network,
  ...logging,
  ...data,
  ...signIn,
  ...systemMail,
  ...providers,
  ...sending,
  ...sandbox,
  ...fromLauncher,
};

export type MailSender = { email: string; name: string };

/** Reads `name@company.com` or `Company <name@company.com>`; null when it is neither. Without a name it is the product's. */
export function mailSender(text: string): MailSender | null {
  const parts = /^(?:"?([^"<>]*?)"?\s*<([^<>\s]+)>|(\S+))$/.exec(text);
  const email = z.email().safeParse(parts?.[2] ?? parts?.[3]);
  return email.success ? { email: email.data, name: parts?.[1] || 'Partner Pilot' } : null;
}

/** A public ECDSA P-256 key, as SendGrid shows it (base64 of its DER form) or as PEM. null: it is neither. */
export function signingKey(text: string): KeyObject | null {
  try {
    const key = text.startsWith('-----')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}

/** Both settings of the Google app or neither, whatever process reads them. */
export const googleSettings = (env: NodeJS.ProcessEnv) => {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GMAIL_ACCESS: access } = settings;
  const any = Boolean(env.GOOGLE_CLIENT_ID?.trim() || env.GOOGLE_CLIENT_SECRET?.trim());
  return {
    GOOGLE_CLIENT_ID: any ? id.unwrap() : id,
    GOOGLE_CLIENT_SECRET: any ? secret.unwrap() : secret,
    GMAIL_ACCESS: access,
  };
};

/** The key of OpenAI; one of a service that speaks as OpenAI does (OPENAI_BASE_URL) may have any form. */
export const openAiKey = (env: NodeJS.ProcessEnv) =>
  env.OPENAI_BASE_URL?.trim() ? providerKey('OpenAI', true).optional() : settings.OPENAI_API_KEY;

/** The models of all tasks (events/ai/aiTasks.ts). */
export const modelSettings = {
  OPENAI_BASE_URL: settings.OPENAI_BASE_URL,
  OPENAI_MODEL: settings.OPENAI_MODEL,
  OPENAI_MODEL_WRITING: settings.OPENAI_MODEL_WRITING,
  OPENAI_MODEL_JUDGING: settings.OPENAI_MODEL_JUDGING,
  OPENAI_MODEL_LABELS: settings.OPENAI_MODEL_LABELS,
  OPENAI_MODEL_SEARCH: settings.OPENAI_MODEL_SEARCH,
  OPENAI_MODEL_EMBEDDINGS: settings.OPENAI_MODEL_EMBEDDINGS,
};

/** Both settings of the Microsoft app or neither, whatever process reads them. */
export const microsoftSettings = (env: NodeJS.ProcessEnv) => {
  const { MICROSOFT_CLIENT_ID: id, MICROSOFT_CLIENT_SECRET: secret, MICROSOFT_TENANT } = settings;
  const any = Boolean(env.MICROSOFT_CLIENT_ID?.trim() || env.MICROSOFT_CLIENT_SECRET?.trim());
  return {
    MICROSOFT_CLIENT_ID: any ? id.unwrap() : id,
    MICROSOFT_CLIENT_SECRET: any ? secret.unwrap() : secret,
    MICROSOFT_TENANT,
  };
};

type SettingName = keyof typeof settings;

/** The settings whose presence makes an installation a real one: each of them is read by something. */
const PROVIDER_KEYS = [
  'OPENAI_API_KEY',
  'PDL_API_KEY',
  'HUNTER_API_KEY',
  'YOUTUBE_API_KEY',
  'SYSTEM_SENDGRID_API_KEY',
  'SMTP_URL',
] as const satisfies SettingName[];

const areSet = (names: readonly string[], env: NodeJS.ProcessEnv) => names.filter((name) => env[name]?.trim());

export const providerKeysIn = (env: NodeJS.ProcessEnv): string[] => areSet(PROVIDER_KEYS, env);

const isSecret = (name: string) => /KEY|SECRET|DATABASE|TOKEN|SMTP/.test(name);

/** Defaults that follow from another setting; a PORT that is no number is reported as PORT, not here. */
function withDerivedDefaults(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const listenPort = Number(env.PORT || 3000);
  return {
    ...env,
    PUBLIC_URL: env.PUBLIC_URL || `http://localhost:${listenPort}`,
    SANDBOX_PORT: env.SANDBOX_PORT || String(listenPort + 1),
  };
}

/**
 * Reads the settings of `shape`: a pick of `settings`, or schemas narrowed by the process, such as `settings.DATABASE_URL.unwrap()`. An empty string
 * counts as unset. Throws SettingsError with one line that names the first wrong setting.
 */
export function readSettings<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
  env: NodeJS.ProcessEnv = process.env,
): { [Name in keyof Shape]: z.output<Shape[Name]> } {
  const values = withDerivedDefaults(env);
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const value = values[name]?.trim() ? values[name] : undefined;
    const result = schema.safeParse(value);
    if (!result.success) throw new SettingsError(explain(name, value, result.error));
    read[name] = result.data;
  }
  return read as { [Name in keyof Shape]: z.output<Shape[Name]> };
}

function explain(name: string, value: string | undefined, error: z.ZodError): string {
  const wanted = settings[name as SettingName]?.meta()?.expected ?? 'a text';
  if (value === undefined) return `${name} is not set; set it to ${wanted}.`;
  const wrongKey = error.issues.find(({ code, message }) => code === 'custom' && message.startsWith(WRONG_KEY));
  if (wrongKey) return `${name}${wrongKey.message.slice(WRONG_KEY.length)}`;
  const shown = isSecret(name) ? 'has a value that cannot be used' : `is ${JSON.stringify(value)}`;
  return `${name} ${shown}; set it to ${wanted}.`;
}

/**
 * The 32 bytes of SECRET_KEY. 64 hex characters, or the base64 of 32 bytes, are taken as they are. Any other text from 32 characters on is stretched,
 * so that each guess costs 128 MB and half a second. All hosts must get the same bytes, so the salt is fixed.
 */
export function secretKeyBytes(secretKey: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(secretKey)) return Buffer.from(secretKey, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(secretKey)) return Buffer.from(secretKey, 'base64');
  return scryptSync(secretKey, 'partner-pilot', 32, { N: 2 ** 17, maxmem: 2 ** 28 });
}
