import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { readAs } from '../../db/connection/connect.ts';
import { checksOf, startPreview } from '../support/campaigns.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const JAPANESE = '山でのランニングについて書かれた記事を拝読しました。軽いベストを一着お送りいたします。';
/** Counts the words of texts without spaces: a part of each check of such a text, and of nothing else. */
async function checksDuring<T>(work: () => Promise<T>): Promise<{ checks: number; result: T }> {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  try {
    const result = await work();
    const ofWords = (one: unknown) => (one as Intl.Segmenter).resolvedOptions().granularity === 'word';
    return { checks: segment.mock.contexts.filter(ofWords).length, result };
  } finally {
    segment.mockRestore();
  }
}
const listOf = ({ person, campaign }: Outreach) => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
const preview = ({ person, campaign }: Outreach) => startPreview(person, campaign);
const flawsIn = (sends: readonly SendView[], id: string) => sends.find((one) => one.id === id)?.flaws;
const keptIn = (tenant: string) => testApp.owner.sql<{ message_id: string }[]>`
  select message_id from queue.text_checks where tenant_id = ${tenant}`;

test('a saved text is checked once, and no list checks it; an edit of what it rests on has it checked again', async () => {
  const outreach = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
  const { person, sends, campaign } = outreach;
  const id = sends[0]?.id ?? '';
  await listOf(outreach);
  const text = { subject: 'A vest', body: `${JAPANESE}90%の割引です。` };
  const saved = await checksDuring(() => person.ok<SendView>('PATCH', `/api/campaign-sends/${id}`, text));
  expect(saved.checks).toBe(1);
  expect(saved.result.flaws).toContainEqual({ rule: 'claim', quote: '90%' });
  const listed = await checksDuring(async () => [await listOf(outreach), await listOf(outreach)]);
  await checksDuring(() => preview(outreach)).then(({ checks }) => expect(checks).toBe(0));
  expect(listed.checks).toBe(0);
  for (const list of listed.result) expect(flawsIn(list, id)).toEqual(saved.result.flaws);
  expect(listed.result[0]?.every(({ checking }) => !checking)).toBe(true);

  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { messagePrompt: 'Offer them 90% off.' });
  const again = await until(
    () => listOf(outreach),
    (list) => list.every(({ checking }) => !checking),
  );
  expect(flawsIn(again, id)).toEqual([]);
  expect((await checksDuring(() => listOf(outreach))).checks).toBe(0);
});

test('what the AI wrote was checked before it is listed; what is kept is seen by its tenant alone, and goes with the person', async () => {
  const outreach = await readyCampaign(testApp, { partners: 2, texts: 'generated' });
  const kept = await until(
    () => keptIn(outreach.tenant),
    (rows) => rows.length === 2,
  );
  expect(kept.map(({ message_id }) => message_id).sort()).toEqual(outreach.sends.map(({ id }) => id).sort());
  const { person, tenant, partners, sends } = outreach;
  const seenBy = (who: string) => readAs(testApp.api.sql, who, (tx) => tx`select from queue.text_checks`);
  expect(await seenBy(tenant)).toHaveLength(2);
  expect(await seenBy('another')).toHaveLength(0);
  await person.ok('POST', `/api/partners/${partners[0]?.id}/erase`);
  const [left] = await until(
    () => keptIn(tenant),
    (rows) => rows.length === 1,
  );
  expect(left?.message_id).toBe(sends.find(({ partner }) => partner.id !== partners[0]?.id)?.id);
});

/** Nothing that is found can be kept during `work`, so no check of the worker ends. */
const whileChecksStop = <T>(work: () => Promise<T>) =>
  testApp.owner.sql.begin(async (tx) => {
    await tx`lock table queue.text_checks in share row exclusive mode`;
    return { answer: await work() };
  });

test('the preview of Start counts the texts that are still being checked, and Start approves none of them unread', async () => {
  const outreach = await readyCampaign(testApp, { partners: 3, texts: 'generated' });
  const { person, campaign, sends } = outreach;
  const text = { subject: 'A vest', body: `${JAPANESE}90%の割引です。` };
  for (const { id } of sends) await person.ok('PATCH', `/api/campaign-sends/${id}`, text);
  const { answer: before } = await whileChecksStop(async () => {
    // the sources of the texts changed, so each must be checked again
    await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { messagePrompt: 'Offer a vest.' });
    const said = await preview(outreach);
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    return said;
  });
  expect(before.messages).toBe(3);
  expect(checksOf(before, 'flagged')).toEqual([]);
  expect(checksOf(before, 'checking')).toMatchObject([{ count: 3 }]);
  const after = await until(
    () => preview(outreach),
    (said) => checksOf(said, 'checking').length === 0,
  );
  expect(after.messages).toBe(0);
  expect(checksOf(after, 'flagged')).toMatchObject([{ count: 3 }]);
  expect(checksOf(after, 'approved')).toEqual([]);
});
