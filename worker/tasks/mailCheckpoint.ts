import { newestSeal } from '../../db/seal/readSeals.ts';
import { claimMailedCheckpoint, releaseMailedCheckpoint } from '../../db/seal/witness.ts';
import { classify } from '../../events/sending/outcome.ts';
import { defineTask } from '../defineTask.ts';
import { checkpointMail } from '../mail/accessMail.ts';

/** Mails the newest checkpoint to the operator once a day: no one who has the machine can change what lies in that mailbox. */
export const mailCheckpoint = defineTask({
  name: 'mail-checkpoint',
  lane: 'decide',
  cron: '*/10 * * * *',
  needs: ['store', 'sendSystemMail', 'operatorEmail', 'publicUrl'],
  handler: async ({ store, sendSystemMail, operatorEmail, publicUrl }) => {
    if (!operatorEmail || !sendSystemMail) return;
    const seal = await newestSeal(store.sql);
    // claimed before it leaves: a second worker, or a second try, mails nothing
    if (!seal || !(await claimMailedCheckpoint(store.sql, seal.size))) return;
    const accessId = `checkpoint-${seal.size}`;
    const answer = await sendSystemMail({ to: operatorEmail, ...checkpointMail(seal.note, publicUrl), accessId });
    const { verdict } = classify(answer);
    if (verdict !== 'sent' && verdict !== 'unknown') await releaseMailedCheckpoint(store.sql);
  },
});
