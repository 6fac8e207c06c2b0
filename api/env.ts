import {
  googleSettings,
  microsoftSettings,
  modelSettings,
  openAiKey,
  readSettings,
  settings,
} from '../db/installation/settings.ts';

/** The settings of the API process. Throws SettingsError with one line. */
export function readEnv(env: NodeJS.ProcessEnv = process.env) {
  return readSettings(
    {
      PORT: settings.PORT,
      HOST: settings.HOST,
      PUBLIC_URL: settings.PUBLIC_URL,
      DATABASE_URL: settings.DATABASE_URL.unwrap(),
      DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL,
      SECRET_KEY: settings.SECRET_KEY.unwrap(),
      SIGNUP: settings.SIGNUP,
      SANDBOX_MODE: settings.SANDBOX_MODE,
      SANDBOX_URL: settings.SANDBOX_URL,
      SEND_GAP_SECONDS: settings.SEND_GAP_SECONDS,
      ANSWER_UNDO_SECONDS: settings.ANSWER_UNDO_SECONDS,
      OPENAI_API_KEY: openAiKey(env),
      ...modelSettings,
      PDL_API_KEY: settings.PDL_API_KEY,
      HUNTER_API_KEY: settings.HUNTER_API_KEY,
      YOUTUBE_API_KEY: settings.YOUTUBE_API_KEY,
      TRUST_PROXY: settings.TRUST_PROXY,
      LOG_LEVEL: settings.LOG_LEVEL,
      ...googleSettings(env),
      ...microsoftSettings(env),
      OIDC_ISSUER: settings.OIDC_ISSUER,
      OIDC_CLIENT_ID: env.OIDC_ISSUER?.trim() ? settings.OIDC_CLIENT_ID.unwrap() : settings.OIDC_CLIENT_ID,
      OIDC_EMAILS: settings.OIDC_EMAILS,
      SYSTEM_SENDGRID_API_KEY: settings.SYSTEM_SENDGRID_API_KEY,
      SMTP_URL: settings.SMTP_URL,
      SYSTEM_MAIL_FROM: settings.SYSTEM_MAIL_FROM,
      SENDGRID_WEBHOOK_PUBLIC_KEY: settings.SENDGRID_WEBHOOK_PUBLIC_KEY,
      INBOUND_DOMAIN: settings.INBOUND_DOMAIN,
      FEED_TOKEN: settings.FEED_TOKEN,
      WITNESSED_LOGS: settings.WITNESSED_LOGS,
      METRICS_TOKEN: settings.METRICS_TOKEN,
      BUNDLED_POSTGRES: settings.BUNDLED_POSTGRES,
    },
    env,
  );
}
