import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { GMAIL_ACCESS } from '../events/options.ts';

/** A reason why a process must not start: its message is one line for the person at the terminal. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** A setting is missing or wrong. The message names the setting and what to do, and never shows a secret. */
export class SettingsError extends CannotStart {
  override name = 'SettingsError';
}

const text = z.string().trim();
const port = z.coerce.number().int().min(1).max(65_535);
const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const postgresAddress = z.url({ protocol: /^postgres(ql)?$/ });
const secondsRange = text
  .regex(/^\d+(\.\d+)?-\d+(\.\d+)?$/)
  .transform((range) => {
    const [min = 0, max = 0] = range.split('-').map(Number);
    return { min, max };
  })
  .refine(({ min, max }) => min <= max);

/** Every setting of the product: one schema each, with its default. A process picks the ones that it uses. */
export const settings = {
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  /** Without a trailing slash. Unset: http://localhost:PORT. */
  PUBLIC_URL: webAddress,
  /** An absolute path. */
  DATA_DIR: text.default('.data').transform((folder) => path.resolve(folder)),
  /** Unset: embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: postgresAddress.optional(),
  /** The role that migrates. Unset: DATABASE_URL. */
  DATABASE_OWNER_URL: postgresAddress.optional(),
  /** Any of the forms of `secretKeyBytes`. Unset with embedded PostgreSQL: made once in DATA_DIR. */
  SECRET_KEY: z.string().min(32).optional(),
  SIGNUP: z.enum(['open', 'invite']).default('open'),
  /** How many proxies stand before the API and write down whom they speak for (X-Forwarded-For). */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  SANDBOX: z.enum(['auto', 'on', 'off']).default('auto'),
  /** Unset: PORT + 1. */
  SANDBOX_PORT: port,
  /** What the launcher settled, for the processes that it starts. */
  SANDBOX_MODE: z.enum(['on', 'off']).default('off'),
  SANDBOX_URL: webAddress.optional(),
  /** The DATA_DIR whose embedded PostgreSQL DATABASE_URL leads to, as the launcher settled it. */
  EMBEDDED_IN: text.optional(),
  /** Who was erased, noted outside of the database, so that a restore erases them again (db/erase/erasuresFile.ts). */
  ERASURES_FILE: text.transform((file) => path.resolve(file)).optional(),
  /** Where the worker keeps the newest seal of the log, outside of the database. Unset: a file in the user's state folder (db/seal/sealPlace.ts). */
  SEAL_FILE: text.transform((file) => path.resolve(file)).optional(),
  /** With it other programs read GET /api/events. */
  FEED_TOKEN: text.regex(/^[\x21-\x7e]{32,}$/).optional(),
  RETENTION_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  /** Seconds between two sends, for trying things out in the sandbox. */
  SEND_GAP_SECONDS: secondsRange.optional(),
  OPENAI_API_KEY: text.optional(),
  OPENAI_BASE_URL: webAddress.optional(),
  OPENAI_MODEL: text.default('gpt-6.1-terra'),
  PDL_API_KEY: text.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  /** What Gmail accounts are asked for: to send, or to write drafts and read. */
  GMAIL_ACCESS: z.enum(GMAIL_ACCESS).default('send'),
  /** To the letter as the issuer calls itself, a slash at the end included. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  /** The operator vouches for the addresses of an issuer that does not say whether they are confirmed. */
  OIDC_EMAILS: z.literal('confirmed').optional(),
  /** With it SendGrid carries the installation's own mails: links to sign up, reset a password, join. */
  SYSTEM_SENDGRID_API_KEY: text.optional(),
  /** The mail server that carries them otherwise. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Who they come from; needed with either. */
  SYSTEM_MAIL_FROM: text
    .transform((from, check) => {
      const read = mailSender(from);
      if (!read) check.addIssue({ code: 'custom' });
      return read ?? z.NEVER;
    })
    .optional(),
  /** The key by which SendGrid's events are known to come from it. */
  SENDGRID_WEBHOOK_PUBLIC_KEY: text
    .transform((key, check) => {
      const read = signingKey(key);
      if (!read) check.addIssue({ code: 'custom' });
      return read ?? z.NEVER;
    })
    .optional(),
};

export type MailSender = { email: string; name: string };

/** Reads `name@company.com` or `Company <name@company.com>`; null when it is neither. Without a name it is the product's. */
export function mailSender(text: string): MailSender | null {
  const parts = /^(?:"?([^"<>]*?)"?\s*<([^<>\s]+)>|(\S+))$/.exec(text);
  const email = z.email().safeParse(parts?.[2] ?? parts?.[3]);
  return email.success ? { email: email.data, name: parts?.[1] || 'Partner Pilot' } : null;
}

/** A public ECDSA P-256 key as SendGrid shows it (base64 of its DER form) or as PEM; null when it is neither. */
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

type SettingName = keyof typeof settings;

/** The settings whose presence makes an installation a real one: each of them is read by something. */
const PROVIDER_KEYS = [
  'OPENAI_API_KEY',
  'PDL_API_KEY',
  'SYSTEM_SENDGRID_API_KEY',
  'SMTP_URL',
] as const satisfies SettingName[];

/** Keys of providers that are planned. They decide nothing, and the start says so. */
const UNREAD_KEYS = ['HUNTER_API_KEY', 'YOUTUBE_API_KEY'] as const;

const areSet = (names: readonly string[], env: NodeJS.ProcessEnv) => names.filter((name) => env[name]?.trim());

export const providerKeysIn = (env: NodeJS.ProcessEnv): string[] => areSet(PROVIDER_KEYS, env);

/** One line about settings that nothing reads yet; null when none of them is set. */
export function unreadKeysIn(env: NodeJS.ProcessEnv): string | null {
  const names = areSet(UNREAD_KEYS, env);
  return names.length > 0 ? `${names.join(', ')}: set, but nothing reads it yet.` : null;
}

/** What a person should write, for the message about a bad value. Anything not here is a plain text. */
const expected: Partial<Record<SettingName, string>> = {
  PORT: 'a port number from 1 to 65535, such as 3000',
  HOST: 'the address to listen on, such as 127.0.0.1 or 0.0.0.0',
  PUBLIC_URL: 'the address that people open, such as https://pilot.your-company.com',
  DATA_DIR: 'a folder, such as .data',
  DATABASE_URL: 'postgres://user:password@host:5432/database',
  DATABASE_OWNER_URL: 'postgres://user:password@host:5432/database',
  SECRET_KEY: '32 random bytes as base64 or 64 hex characters (openssl rand -base64 32), the same on every host',
  SIGNUP: 'open or invite',
  TRUST_PROXY: 'how many reverse proxies stand before it, such as 1 (unset: 0)',
  SANDBOX: 'auto, on or off',
  SANDBOX_PORT: 'a port number from 1 to 65535 (unset: PORT + 1)',
  SANDBOX_MODE: 'on or off',
  SANDBOX_URL: 'an address such as http://127.0.0.1:3001',
  RETENTION_DAYS: 'a whole number of days from 0 to 3650',
  FEED_TOKEN: 'a text of at least 32 letters and digits, such as openssl rand -hex 32 prints',
  SEND_GAP_SECONDS: 'the least and the most seconds between two sends, such as 2-6',
  OPENAI_BASE_URL: 'an address such as https://api.openai.com/v1',
  SENDGRID_WEBHOOK_PUBLIC_KEY:
    'the verification key that SendGrid shows under Mail Settings, Event Webhook, when signing is switched on',
  SMTP_URL: 'an address such as smtp://user:password@mail.your-company.com:587 (or smtps://…:465)',
  SYSTEM_MAIL_FROM: 'an address such as no-reply@your-company.com, or Your Company <no-reply@your-company.com>',
  GOOGLE_CLIENT_ID: 'the client ID that Google Cloud shows (needed with GOOGLE_CLIENT_SECRET)',
  GOOGLE_CLIENT_SECRET: 'the client secret that Google Cloud shows (needed with GOOGLE_CLIENT_ID)',
  GMAIL_ACCESS: 'send or drafts',
  OIDC_ISSUER: 'an address such as https://login.your-company.com',
  OIDC_EMAILS: 'confirmed, or leave it unset',
  OIDC_CLIENT_ID: 'the client id that the issuer gave this installation (needed with OIDC_ISSUER)',
};

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
 * Reads the settings named by `shape` (a pick of `settings`, or schemas narrowed by the process, such as
 * `settings.DATABASE_URL.unwrap()` where it is required). An empty string counts as unset.
 * Throws SettingsError with one line that names the first wrong setting.
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
    if (!result.success) throw new SettingsError(explain(name, value));
    read[name] = result.data;
  }
  return read as { [Name in keyof Shape]: z.output<Shape[Name]> };
}

function explain(name: string, value: string | undefined): string {
  const wanted = expected[name as SettingName] ?? 'a text';
  if (value === undefined) return `${name} is not set; set it to ${wanted}.`;
  const shown = isSecret(name) ? 'has a value that cannot be used' : `is ${JSON.stringify(value)}`;
  return `${name} ${shown}; set it to ${wanted}.`;
}

/**
 * The 32 bytes of SECRET_KEY: 64 hex characters or the base64 of 32 bytes are taken as they are; any other text of
 * at least 32 characters is hashed (SHA-256), so a passphrase works too but is only as strong as itself.
 */
export function secretKeyBytes(secretKey: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(secretKey)) return Buffer.from(secretKey, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(secretKey)) return Buffer.from(secretKey, 'base64');
  return createHash('sha256').update(secretKey, 'utf8').digest();
}

/** Runs the start of a process; when it throws, prints `Partner Pilot cannot start: …` to stderr and exits with 1. */
export async function orExit<Result>(start: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    console.error(`Partner Pilot cannot start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
