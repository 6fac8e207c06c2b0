import { type MailSender, SettingsError } from './settings.ts';

/** Carries the installation's own emails. */
export type SystemMailer =
  | { kind: 'sandbox'; from: MailSender }
  | { kind: 'sendgrid'; apiKey: string; from: MailSender }
  | { kind: 'smtp'; url: string; from: MailSender };

export type MailerSettings = {
  SYSTEM_SENDGRID_API_KEY: string | undefined;
  SMTP_URL: string | undefined;
  SYSTEM_MAIL_FROM: MailSender | undefined;
};

const SANDBOX_SENDER: MailSender = { email: 'no-reply@partner-pilot.example', name: 'Partner Pilot' };

/** Chooses the mailer from the settings; null: none is set up. Throws SettingsError when it has no sender. */
export function systemMailer(settings: MailerSettings, sandbox: boolean): SystemMailer | null {
  const { SYSTEM_SENDGRID_API_KEY: apiKey, SMTP_URL: url, SYSTEM_MAIL_FROM: from } = settings;
  if (sandbox) return { kind: 'sandbox', from: from ?? SANDBOX_SENDER };
  if (!apiKey && !url) return null;
  if (!from) {
    throw new SettingsError(
      `SYSTEM_MAIL_FROM is not set, but ${apiKey ? 'SYSTEM_SENDGRID_API_KEY' : 'SMTP_URL'} is; set it to the address that the installation's mails come from, such as no-reply@your-company.com.`,
    );
  }
  return apiKey ? { kind: 'sendgrid', apiKey, from } : { kind: 'smtp', url: url ?? '', from };
}
