import { ref } from '../../db/store.ts';
import { concludeRevision } from '../../events/messages/revision.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { scopeOf } from '../context.ts';
import { defineTask, ofRequest, queued, reasonOf, tryAgain } from '../defineTask.ts';
import { ProviderError } from '../providers/providerError.ts';
import { reviseText, type WrittenText } from './writeText.ts';

/** Has the AI rewrite a text as a person asked. It is shown to them, and changes nothing until they save it. */
export const reviseMessage = defineTask({
  name: 'revise-message',
  lane: 'ask',
  on: { TextRevisionRequested: (event) => ({ ...ofRequest(event), ...queued('text', event) }) },
  needs: ['store', 'askAi'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    const requestId = job.also?.requestId ?? '';
    const message = ref('message', job.id);
    const { state } = await store.load(job.tenant, message);
    const { revision } = state;
    if (revision?.id !== requestId || revision.status !== 'open') return;
    let result: WrittenText | { failed: Reason };
    try {
      const { instruction, text } = revision;
      if (instruction === null || !text) throw new ProviderError({ code: 'text_unreadable' }, 'unreadable', false);
      const { state: campaign } = await store.load(job.tenant, ref('campaign', state.campaignId));
      const revise = { instruction, text };
      result = await reviseText(deps, { job, campaign, state, variant: state.variant, revise });
    } catch (error) {
      if (tryAgain(error, run)) throw error;
      result = { failed: reasonOf(error, run) };
    }
    await store.decide(scopeOf('revise-message', job), message, (now) => concludeRevision(now, requestId, result));
  },
});
