/** People's requests to the model and to the product. The answer's name must be the model's. */
import { expect } from 'vitest';
import { cancelMessages } from '../../../worker/tasks/cancelMessages.ts';
import { cancelSuppressed } from '../../../worker/tasks/cancelSuppressed.ts';
import { withdrawApprovals } from '../../../worker/tasks/withdrawApprovals.ts';
import { asWritten } from './agree.ts';
import * as people from './people.ts';
import type { Reality } from './real.ts';
import type { Model, Rules } from './state.ts';
import * as worker from './worker.ts';

export type Act = (model: Model, real: Reality) => Promise<void>;

async function ask(
  real: Reality,
  expected: people.Answer,
  [method, path, body]: [string, string, unknown?],
): Promise<Record<string, never>> {
  const { name, answer } = await real.ask(method, path, body);
  expect(`${method} ${path} is ${name}`, JSON.stringify(answer)).toBe(`${method} ${path} is ${expected}`);
  return answer;
}

const campaignPath = ({ campaignId }: Reality) => `/campaigns/${campaignId}`;
const sendPath = (real: Reality, key: string) => `/campaign-sends/${real.messageId(key)}`;

export const create =
  (rules: Rules): Act =>
  async (model, real) => {
    const form = { name: 'Spring', subjectType: 'static', staticSubject: 'A vest', messagePrompt: 'Offer a vest.' };
    const expected = people.create(rules)(model);
    const body = { ...form, dailyLimit: rules.limit, sendWindow: asWritten(rules.hours) };
    const answer = await ask(real, expected, ['POST', '/campaigns', body]);
    if (expected === 'ok') real.begin(answer.id ?? '');
  };

export const editCampaign =
  (rules: Rules): Act =>
  async (model, real) => {
    const patch = { dailyLimit: rules.limit, sendWindow: asWritten(rules.hours) };
    await ask(real, people.editCampaign(rules)(model), ['PATCH', campaignPath(real), patch]);
  };

export const addPartner =
  (who: number): Act =>
  async (model, real) => {
    const expected = people.addPartner(who)(model);
    const body = { partnerIds: [real.partnerId(who)] };
    const { name, answer } = await real.ask('POST', `${campaignPath(real)}/partners`, body);
    const skipped = (answer.skipped as readonly { reason: string }[] | undefined)?.[0]?.reason;
    expect(name === 'ok' ? (skipped ?? 'joined') : name).toBe(expected);
  };

export const start: Act = async (model, real) => {
  await ask(real, people.start(model), ['PUT', `${campaignPath(real)}/status`, { status: 'active' }]);
};

/** Pause and Delete name the mails that are on their way. */
async function stop(model: Model, real: Reality, expected: people.Answer, call: [string, string, unknown?]) {
  const { sendingNow } = await ask(real, expected, call);
  if (expected === 'ok') expect(real.keysOf(sendingNow).sort()).toEqual(people.onTheirWay(model).sort());
}
export const pause: Act = (model, real) =>
  stop(model, real, people.pause(model), ['PUT', `${campaignPath(real)}/status`, { status: 'paused' }]);
export const remove: Act = (model, real) => stop(model, real, people.remove(model), ['DELETE', campaignPath(real)]);

export const askForTexts =
  (wish: { again: boolean; includeEdited: boolean }): Act =>
  async (model, real) => {
    const path = `${campaignPath(real)}/${wish.again ? 're' : ''}generate-messages`;
    await ask(real, people.askForTexts(wish)(model), ['POST', path, wish.again ? wish : undefined]);
  };

export const editText =
  (key: string, text: number): Act =>
  async (model, real) => {
    // spelled, because a number that nobody knows of is a flaw
    const body = `Text ${text} for ${key}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
    await ask(real, people.editText(key, body)(model), ['PATCH', sendPath(real, key), { subject: 'A vest', body }]);
  };

export const sendNow =
  (key: string): Act =>
  async (model, real) => {
    await ask(real, people.sendNow(key)(model), ['POST', `${sendPath(real, key)}/send-now`]);
  };

export const resend =
  (key: string): Act =>
  async (model, real) => {
    await ask(real, people.resend(key)(model), ['POST', `${sendPath(real, key)}/resend`]);
  };

export const markSent =
  (key: string): Act =>
  async (model, real) => {
    await ask(real, people.markSent(key)(model), ['POST', `${sendPath(real, key)}/mark-sent`]);
  };

export const setAside =
  (key: string): Act =>
  async (model, real) => {
    await ask(real, people.setAside(key)(model), ['POST', `${sendPath(real, key)}/set-aside`]);
  };

/** `soon`, here and below: the worker's job that follows has its turn at once. */
export const reply =
  (key: string, soon: boolean): Act =>
  async (model, real) => {
    const path = `${sendPath(real, key)}/status`;
    await ask(real, people.markReplied(key)(model), ['PATCH', path, { status: 'replied' }]);
    if (!soon) return;
    await real.work(cancelMessages, real.messageId(key), { of: 'reply' });
    worker.cancelAnswered(model, key);
  };

export const suppress =
  (who: number, soon: boolean): Act =>
  async (model, real) => {
    const email = model.partners[who]?.address;
    await ask(real, people.suppress(who)(model), ['POST', '/suppressions', { email }]);
    if (!soon) return;
    await real.work(cancelSuppressed, 'any');
    worker.cancelSuppressed(model);
  };

export const lift =
  (who: number): Act =>
  async (model, real) => {
    const id = real.faultRun.house.api.pseudonyms.address(real.tenant, model.partners[who]?.address ?? '');
    await ask(real, people.lift(who)(model), ['DELETE', `/suppressions/${id}`, { confirm: false }]);
  };

export const moveAway =
  (who: number, to: number, soon: boolean): Act =>
  async (model, real) => {
    const email = `moved.${who}.${to}@lindqvist.example`;
    const path = `/partners/${real.partnerId(who)}/contact`;
    await ask(real, people.moveAway(who, email)(model), ['POST', path, { contactInfo: { email } }]);
    if (!soon) return;
    await real.work(withdrawApprovals, real.partnerId(who));
    worker.withdraw(model, who);
  };

export const reject =
  (who: number, soon: boolean): Act =>
  async (model, real) => {
    const path = `/partners/${real.partnerId(who)}/status`;
    const { undo } = await ask(real, people.reject(who)(model), ['PATCH', path, { status: 'rejected' }]);
    if (typeof undo === 'number') real.rejections.set(who, undo);
    if (!soon) return;
    await real.work(cancelMessages, real.partnerId(who), { of: 'partner' });
    worker.cancelRejected(model, who);
  };

export const undoRejection =
  (who: number): Act =>
  async (model, real) => {
    const path = `/partners/${real.partnerId(who)}/undo-decision`;
    await ask(real, people.undoRejection(who)(model), ['POST', path, { decision: real.rejections.get(who) }]);
  };

export const saveSettings =
  (newKey: boolean): Act =>
  async (model, real) => {
    const key = newKey ? { sendgridApiKey: `SG.key-${model.key + 1}` } : {};
    const expected = people.saveSettings(newKey)(model);
    await ask(real, expected, ['PUT', '/email-settings', { emailProvider: 'sendgrid', ...key }]);
  };

export const setAccount =
  (to: 'active' | 'paused'): Act =>
  async (model, real) => {
    await real.setAccount(to);
    model.account = to;
  };
