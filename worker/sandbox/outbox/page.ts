import { html } from 'hono/html';
import type { LedgerMessage } from '../ledger.ts';
import { page } from '../page.ts';
import { answersArePosted } from '../sendgrid/events.ts';

const when = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

const pairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);

/** Actions of the recipient or their mail server. */
const BUTTONS = [
  ['bounce', 'Bounce'],
  ['spamreport', 'Report as spam'],
  ['unsubscribe', 'Unsubscribe'],
  ['delivered', 'Deliver'],
] as const;

/** Answers that come back as mail. */
const answersOf = (message: LedgerMessage) => [
  ['reply', 'Reply'],
  ['out_of_office', 'Out of office'],
  ...(answersArePosted(message)
    ? []
    : [
        ['bounce', 'Bounce'],
        ['complaint', 'Report as spam'],
      ]),
];

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/;

/** A text with its addresses as links; the parts between are escaped. */
const linked = (text: string) =>
  text
    .split(LINK)
    .map((part, index) => (index % 2 ? html`<a href="${part}" rel="noopener noreferrer">${part}</a>` : part));

/** A reply of the page may carry at most this many. More than the product keeps, so that this can be tried, too. */
export const MOST_FILES = 10;
export const MOST_REPLY_MB = 20;

const replyForm = (
  message: LedgerMessage,
) => html`<form class="acts" method="post" enctype="multipart/form-data" action="/outbox/${encodeURIComponent(message.id)}/reply">
<textarea name="text" rows="2" aria-label="Reply as ${message.to}" placeholder="Reply as ${message.to}"></textarea>
<label class="note">Attachments (up to ${MOST_FILES} files, ${MOST_REPLY_MB} MB) <input type="file" name="files" multiple></label>
${answersOf(message).map(([kind, label]) => html`<button name="kind" value="${kind}">${label}</button>`)}</form>`;

const item = (message: LedgerMessage) => html`<li>
<div class="top"><h2>${message.subject}</h2><time class="note num" datetime="${message.acceptedAt}">${when(message.acceptedAt)}</time></div>
<dl><dt>To</dt><dd>${message.to}</dd><dt>From</dt><dd>${message.fromName ? `${message.fromName} <${message.from}>` : message.from}</dd></dl>
<pre>${linked(message.text)}</pre>
${replyForm(message)}
${
  answersArePosted(message) &&
  html`<form class="acts" method="post" action="/outbox/${encodeURIComponent(message.id)}/events">${BUTTONS.map(
    ([event, label]) => html`<button name="event" value="${event}">${label}</button>`,
  )}</form>`
}
<details><summary>Headers and details</summary>
<dl><dt>id</dt><dd>${message.id}</dd><dt>provider</dt><dd>${message.provider}</dd>${pairs(message.headers)}${pairs(message.customArgs)}</dl>
${message.html === null ? '' : html`<p class="note">HTML part</p><pre>${message.html}</pre>`}</details></li>`;

/** The mailbox page: every accepted mail, the newest first. */
export const outboxPage = (messages: readonly LedgerMessage[]) => {
  const count = messages.length === 1 ? '1 mail was accepted' : `${messages.length} mails were accepted`;
  const sub =
    messages.length === 0
      ? 'Every mail that the sandbox accepts is kept here.'
      : `${count}. The newest is on top; reload to see more.`;
  const content =
    messages.length === 0
      ? html`<div class="empty"><h2>No mail yet</h2><p>Start a campaign in Partner Pilot; what it sends shows up here.</p></div>`
      : html`<ul class="list">${messages.toReversed().map(item)}</ul>`;
  return page('Outbox', sub, content);
};

/** The failure of a form of that page, and the way back. */
export const notDonePage = (why: string) =>
  page('Not done', why, html`<p><a href="/outbox">Back to the outbox</a></p>`);
