import { Hono } from 'hono';
import {
  dropIncomingWebhook,
  incomingWebhooksOf,
  keepIncomingWebhook,
  newWebhookSecret,
} from '../../db/accounts/incomingWebhooks.ts';
import { holdAccount } from '../../db/accounts/sessions.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { incomingWebhookForm } from '../../events/accounts/securityInput.ts';
import { makeIncomingWebhook, removeIncomingWebhook } from '../../events/accounts/user.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs, notes } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { lockReauthenticated, reauthenticate } from '../signIn/reauthenticate.ts';
import { incomingWebhooksSchema, newIncomingWebhookSchema, revokedSchema } from '../views.ts';

/** The webhooks with which other systems, such as a CRM, act for the signed-in user. No token makes or removes one. */
export function incomingWebhookRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>()
    .get('/auth/incoming-webhooks', answers(incomingWebhooksSchema), needs('browser'), async (c) => {
      const rows = await incomingWebhooksOf(store.sql, c.get('user').userId);
      const webhooks = rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      }));
      return c.json({ webhooks }, 200);
    })
    .post(
      '/auth/incoming-webhooks',
      answers(newIncomingWebhookSchema, 201),
      needs('browser'),
      notes('token_changed'),
      check('json', incomingWebhookForm),
      async (c) => {
        const { userId, tenant } = c.get('user');
        const { name, acts, password } = c.req.valid('json');
        const proof = await reauthenticate(c, deps, password, 'password');
        const secret = newWebhookSecret();
        const made = { webhookId: newId(), acts };
        await inTransaction(store, async (tx) => {
          await lockReauthenticated(tx, c, proof);
          const open = (await incomingWebhooksOf(tx, userId)).length;
          await store.runIn(tx, {
            tenant: 'system',
            cause: causeOf(c),
            streams: { user: ref('user', userId) },
            decide: ({ user }) => ({ user: makeIncomingWebhook(user, { ...made, name, open }) }),
          });
          await keepIncomingWebhook(tx, store.master, { userId, workspaceId: tenant }, secret, { ...made, name });
        });
        c.header('Cache-Control', 'no-store');
        const url = `${deps.publicUrl}/api/ingest/${made.webhookId}`;
        return c.json({ id: made.webhookId, url, secret }, 201);
      },
    )
    .delete(
      '/auth/incoming-webhooks/:id',
      answers(revokedSchema),
      needs('browser'),
      notes('token_changed'),
      async (c) => {
        const { userId } = c.get('user');
        const id = c.req.param('id');
        await inTransaction(store, async (tx) => {
          await holdAccount(tx, userId);
          if (!(await dropIncomingWebhook(tx, userId, id))) throw new Refused({ code: 'no_incoming_webhook' });
          await store.runIn(tx, {
            tenant: 'system',
            cause: causeOf(c),
            streams: { user: ref('user', userId) },
            decide: ({ user }) => ({ user: removeIncomingWebhook(user, id) }),
          });
        });
        return c.json({ revoked: 1 }, 200);
      },
    );
}
