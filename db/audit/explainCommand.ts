import { Argument, Command } from '@commander-js/extra-typings';
import { byWhom } from '../../events/history/eventText.ts';
import { eventId } from '../../events/history/historyEvent.ts';
import { actorsOfProof, linesOfProof, type MailProof, proofText } from '../../events/history/mailProof.ts';
import { ownerOf } from '../accounts/workspace.ts';
import { UsageError } from '../installation/settings.ts';
import { operatorCommand } from '../process/command.ts';
import { namesOf } from '../read/users.ts';
import type { Store } from '../store.ts';
import { withReader } from './asked.ts';
import { actorsIn, type Explained, readExplained } from './explain.ts';
import { tenantNamed } from './knownTenant.ts';
import { readMailProof } from './mailProof.ts';

/** A message's id names the campaign, which tells the tenant. */
async function tenantOf({ sql }: Store, id: string): Promise<string> {
  const rows = await sql<{ tenant_id: string }[]>`
    select tenant_id from read.messages where campaign_id = ${id.split('.')[0] ?? ''} and stream_id = ${`message-${id}`}`;
  const [row] = rows;
  if (!row) throw new UsageError(`There is no message ${id}. Take the id from the timeline: message-ID.`);
  if (rows.length > 1) throw new UsageError(`Several workspaces have a message ${id}: name one with --tenant.`);
  return row.tenant_id;
}

function linesOf({ message, steps }: Explained, by: (actor: string) => string): string[] {
  const about = message.erased ? 'a person who was erased' : (message.partner ?? 'a partner');
  const { sent, approved, repliedAt, report } = message;
  return [
    `Message ${message.id} to ${about}, campaign ${message.campaign ?? '(no name any more)'}: ${message.status}`,
    ...(approved ? [`Approved by ${by(approved.actor)} at ${approved.at}`] : []),
    ...(report ? [`Reported by the provider: ${report}`] : []),
    ...(repliedAt ? [`Replied at ${repliedAt}`] : []),
    ...(sent
      ? [`Handed over at ${sent.at}${sent.text ? ` to ${sent.text.to}, from ${sent.text.from}:` : ', text erased'}`]
      : []),
    ...(sent?.text ? [sent.text.subject, ...sent.text.text.split('\n')].map((said) => `  ${said}`.trimEnd()) : []),
    ...steps.map(({ at, topic, text, actor, event }) => `${at}  ${topic.padEnd(8)}  ${text} (${by(actor)}; ${event})`),
  ];
}

function proofLines(proof: MailProof, by: (actor: string) => string): string[] {
  return [
    `Proof of the attempt at ${proof.dispatch.at}:`,
    ...linesOfProof(proof).map(([rule, { verdict, event }]) => {
      const rests = event ? ` (${event.at}, ${by(event.actor)}; ${eventId(event)})` : '';
      return `${verdict.padEnd(10)}  ${rule.padEnd(14)}  ${proofText(rule, { verdict })}${rests}`;
    }),
  ];
}

/** The story of one mail, from the search that found the person to the reply. */
export const explainCommand = operatorCommand(
  () =>
    new Command('explain')
      .description(
        'Tells the story of one email: the text that was sent, who was found where, what wrote it, who approved it, how its time was chosen, which attempt left, and whether that kept each rule.',
      )
      .addArgument(new Argument('<what>').choices(['message'] as const))
      .argument('<id>', 'from the timeline: message-ID')
      .option('--tenant <id>', 'whose message it is, where several workspaces have it')
      .option('--json', 'print JSON, for programs'),
  ({ tenant, json }, output, _what, id) =>
    withReader(async (store) => {
      const messageId = id.replace(/^message-/, '');
      const of = tenant === undefined ? await tenantOf(store, messageId) : await tenantNamed(store.sql, tenant);
      const explained = await readExplained(store, of, messageId);
      const proof = await readMailProof(store, of, messageId);
      const names = await namesOf(store, [...actorsIn(explained), ...actorsOfProof(proof)]);
      const owner = await ownerOf(store, of);
      const by = (actor: string) => names.get(actor) ?? byWhom(actor, owner, null);
      if (json) output.print(JSON.stringify({ tenant: of, ...explained, proof, names: Object.fromEntries(names) }));
      else for (const line of [...linesOf(explained, by), ...(proof ? proofLines(proof, by) : [])]) output.print(line);
      return true;
    }, output),
);
