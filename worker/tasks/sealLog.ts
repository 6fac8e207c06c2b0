import { sealEvents } from '../../db/seal/sealEvents.ts';
import { askWitness, forgetOtherWitnesses, type PostCheckpoint } from '../../db/seal/witness.ts';
import { defineTask } from '../defineTask.ts';

const PATIENCE_MS = 10_000;
const MOST_BYTES = 20_000;

/** The addresses are the operator's own, so they may lead anywhere. */
const post: PostCheckpoint = async (url, body) => {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body, signal, redirect: 'error' });
    const length = Number(answer.headers.get('Content-Length') ?? 0);
    return { status: answer.status, body: length > MOST_BYTES ? '' : await answer.text() };
  } catch {
    return null;
  }
};

/** Seals new events of the log, and has the witnesses cosign. */
export const sealLog = defineTask({
  name: 'seal-log',
  lane: 'decide',
  cron: '* * * * *',
  needs: ['store', 'witnesses'],
  handler: async ({ store, witnesses }) => {
    await sealEvents(store.sql, store.master);
    await forgetOtherWitnesses(store.sql, witnesses);
    await Promise.all(witnesses.map((witness) => askWitness(store.sql, witness, post)));
  },
});
