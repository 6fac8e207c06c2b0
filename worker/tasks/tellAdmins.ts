import { createHash } from 'node:crypto';
import { readAs } from '../../db/connection/connect.ts';
import { INSTALLATION } from '../../db/installation/installation.ts';
import { idOf, ref } from '../../db/store.ts';
import { requestLink } from '../../events/accounts/accountLink.ts';
import { canAdminister } from '../../events/accounts/user.ts';
import type { UserState } from '../../events/accounts/userState.ts';
import { scopeOf } from '../context.ts';
import { defineTask } from '../defineTask.ts';

/** Has each admin told by a mail that something is wrong with the AI model, once for each finding. Without a mailer they read it in health. */
export const tellAdmins = defineTask({
  name: 'tell-admins',
  lane: 'decide',
  on: {
    AiModelChecked: ({ id, version, data: { model, state } }) =>
      state !== 'current' && { id, also: { version: String(version), model, state } },
  },
  needs: ['store', 'sendSystemMail'],
  handler: async ({ store, sendSystemMail }, job) => {
    if (!sendSystemMail) return;
    const { modelChecks } = (await store.load('system', INSTALLATION)).state;
    // something else was found since
    if (!modelChecks.some(({ model, state }) => model === job.also?.model && state === job.also?.state)) return;
    const admins = await readAs(
      store.sql,
      'system',
      (tx) => tx<{ stream_id: string; state: UserState }[]>`
      select stream_id, state from read.users where tenant_id = 'system' and (state->>'isAdmin')::boolean`,
    );
    for (const { stream_id: stream, state: admin } of admins) {
      if (!canAdminister(admin)) continue;
      const userId = idOf(stream);
      // the same again, should the job run twice
      const id = createHash('sha256').update(`ai-model|${job.also?.version}|${userId}`).digest('hex').slice(0, 20);
      await store.decide(scopeOf('tell-admins', job), ref('access', id), (access) =>
        access.status === 'none' ? requestLink(access, 'ai-model', userId) : [],
      );
    }
  },
});
