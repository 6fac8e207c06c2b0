import { createApp } from '../../../api/app.ts';
import type { CampaignView, SendView, UndecidedView } from '../../../api/views.ts';
import { openSession } from '../../../db/accounts/sessions.ts';
import { startTail } from '../../../db/log/tail.ts';
import { modelsOf } from '../../../events/ai/aiTasks.ts';
import type { FaultRun } from '../faultRun.ts';
import { ownerOf } from '../tenants.ts';

type Unknown = { tenant_id: string; message_id: string; campaign_id: string; deleted: boolean };

/** Unknown fates that the API's answers, of which the screens are made, do not name as such, with the facts. */
export async function unknownNotShown(faultRun: FaultRun): Promise<string[]> {
  // nobody can look any more when the account was deleted
  const unknown = await faultRun.owner().sql<Unknown[]>`
    select m.tenant_id, substr(m.stream_id, 9) as message_id, m.campaign_id, exists (
      select from read.campaigns c where c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id and c.status = 'deleted')
      as deleted
    from read.messages m where m.status = 'unknown' and not exists (
      select from log.events u where u.tenant_id = 'system' and u.stream_id = 'user-' || m.tenant_id || '-owner' and u.type = 'UserDeleted')`;
  if (unknown.length === 0) return [];
  const look = await openScreens(faultRun);
  const hidden: string[] = [];
  try {
    for (const { tenant_id: tenant, message_id: id, campaign_id: campaignId, deleted } of unknown) {
      if (deleted) {
        const left = (await look<UndecidedView[]>(tenant, '/campaign-sends/undecided')).find((one) => one.id === id);
        if (!left?.unknown?.answer) hidden.push(`${id} is unknown, and is not among those of deleted campaigns`);
        continue;
      }
      const campaign = (await look<CampaignView[]>(tenant, '/campaigns')).find((one) => one.id === campaignId);
      const send = (await look<SendView[]>(tenant, `/campaigns/${campaignId}/sends`)).find((one) => one.id === id);
      if (!campaign?.unknownCount) hidden.push(`${id} is unknown, and the list of campaigns does not say so`);
      if (send?.status !== 'unknown' || !send.unknown?.answer)
        hidden.push(`${id} is unknown, and its campaign's page does not say so with the facts`);
    }
  } finally {
    await look.close();
  }
  return hidden;
}

/** The API's answers to a tenant's signed-in browser. */
async function openScreens(faultRun: FaultRun) {
  const store = faultRun.api();
  const tail = await startTail(store.sql, () => undefined);
  const app = createApp({
    store,
    tail,
    publicUrl: 'http://localhost',
    signup: 'open',
    sandbox: true,
    outboxUrl: null,
    aiModels: modelsOf({ OPENAI_MODEL: 'gpt-6.1-terra' }),
    configured: { ai: true, peopleData: true, hunter: true },
    webhookKey: null,
    waitMs: 1_000,
    version: 'faults',
    webFolder: null,
    stopping: new AbortController().signal,
  });
  const tokens = new Map<string, string>();
  const look = async <T>(tenant: string, call: string): Promise<T> => {
    const by = { userId: ownerOf(tenant), workspaceId: tenant };
    const token =
      tokens.get(tenant) ?? (await openSession(store.sql, by, { openedBy: 'password', browser: null })).token;
    tokens.set(tenant, token);
    const answer = await app.request(`/api${call}`, { headers: { cookie: `session=${token}` } });
    if (answer.status !== 200) throw new Error(`${call} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return Object.assign(look, { close: () => tail.close() });
}
