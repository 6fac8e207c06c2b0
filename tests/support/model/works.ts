/** The worker's and time's steps, for the model and for the product. */
import { expect } from 'vitest';
import { cancelMessages } from '../../../worker/tasks/cancelMessages.ts';
import { completeCampaign } from '../../../worker/tasks/completeCampaign.ts';
import { finishMessageRun } from '../../../worker/tasks/finishMessages.ts';
import { planCampaign } from '../../../worker/tasks/planCampaign.ts';
import { replanMailbox } from '../../../worker/tasks/replanMailbox.ts';
import { resumeSends } from '../../../worker/tasks/resumeSends.ts';
import { writeMessage } from '../../../worker/tasks/writeMessage.ts';
import type { Act } from './asks.ts';
import { type Reality, WITHIN } from './real.ts';
import { dayEnd, HOUR, type Model } from './state.ts';
import * as worker from './worker.ts';

const newest = (list: readonly unknown[]): number => list.length - 1;

/** Whether a message of the open run of writing still has its turn. */
export const isToWrite = (model: Model, key: string): boolean => model.messages.get(key)?.run !== model.writing?.run;

export const write =
  (number: number): Act =>
  async (model, real) => {
    const runId = (await real.campaign())?.generation?.runId ?? '';
    const open = model.writing?.keys.filter((key) => isToWrite(model, key)) ?? [];
    const key = open[number % open.length] ?? '';
    await real.work(writeMessage, real.messageId(key), { runId });
    await real.work(finishMessageRun, real.campaignId);
    worker.write(model, key, (await real.messages()).get(key)?.text?.body ?? null);
  };

export const plan: Act = async (model, real) => {
  await real.work(planCampaign, real.campaignId);
  const drawn = [...(await real.messages())].flatMap(([key, { status, scheduledAt }]) =>
    status === 'scheduled' && scheduledAt ? [[key, Date.parse(scheduledAt)] as const] : [],
  );
  expect(worker.plan(model, new Map(drawn))).toEqual([]);
};

export const replan: Act = async (model, real) => {
  await real.work(replanMailbox, real.tenant);
  worker.replan(model);
};

export const resume: Act = async (model, real) => {
  await real.work(resumeSends, real.tenant);
  worker.resume(model);
};

export const complete: Act = async (model, real) => {
  await real.work(completeCampaign, real.campaignId);
  worker.complete(model);
};

export const cleanUp: Act = async (model, real) => {
  await real.work(cancelMessages, real.campaignId, { of: 'campaign' });
  worker.cancelDeleted(model);
};

export const claim =
  (key: string): Act =>
  async (model, real) => {
    expect(await real.claim(key), `claim of ${key}`).toBe(worker.claim(model, key));
  };

/** A time that only the draw knows is taken from the row, if it lies where it may. */
async function learn(model: Model, real: Reality, key: string, from: number, to: number): Promise<void> {
  const at = Date.parse((await real.messages()).get(key)?.scheduledAt ?? '');
  expect(at, `when ${key} is tried again`).toBeGreaterThanOrEqual(from);
  expect(at, `when ${key} is tried again`).toBeLessThanOrEqual(to);
  const message = model.messages.get(key);
  if (message) message.at = at;
}

export const dispatch =
  (claimed: number): Act =>
  async (model, real) => {
    const held = model.claims[claimed];
    if (!held) return;
    const expected = worker.dispatch(model, held);
    const leaves = expected === 'leaves' ? 'leaves' : 'stays';
    expect(await real.dispatch(claimed), `dispatch of ${held.message}`).toBe(leaves);
    // the next day, with the gap of the mailbox to whatever leaves then
    if (expected === 'later') await learn(model, real, held.message, dayEnd(model.now), dayEnd(model.now) + 3 * HOUR);
  };

export const settle =
  (mail: number, word: worker.Word): Act =>
  async (model, real) => {
    const known = model.mails[mail];
    if (!known) return;
    const expected = worker.settle(model, known, word);
    await real.settle(mail, word);
    if (expected === 'later') await learn(model, real, known.message, model.now, model.now + WITHIN);
  };

/** Claims a message, hands it over and hears the provider's word, or none. `between`: what happens when it is claimed. */
export const leave =
  (key: string, said: worker.Word | null, between: Act = async () => undefined): Act =>
  async (model, real) => {
    const { length: claims } = model.claims;
    await claim(key)(model, real);
    if (model.claims.length === claims) return;
    await between(model, real);
    const { length: mails } = model.mails;
    await dispatch(claims)(model, real);
    if (said && model.mails.length > mails) await settle(newest(model.mails), said)(model, real);
  };

/** No time passes when `ms` is negative. */
export const wait =
  (ms: number): Act =>
  async (model, real) => {
    model.now += Math.max(0, ms);
    real.pass(Math.max(0, ms));
  };
