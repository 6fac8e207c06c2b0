import { Command } from '@commander-js/extra-typings';
import { emailsQuery } from '../../events/history/historyInput.ts';
import { UsageError } from '../installation/settings.ts';
import { operatorCommand } from '../process/command.ts';
import { checkAsked, withReader } from './asked.ts';
import { type FoundEmail, findEmails } from './findEmails.ts';
import { tenantNamed } from './knownTenant.ts';

function dayOf(day: string | undefined): { from?: string; to?: string } {
  if (day === undefined) return {};
  const from = new Date(`${day}T00:00:00.000Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(from.getTime()))
    throw new UsageError('--day must be a day in UTC, such as 2026-03-02.');
  return { from: from.toISOString(), to: `${day}T23:59:59.999Z` };
}

const line = ({
  tenant,
  user,
  at,
  id,
  status,
  to,
  partner,
  subject,
  campaign,
  repliedAt,
  report,
}: FoundEmail): string =>
  [
    at,
    `${partner ?? 'an erased person'}${to ? ` <${to}>` : ''}`,
    subject === null ? 'text erased' : `"${subject}"`,
    `${campaign ?? 'no campaign'}, ${user ?? `workspace ${tenant}`}`,
    [status, report, repliedAt && `replied ${repliedAt}`].filter(Boolean).join(', '),
    id,
  ].join('  ');

/** What was sent to a person: the first question of an auditor. */
export const findCommand = operatorCommand(
  () =>
    new Command('find')
      .description(
        'Finds what was sent to a person, newest first, by an address or a name. `explain message ID` then tells who approved the text, and why. An address also finds what was sent before an erasure.',
      )
      .argument('<who...>', 'an address, or the words of a name')
      .option('--tenant <id>', 'only of this workspace (its id, or that of its owner)')
      .option('--day <day>', 'only of this day in UTC, such as 2026-03-02')
      .option('--before <cursor>', 'go on where a page ended')
      .option('--limit <number>', 'how many emails a page has')
      .option('--json', 'print JSON, for programs'),
  ({ json, day, ...values }, output, who) => {
    const asked = checkAsked(emailsQuery, { find: who.join(' '), ...values, ...dayOf(day) }, { find: 'WHO' });
    return withReader(async (store) => {
      const tenant = asked.tenant && (await tenantNamed(store.sql, asked.tenant));
      const { emails, next } = await findEmails(store, { ...asked, tenant });
      if (json) output.print(JSON.stringify({ emails, before: next }));
      else for (const email of emails) output.print(line(email));
      if (emails.length === 0) output.say('Nothing was sent to this person.');
      if (next) output.say(`There are more: --before ${next}`);
      return true;
    }, output);
  },
);
