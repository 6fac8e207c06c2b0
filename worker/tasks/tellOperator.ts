import { failingLines } from '../../db/read/operatorFacts.ts';
import { classify } from '../../events/sending/outcome.ts';
import { defineTask } from '../defineTask.ts';
import { operatorMail } from '../mail/accessMail.ts';

declare module '../context.ts' {
  interface Deps {
    /** Gets what lasts of health's lines; null: no one does. */
    operatorEmail: string | null;
  }
}

/** Mails the operator what has lasted for a quarter of an hour, each line at most once a day. */
export const tellOperator = defineTask({
  name: 'tell-operator',
  lane: 'decide',
  cron: '*/5 * * * *',
  needs: ['store', 'sendSystemMail', 'operatorEmail', 'publicUrl'],
  handler: async ({ store, sendSystemMail, operatorEmail, publicUrl }) => {
    if (!operatorEmail || !sendSystemMail) return;
    const lines = await failingLines(store);
    const codes = lines.map(({ code }) => code);
    await store.sql`update queue.operator_lines set since = null where code <> all (${codes}::text[])`;
    await store.sql`
      insert into queue.operator_lines (code, since) select code, clock_timestamp() from unnest(${codes}::text[]) code
      on conflict (code) do update set since = coalesce(operator_lines.since, excluded.since)`;
    // marked before it leaves: a second worker, or a second try, mails nothing
    const due = await store.sql<{ code: string }[]>`
      update queue.operator_lines set mailed_at = clock_timestamp()
      where since < clock_timestamp() - interval '15 minutes'
        and (mailed_at is null or mailed_at < clock_timestamp() - interval '1 day')
      returning code`;
    const mailed = lines.filter(({ code }) => due.some((one) => one.code === code));
    if (mailed.length === 0) return;
    const accessId = `operator-${mailed.map(({ code }) => code).join('-')}`;
    const answer = await sendSystemMail({ to: operatorEmail, ...operatorMail(mailed, publicUrl), accessId });
    const { verdict } = classify(answer);
    if (verdict === 'sent' || verdict === 'unknown') return;
    await store.sql`update queue.operator_lines set mailed_at = null where code = any (${due.map(({ code }) => code)}::text[])`;
  },
});
