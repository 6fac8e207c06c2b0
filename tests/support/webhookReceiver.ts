import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { WebhookSecretView } from '../../api/views.ts';
import type { Sql } from '../../db/connection/connect.ts';
import { ref } from '../../db/store.ts';
import { suppressAddress } from '../../events/privacy/suppression.ts';
import { openPostOut } from '../../worker/providers/web/postOut.ts';
import { testCause } from './asSent.ts';
import { hurry } from './hurry.ts';
import type { Person } from './person.ts';
import type { TestApp } from './testApp.ts';

export type Taken = { id: string; type: string; data: { stream: string; sequence: number } & Record<string, unknown> };

function verifies(secret: string, body: string, headers: IncomingHttpHeaders): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** A program that takes webhooks over HTTP. Each body must be signed with all of `state.secrets`. */
export async function webhookReceiver() {
  const taken: Taken[] = [];
  const refused: string[] = [];
  /** Bodies that were not signed as they should be. */
  const unsigned: string[] = [];
  const state = { secrets: [] as string[], status: (_asked: number, _id: string): number => 204 };
  let asked = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (!request.url?.startsWith('/hooks/')) return void response.writeHead(404).end();
      asked += 1;
      const id = String(request.headers['webhook-id']);
      const body = Buffer.concat(parts).toString();
      const isSigned = state.secrets.every((secret) => verifies(secret, body, request.headers));
      if (!isSigned) unsigned.push(id);
      const status = isSigned ? state.status(asked, id) : 401;
      if (status >= 300) refused.push(id);
      else taken.push({ id, ...JSON.parse(body) });
      response.writeHead(status, status === 302 ? { Location: 'http://127.0.0.1/private' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    taken,
    refused,
    unsigned,
    state,
    url: `http://${host}`,
    /** Posts of the worker go here, whatever the host of their URL is. */
    postOut: openPostOut({ onlyHosts: [host], sandboxUrl: `http://${host}` }),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}
export type Receiver = Awaited<ReturnType<typeof webhookReceiver>>;

export const addWebhook = (person: Person, events: readonly string[], personal = false) =>
  person.ok<WebhookSecretView>('POST', '/api/webhooks', { url: 'https://crm.example/hooks?key=1', events, personal });

/** Makes all retries due now. false: none waits. `sql`: the owner's. */
export async function hurryWebhooks(sql: Sql): Promise<boolean> {
  const due = await sql`
    update queue.webhook_deliveries set next_at = clock_timestamp() where status = 'waiting' and next_at > clock_timestamp() returning 1`;
  await hurry(sql);
  return due.length > 0;
}

/** Has people unsubscribe: an event each of `streams` streams of their own. */
export async function unsubscribe(testApp: TestApp, tenant: string, streams: readonly string[]): Promise<void> {
  await Promise.all(
    streams.map((id) =>
      testApp.api.decide({ tenant, cause: testCause }, ref('suppression', id), (state) =>
        suppressAddress(state, { reason: 'unsubscribed', source: 'user', email: null }),
      ),
    ),
  );
}
