/** Start approves the texts of its campaign. API and worker use it: the request takes the first ones, and a task all others. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { approveMessage } from '../../events/messages/messageText.ts';
import { isUnplanned } from '../../events/messages/resend.ts';
import { readAs } from '../connection/connect.ts';
import type { Cause } from '../log/commit.ts';
import { textHash } from '../log/textHash.ts';
import { readKits } from '../read/mediaKits.ts';
import { readMessages } from '../read/messages.ts';
import { readTextCheck } from '../read/textCheck.ts';
import { ref, type Store } from '../store.ts';

/** People in a page. Their texts are read at once. */
const PEOPLE = 50;

/** The Start that the texts were there before: a later one waits for its own approval. */
export type StartEvent = { stream: string; version: number };

/** People with a text that waits for approval, after `after`. */
async function peopleToApprove(
  store: Store,
  tenant: string,
  campaignId: string,
  after: string,
  start: StartEvent | null,
): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ partner_id: string }[]>`
      select distinct m.partner_id from read.messages m
      where m.tenant_id = ${tenant} and m.campaign_id = ${campaignId} and m.partner_id > ${after} and m.status = 'drafted'
        and (m.state->>'hasText')::boolean
        ${
          start
            ? tx`and not exists (
                select from log.events e join log.events s on (e.epoch, e.position) > (s.epoch, s.position)
                where e.tenant_id = m.tenant_id and e.stream_id = m.stream_id and e.type not in ('MessageJudged', 'TextCopyRequested', 'TextCopySent', 'TextCopyFailed')
                  and s.tenant_id = m.tenant_id and s.stream_id = ${start.stream} and s.version = ${start.version})`
            : tx``
        }
      order by m.partner_id limit ${PEOPLE}`,
  );
  return rows.map(({ partner_id }) => partner_id);
}

/**
 * Approves every text of the plan that passes the check, each by its hash (rulings). `most`: it stops after about so many people. `start`: only messages
 * that nothing has happened to since.
 */
export async function approveTexts(
  store: Store,
  { tenant, cause }: { tenant: string; cause: Cause },
  campaignId: string,
  { most = Number.POSITIVE_INFINITY, start = null }: { most?: number; start?: StartEvent | null } = {},
): Promise<void> {
  const checkMessage = await readTextCheck(store, tenant, campaignId);
  const kitFor = await readKits(store, tenant, campaignId);
  let after = '';
  for (let seen = 0; seen < most; seen += PEOPLE) {
    const partnerIds = await peopleToApprove(store, tenant, campaignId, after, start);
    const rows = await readMessages(store, tenant, { campaignId, partnerIds });
    for (const row of rows) {
      const { id, state, partner } = row;
      const hash = textHash(partner?.contact?.email ?? null, state.text, kitFor(state));
      if (state.status !== 'drafted' || isUnplanned(state.step) || hash === null) continue;
      // other work goes on between two checks
      await nextTick();
      const flaws = checkMessage(row, rows);
      await store.decide(
        { tenant, cause },
        ref('message', id),
        // the text that was read is the text that is approved: another one waits for its own approval
        (message) =>
          textHash(partner?.contact?.email ?? null, message.text, kitFor(message)) === hash
            ? approveMessage(message, hash, 'start', flaws)
            : [],
      );
    }
    const last = partnerIds.at(-1);
    if (partnerIds.length < PEOPLE || last === undefined) return;
    after = last;
  }
}
