import type { Context } from 'hono';
import { type MessageRow, readMessages } from '../../db/read/messages.ts';
import { sendNowFrom } from '../../db/read/sendNow.ts';
import { ref, streamIdOf } from '../../db/store.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { endSendNow, isDeferredByPolicy } from '../../events/messages/sendTime.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { waitFor } from '../http/waitFor.ts';
import { refusalOf } from './sendRefusal.ts';

/** A message of the tenant with its partner; 404 when it is unknown or another tenant's. */
export async function messageRow({ store }: Deps, tenant: string, id: string): Promise<MessageRow> {
  const [row] = /^[\w.-]+$/.test(id) ? await readMessages(store, tenant, { id }) : [];
  return mustHaveMessage(row);
}

export function mustHaveMessage(row: MessageRow | undefined): MessageRow {
  if (!row) throw new Refused({ code: 'no_message' });
  return row;
}

/**
 * Waits for the outcome of a message that was asked to leave at once. null: that takes longer than a request may. `before`: how it stood until then.
 * A held message is withdrawn. The answer says that it was not sent, so it must not leave later.
 */
export async function followMessage(
  deps: Deps,
  c: Context<Env>,
  tenant: string,
  id: string,
  before: Pick<MessageState, 'status' | 'attempt'>,
): Promise<MessageState | null> {
  const message = ref('message', id);
  const ended = await waitFor(
    deps,
    tenant,
    [streamIdOf(message)],
    async () => {
      const { state: now } = await deps.store.load(tenant, message);
      const waiting = now.immediate || now.status === 'claimed' || now.status === 'dispatching';
      const settled = now.status === 'deferred' || !waiting;
      const moved = now.attempt > before.attempt || now.status !== before.status || now.reason !== null;
      return settled && moved ? now : null;
    },
    c.req.raw.signal,
  );
  const state = ended && isDeferredByPolicy(ended) ? await takeBack(deps, c, tenant, id) : ended;
  // other messages took the last places of the day in the meantime
  if (state?.status === 'approved' || state?.status === 'cancelled') {
    const { blocked } = await sendNowFrom(deps, tenant, id);
    // what ends with time says when; for all else the message itself has the reason
    if (blocked?.until) throw refusalOf(blocked, deps.store.now().toISOString());
  }
  return state;
}

async function takeBack({ store }: Deps, c: Context<Env>, tenant: string, id: string): Promise<MessageState> {
  const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref('message', id), endSendNow);
  return state;
}
