import { html } from 'hono/html';
import { LINK_HOURS, type LinkWhat } from '../../db/accounts/links.ts';
import type { SecurityNotice } from '../../events/accounts/accountLink.ts';
import { settingsOf } from '../../events/ai/aiTasks.ts';
import type { ModelCheck } from '../../events/ai/modelCheck.ts';

/** The web app's address, and the link's token with its expiry; a notice has none. */
type Facts = { publicUrl: string; token: string; until: Date };
type Content = {
  subject: string;
  before: string[];
  link: { label: string; url: string };
  after: string[];
  exact?: string;
};
export type MailContent = { subject: string; text: string; html: string };

const PRODUCT = 'Partner Pilot';
const LONGEST_SUBJECT = 150;
const PATHS: Record<LinkWhat, string> = {
  'sign-up': '/api/confirm',
  confirmation: '/api/confirm',
  invitation: '/api/invitation',
  reset: '/api/reset',
};

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const holds = (what: LinkWhat, until: Date): string => {
  const hours = LINK_HOURS[what];
  const long = hours === 1 ? 'one hour' : hours > 48 ? `${hours / 24} days` : `${hours} hours`;
  return `The link works once, for ${long}: until ${moment.format(until)} UTC.`;
};

function contentOf(what: LinkWhat, { publicUrl, token, until }: Facts): Content {
  const at = new URL(publicUrl).host;
  const link = (label: string) => ({ label, url: `${publicUrl}${PATHS[what]}?token=${token}` });
  switch (what) {
    case 'sign-up':
      return {
        subject: `Confirm your email for ${PRODUCT}`,
        before: [`Somebody signed up for ${PRODUCT} at ${at} with this address. If it was you, confirm it:`],
        link: link('Confirm my email'),
        after: [
          `${holds(what, until)} In another browser than the one that you signed up with, it asks for the password that you chose.`,
          'If it was not you, do nothing: without this link no account is made.',
        ],
      };
    case 'invitation':
      return {
        subject: `You are invited to ${PRODUCT}`,
        before: [
          `The administrator of ${PRODUCT} at ${at} made an account for this address. Choose a password to begin:`,
        ],
        link: link('Choose a password'),
        after: [holds(what, until), 'If you did not expect this, do nothing: the account stays closed until you join.'],
      };
    case 'reset':
      return {
        subject: `Set a new password for ${PRODUCT}`,
        before: [`Somebody asked for a new password for your account of ${PRODUCT} at ${at}. If it was you, set it:`],
        link: link('Set a new password'),
        after: [
          `${holds(what, until)} A new password signs you out everywhere else.`,
          'If it was not you, do nothing: your password stays as it is.',
        ],
      };
    case 'confirmation':
      return {
        subject: `Confirm your email for ${PRODUCT}`,
        before: [`Confirm that this is the address of your account of ${PRODUCT} at ${at}:`],
        link: link('Confirm my email'),
        after: [
          `${holds(what, until)} In a browser that is not signed in, it asks for your password.`,
          'If you have no such account, do nothing.',
        ],
      };
  }
}

function written({ subject, before, link, after, exact }: Content): MailContent {
  const paragraphs = (texts: string[]) => texts.map((text) => html`<p>${text}</p>`);
  const page = html`<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:16px;line-height:1.5">${paragraphs(before)}${exact === undefined ? '' : html`<pre>${exact}</pre>`}<p><a href="${link.url}">${link.label}</a></p><p>If that does not open, copy this address into your browser:<br>${link.url}</p>${paragraphs(after)}<p>${PRODUCT}</p></body></html>`;
  return {
    subject,
    text: `${[...before, ...(exact === undefined ? [] : [exact]), link.url, ...after].join('\n\n')}\n\n${PRODUCT}\n`,
    html: page.toString(),
  };
}

/** The mail with a link. It names no one. Otherwise a stranger could type a text as a name, and we would send it to anyone. */
export const accessMail = (what: LinkWhat, facts: Facts): MailContent => written(contentOf(what, facts));

/** Tells the owner of an account that a person signed up with its address. */
export const accountExistsMail = (publicUrl: string): MailContent =>
  written({
    subject: `You already have an account at ${PRODUCT}`,
    before: [
      `Somebody signed up for ${PRODUCT} at ${new URL(publicUrl).host} with this address, but it has an account already. If it was you, sign in:`,
    ],
    link: { label: 'Sign in', url: `${publicUrl}/api/login` },
    after: [
      `If you have forgotten your password, set a new one: ${publicUrl}/api/forgot`,
      'If it was not you, do nothing: nothing was changed.',
    ],
  });

const HAPPENED: Record<SecurityNotice, { subject: string; what: string }> = {
  'password-changed': { subject: 'Your password was changed', what: 'The password of your account was changed' },
  'second-factor-off': {
    subject: 'Two-factor authentication was turned off',
    what: 'The two-factor authentication of your account was turned off',
  },
};

const MODEL_TROUBLE: Record<Exclude<ModelCheck['state'], 'current'>, (check: ModelCheck) => string> = {
  ending: ({ model, endsOn }) => `The AI model ${model} is switched off on ${endsOn}. After that day AI calls fail.`,
  ended: ({ model, endsOn }) => `The AI model ${model} was switched off on ${endsOn}. AI calls fail.`,
  missing: ({ model }) => `The AI provider does not offer the model ${model} to this installation. AI calls fail.`,
  refused: () => 'The AI provider refuses the key in OPENAI_API_KEY. AI calls fail.',
};

/** To each admin, when something is wrong with an AI model; null: all is well with them. */
export function aiModelMail(checks: readonly ModelCheck[], publicUrl: string): MailContent | null {
  const before = checks.flatMap((check) =>
    check.state === 'current'
      ? []
      : [
          MODEL_TROUBLE[check.state](check),
          check.state === 'refused'
            ? 'Check OPENAI_API_KEY in the settings of the server and start again.'
            : `Set ${settingsOf(check.tasks)} to another model in the settings of the server and start again.`,
        ],
  );
  if (before.length === 0) return null;
  return written({
    subject: `An AI model of ${PRODUCT} needs attention`,
    before: [...new Set(before)],
    link: { label: 'Open the admin panel', url: `${publicUrl}/admin` },
    after: [],
  });
}

/** Tells the operator what has lasted too long, and what to do. */
export const operatorMail = (lines: readonly { title: string; text: string }[], publicUrl: string): MailContent =>
  written({
    subject: `${PRODUCT} at ${new URL(publicUrl).host} needs attention`,
    before: lines.map(({ title, text }) => `${title} ${text}`),
    link: { label: 'Open the admin panel', url: `${publicUrl}/admin` },
    after: ['Each of these is mailed at most once a day, until it ends.'],
  });

/** The newest checkpoint of the log, as a mailbox keeps it. */
export const checkpointMail = (note: string, publicUrl: string): MailContent =>
  written({
    subject: `Checkpoint of the log of ${PRODUCT} at ${new URL(publicUrl).host}`,
    before: ['Keep this email. It proves later what the log held today. It has no personal data.'],
    exact: note.trimEnd(),
    link: { label: 'Open the admin panel', url: `${publicUrl}/admin` },
    after: ['To compare the log with it, save it to a file and run: npm run audit -- verify --against FILE'],
  });

/** Tells a person what happened in their outreach. */
export const noticeMail = (
  { title, lines, url }: { title: string; lines: readonly string[]; url: string },
  publicUrl: string,
): MailContent =>
  written({
    subject: title.slice(0, LONGEST_SUBJECT),
    before: [...lines],
    link: { label: 'Open in Partner Pilot', url },
    after: [`Choose what these emails say: ${publicUrl}/settings/notifications`],
  });

/** To the owner of an account, after something that an intruder would do, too. */
export function securityMail(what: SecurityNotice, publicUrl: string): MailContent {
  const { subject, what: happened } = HAPPENED[what];
  return written({
    subject: `${subject} at ${PRODUCT}`,
    before: [
      `${happened} (${PRODUCT} at ${new URL(publicUrl).host}).`,
      'If it was you, or your administrator for you, all is well. If not, set a new password at once, which also signs everybody else out:',
    ],
    link: { label: 'Set a new password', url: `${publicUrl}/api/forgot` },
    after: [],
  });
}
