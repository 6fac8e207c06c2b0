import { expect, test } from 'vitest';
import { destinations } from '../../web/app/routes.ts';
import { EXPORT, PLACES } from '../../web/features/palette/places.ts';
import { searchCommands } from '../../web/features/palette/searchCommands.ts';

const COMMANDS = [
  ...[EXPORT, ...PLACES].map(({ id, text, words }) => ({ id, text, words })),
  ...destinations({ isAdmin: true }).map(({ href, title }) => ({
    id: href,
    text: title,
    words: 'go open show screen',
  })),
];

// what people typed, and the command that is among the first three
test.each([
  ['new campaign', 'new-campaign'],
  ['create campain', 'new-campaign'],
  ['start a campaign', 'new-campaign'],
  ['compose', 'new-campaign'],
  ['outreach', 'new-campaign'],
  ['find partners', 'find'],
  ['search influencers', 'find'],
  ['more leads', 'find'],
  ['affiliates', 'find'],
  ['import', 'import'],
  ['upload csv', 'import'],
  ['excel', 'import'],
  ['import contacts', 'import'],
  ['linkedin', 'linkedin'],
  ['linkdin', 'linkedin'],
  ['target audience', 'audience'],
  ['keywords', 'audience'],
  ['get emails', 'find-emails'],
  ['missing address', 'find-emails'],
  ['export', 'export'],
  ['download list', 'export'],
  ['schedule', 'schedule'],
  ['calendar', 'schedule'],
  ['upcoming emails', 'schedule'],
  ['replies', 'unanswered'],
  ['reply', 'unanswered'],
  ['unread', 'unanswered'],
  ['inbox', '/inbox'],
  ['company name', 'profile'],
  ['website', 'profile'],
  ['signature', 'signature'],
  ['signatur', 'signature'],
  ['faq', 'facts'],
  ['timezone', 'time-zone'],
  ['time zone', 'time-zone'],
  ['connect gmail', 'accounts'],
  ['outlook', 'accounts'],
  ['smtp', 'accounts'],
  ['sendgrid api key', 'accounts'],
  ['add mailbox', 'accounts'],
  ['dkim', 'domain'],
  ['spf record', 'domain'],
  ['deliverability', 'domain'],
  ['working hours', 'hours'],
  ['weekend', 'hours'],
  ['daily limit', 'limits'],
  ['warmup', 'limits'],
  ['do not contact', 'do-not-contact'],
  ['blacklist', 'do-not-contact'],
  ['unsubscribed', 'do-not-contact'],
  ['suppression list', 'do-not-contact'],
  ['change password', 'password'],
  ['2fa', 'second-factor'],
  ['two factor', 'second-factor'],
  ['sign out everywhere', 'sessions'],
  ['what was sent', 'history'],
  ['audit log', 'history'],
  ['invite a colleague', 'users'],
  ['ai cost', 'ai-cost'],
  ['how much do we spend on openai', 'ai-cost'],
  ['pause', 'running'],
  ['stop sending', 'running'],
  ['follow up', 'running'],
  ['a/b test', 'running'],
  ['bounces', 'fix'],
  ['spam complaint', 'fix'],
  ['approve drafts', 'review'],
  ['rejected', 'rejected'],
  ['pending', 'undecided'],
  ['approved partners', '/approved'],
  ['settings', '/settings'],
  ['dashbord', '/dashboard'],
])('“%s” finds %s', (typed, id) => {
  const found = searchCommands(COMMANDS, typed).map((command) => command.id);
  expect(found.slice(0, 3)).toContain(id);
});

test('what is no word of the product finds nothing', () => {
  expect(searchCommands(COMMANDS, 'xqzzv')).toEqual([]);
});
