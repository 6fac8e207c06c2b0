import {
  googleSettings,
  microsoftSettings,
  modelSettings,
  openAiKey,
  readSettings,
  settings,
} from '../db/installation/settings.ts';

const providerSettings = (env: NodeJS.ProcessEnv) => ({
  SANDBOX_URL: settings.SANDBOX_URL,
  OPENAI_API_KEY: openAiKey(env),
  ...modelSettings,
  PDL_API_KEY: settings.PDL_API_KEY,
  HUNTER_API_KEY: settings.HUNTER_API_KEY,
  YOUTUBE_API_KEY: settings.YOUTUBE_API_KEY,
  ...googleSettings(env),
  ...microsoftSettings(env),
  MAIL_PRIVATE_HOSTS: settings.MAIL_PRIVATE_HOSTS,
  SYSTEM_SENDGRID_API_KEY: settings.SYSTEM_SENDGRID_API_KEY,
  SMTP_URL: settings.SMTP_URL,
  SYSTEM_MAIL_FROM: settings.SYSTEM_MAIL_FROM,
});

/** Reads the provider settings for a command that the launcher did not start. Throws SettingsError with one line. */
export function readProviderEnv(env: NodeJS.ProcessEnv = process.env) {
  const { SANDBOX_PORT, ...read } = readSettings(
    { ...providerSettings(env), SANDBOX_PORT: settings.SANDBOX_PORT },
    env,
  );
  return { ...read, SANDBOX_URL: read.SANDBOX_URL ?? `http://127.0.0.1:${SANDBOX_PORT}` };
}

/** The settings of the worker process. Throws SettingsError with one line. */
export function readEnv(env: NodeJS.ProcessEnv = process.env) {
  return readSettings(
    {
      LOG_LEVEL: settings.LOG_LEVEL,
      DATABASE_URL: settings.DATABASE_URL.unwrap(),
      DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL,
      PUBLIC_URL: settings.PUBLIC_URL,
      DATA_DIR: settings.DATA_DIR,
      SECRET_KEY: settings.SECRET_KEY.unwrap(),
      EMBEDDED_IN: settings.EMBEDDED_IN,
      SEAL_FILE: settings.SEAL_FILE,
      ERASURES_FILE: settings.ERASURES_FILE,
      WITNESSES: settings.WITNESSES,
      FOLLOW_RECORD: settings.FOLLOW_RECORD,
      OPERATOR_EMAIL: settings.OPERATOR_EMAIL,
      RETENTION_DAYS: settings.RETENTION_DAYS,
      RECEIVED_FILES_GB: settings.RECEIVED_FILES_GB,
      SANDBOX_MODE: settings.SANDBOX_MODE,
      SEND_GAP_SECONDS: settings.SEND_GAP_SECONDS,
      ...providerSettings(env),
      INBOUND_DOMAIN: settings.INBOUND_DOMAIN,
      OIDC_ISSUER: settings.OIDC_ISSUER,
      OIDC_CLIENT_ID: env.OIDC_ISSUER?.trim() ? settings.OIDC_CLIENT_ID.unwrap() : settings.OIDC_CLIENT_ID,
      OIDC_CLIENT_SECRET: settings.OIDC_CLIENT_SECRET,
    },
    env,
  );
}
