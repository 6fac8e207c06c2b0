/** The steps of random life cycles. Model and product each take them, and must agree after each. */
import fc from 'fast-check';
import { agree } from './agree.ts';
import * as asks from './asks.ts';
import type { Reality } from './real.ts';
import { DAY, HOUR, type Hours, MINUTE, type Model, type ModelMessage, type Rules } from './state.ts';
import type { Word } from './worker.ts';
import * as works from './works.ts';

export type Step = fc.AsyncCommand<Model, Reality>;
type Check = (model: Model) => boolean;

const SECOND = 1000;

/** One step, a second after the last one. `act` may answer what it was about, for the report of a failure. */
function step(name: string, act: (model: Model) => asks.Act | [asks.Act, string], check: Check = () => true): Step {
  let about = '';
  return {
    check: (model) => check(model),
    async run(model, real) {
      model.now += SECOND;
      real.pass(SECOND);
      const made = act(model);
      const [todo, what] = Array.isArray(made) ? made : [made, ''];
      about = what && ` ${what}`;
      await todo(model, real);
      await agree(model, real);
    },
    toString: () => name + about,
  };
}

type Suits = (message: ModelMessage) => boolean;
const index = fc.nat(400);
const partner = fc.nat(2);

/** The message that a random number means: mostly one of those that suit, if any do. */
function keyOf(model: Model, number: number, suits: Suits): string {
  const all = [...model.messages.keys()];
  const suiting = all.filter((key) => suits(model.messages.get(key) as ModelMessage));
  const from = suiting.length > 0 && number % 5 > 0 ? suiting : all;
  return from[Math.floor(number / 5) % from.length] ?? '0.1';
}
const some: Check = ({ messages }) => messages.size > 0;
const of = (name: string, suits: Suits, act: (key: string) => asks.Act, number: number, check = some): Step =>
  step(
    name,
    (model) => {
      const key = keyOf(model, number, suits);
      return [act(key), key];
    },
    check,
  );

const HOURS: readonly (Hours | null)[] = [
  null,
  { from: 13, to: 15, weekdays: [2, 3] },
  { from: 0, to: 24, weekdays: [1, 2, 3, 4, 5, 6, 7] },
];
const rules: fc.Arbitrary<Rules> = fc.record({
  limit: fc.constantFrom(1, 2, 4),
  hours: fc.constantFrom(...HOURS),
});
const word = fc.constantFrom<Word>(
  'taken',
  'taken',
  'taken',
  'refused',
  'wait 10 minutes',
  'wrong key',
  'not reached',
  'error',
  'error',
);

/** A fifth trouble in a row would hold the mailbox for trouble, which has tests of its own. */
const bearable = ({ troubles }: Model, said: Word | null) =>
  troubles < 4 || (said !== 'error' && said !== 'not reached');
/** Nor may an attempt of which nothing was heard be given up then. */
const mayClaim: Check = (model) =>
  some(model) &&
  (bearable(model, 'error') || [...model.messages.values()].every(({ status }) => status !== 'dispatching'));

const NEWEST = 3;
/** Mostly the newest of a list, sometimes an older one. */
const place = (list: readonly unknown[], number: number) =>
  number % 4 < NEWEST ? list.length - 1 : Math.floor(number / 4) % list.length;

const planned = ({ messages }: Model) =>
  [...messages].flatMap(([key, { status, at }]) =>
    (status === 'scheduled' || status === 'deferred') && at !== null ? [{ key, at }] : [],
  );
/** The next email by its time. */
const nextOf = (model: Model) => planned(model).reduce((first, one) => (one.at < first.at ? one : first));
const hasNext: Check = (model) => planned(model).length > 0;

const isSendable: Suits = ({ text, status, immediate }) =>
  text !== null && ['drafted', 'approved', 'scheduled', 'deferred'].includes(status) && !immediate;
const mayBeResent: Suits = ({ status }) => ['sent', 'failed', 'unknown', 'abandoned'].includes(status);

/** The re-send to the same person that is on its way, or the message itself. */
const openResend = ({ messages }: Model, key: string): string =>
  [...messages.keys()].find(
    (one) => one.split('.')[0] === key.split('.')[0] && one.includes('r') && messages.get(one)?.immediate,
  ) ?? key;

const replyToFirst = (key: string) => asks.reply(`${key.split('.')[0]}.1`, false);

/** Somebody else's mail leaves, and takes a place of the day. */
const anotherLeaves = (key: string): asks.Act => {
  return async (model, real) => {
    const [other] = [...model.messages].find(([one, message]) => one !== key && isSendable(message)) ?? [];
    if (!other) return;
    await asks.sendNow(other)(model, real);
    await works.leave(other, 'taken')(model, real);
  };
};

/** Rejected and brought back, with the worker's job in between. */
const rejectAndUndo =
  (who: number): asks.Act =>
  async (model, real) => {
    await asks.reject(who, true)(model, real);
    await asks.undoRejection(who)(model, real);
  };

/** The possible events while a worker holds a message's claim. */
const between = fc.oneof(
  fc.constantFrom(asks.pause, asks.pause, asks.setAccount('paused')).map((act) => () => act),
  rules.map((changed) => () => asks.editCampaign(changed)),
  fc
    .constantFrom(asks.suppress, asks.reject, rejectAndUndo)
    .map((act) => (key: string) => act(Number(key.split('.')[0]), false)),
  fc.nat(1).map((to) => (key: string) => asks.moveAway(Number(key.split('.')[0]), to, false)),
  fc.constant(anotherLeaves),
  fc.constantFrom(replyToFirst, replyToFirst, asks.sendNow, (key: string) => asks.editText(key, 0)),
  fc.constantFrom(2 * MINUTE, 3 * MINUTE, 9 * HOUR, DAY).map((ms) => () => works.wait(ms)),
);

export const steps = {
  create: rules.map((made) =>
    step(
      `create ${JSON.stringify(made)}`,
      () => asks.create(made),
      ({ campaign }) => campaign.status === 'none' || campaign.status === 'deleted',
    ),
  ),
  editCampaign: rules.map((changed) => step(`edit to ${JSON.stringify(changed)}`, () => asks.editCampaign(changed))),
  addPartner: partner.map((who) => step(`add partner ${who}`, () => asks.addPartner(who))),
  start: fc.constant(step('start', () => asks.start)),
  pause: fc.constant(step('pause', () => asks.pause)),
  remove: fc.constant(step('delete', () => asks.remove)),
  askForTexts: fc
    .record({ again: fc.boolean(), includeEdited: fc.boolean() })
    .map((wish) => step(`ask for texts ${JSON.stringify(wish)}`, () => asks.askForTexts(wish))),
  editText: fc.tuple(index, fc.nat(99)).map(([number, text]) =>
    of(
      'edit the text of',
      (message) => message.text === null,
      (key) => asks.editText(key, text),
      number,
    ),
  ),
  sendNow: index.map((number) => of('send now', isSendable, asks.sendNow, number)),
  resend: index.map((number) => of('send again', mayBeResent, asks.resend, number)),
  markSent: index.map((number) => of('mark sent', ({ status }) => status === 'unknown', asks.markSent, number)),
  setAside: index.map((number) => of('set aside', ({ status }) => status === 'unknown', asks.setAside, number)),
  reply: fc.tuple(index, fc.boolean()).map(([number, soon]) =>
    of(
      soon ? 'reply, and its job,' : 'reply',
      ({ status }) => status === 'sent',
      (key) => asks.reply(key, soon),
      number,
    ),
  ),
  suppress: fc
    .tuple(partner, fc.boolean())
    .map(([who, soon]) => step(`suppress ${who}${soon ? ', and its job' : ''}`, () => asks.suppress(who, soon))),
  lift: partner.map((who) => step(`lift ${who}`, () => asks.lift(who))),
  moveAway: fc
    .tuple(partner, fc.nat(1), fc.boolean())
    .map(([who, to, soon]) =>
      step(`${who} moves to ${to}${soon ? ', and its job' : ''}`, () => asks.moveAway(who, to, soon)),
    ),
  reject: fc
    .tuple(partner, fc.boolean())
    .map(([who, soon]) => step(`reject ${who}${soon ? ', and its job' : ''}`, () => asks.reject(who, soon))),
  undoRejection: partner.map((who) =>
    step(
      `undo the rejection of ${who}`,
      () => asks.undoRejection(who),
      ({ partners }) => partners[who]?.approved === false,
    ),
  ),
  saveSettings: fc
    .boolean()
    .map((newKey) => step(`save ${newKey ? 'another key' : 'the settings'}`, () => asks.saveSettings(newKey))),
  pauseAccount: fc.constant(
    step(
      'pause the account',
      () => asks.setAccount('paused'),
      ({ account }) => account === 'active',
    ),
  ),
  resumeAccount: fc.constant(
    step(
      'resume the account',
      () => asks.setAccount('active'),
      ({ account }) => account === 'paused',
    ),
  ),
  write: index.map((number) =>
    step(
      'write a text',
      () => works.write(number),
      (model) => model.writing?.keys.some((key) => works.isToWrite(model, key)) === true,
    ),
  ),
  plan: fc.constant(step('plan', () => works.plan)),
  replan: fc.constant(step('replan', () => works.replan)),
  resume: fc.constant(step('resume what was held', () => works.resume)),
  complete: fc.constant(step('complete', () => works.complete)),
  cleanUp: fc.constant(
    step(
      'clean up',
      () => works.cleanUp,
      ({ campaign }) => campaign.status === 'deleted',
    ),
  ),
  claim: index.map((number) =>
    of('claim', ({ status, immediate }) => immediate || status === 'claimed', works.claim, number, mayClaim),
  ),
  dispatch: index.map((number) =>
    step(
      'dispatch claim',
      ({ claims }) => [works.dispatch(place(claims, number)), String(place(claims, number))],
      ({ claims }) => claims.length > 0,
    ),
  ),
  settle: fc.tuple(index, word).map(([number, said]) =>
    step(
      `the provider says "${said}" of mail`,
      ({ mails }) => [works.settle(place(mails, number), said), String(place(mails, number))],
      (model) => model.mails.length > 0 && bearable(model, said),
    ),
  ),
  /** From the wish to the provider's word, or to none. */
  sendWhole: fc.tuple(index, fc.option(word)).map(([number, said]) =>
    of(
      `send now, answered by "${said}",`,
      isSendable,
      (key) => async (model, real) => {
        await asks.sendNow(key)(model, real);
        await works.leave(key, said)(model, real);
      },
      number,
      (model) => mayClaim(model) && bearable(model, said),
    ),
  ),
  /** The same for a message that left, or may have. */
  resendWhole: fc.tuple(index, fc.option(word)).map(([number, said]) =>
    of(
      `send again, answered by "${said}",`,
      ({ status }) => status === 'unknown' || (number % 2 === 0 && status === 'sent'),
      (key) => async (model, real) => {
        await asks.resend(key)(model, real);
        await works.leave(openResend(model, key), said)(model, real);
      },
      number,
      (model) => mayClaim(model) && bearable(model, said),
    ),
  ),
  /** The next mail of the plan, from its time to the provider's word, or to none. */
  nextMail: fc.option(word).map((said) =>
    step(
      `the next mail leaves, answered by "${said}":`,
      (model) => {
        const { key, at } = nextOf(model);
        return [
          async (now, real) => {
            await works.wait(at - now.now)(now, real);
            await works.leave(key, said)(now, real);
          },
          key,
        ];
      },
      (model) => hasNext(model) && mayClaim(model) && bearable(model, said),
    ),
  ),
  /** The next mail of the plan, a Send Now or a re-send, while something else happens between claim and dispatch. */
  race: fc
    .tuple(between, fc.constantFrom('next', 'now', 'again'), index, fc.option(word))
    .map(([happens, wish, number, said]) =>
      step(
        `${wish}, and something between, then "${said}":`,
        (model) => {
          const byTime = wish === 'next' && hasNext(model);
          const key = byTime ? nextOf(model).key : keyOf(model, number, wish === 'again' ? mayBeResent : isSendable);
          const time = byTime ? nextOf(model).at - model.now : 0;
          return [
            async (now, real) => {
              if (byTime) await works.wait(time)(now, real);
              else await (wish === 'again' ? asks.resend : asks.sendNow)(key)(now, real);
              const leaves = wish === 'again' ? openResend(now, key) : key;
              await works.leave(leaves, said, happens(leaves))(now, real);
            },
            key,
          ];
        },
        (model) => mayClaim(model) && bearable(model, said),
      ),
    ),
  wait: fc
    .constantFrom(MINUTE, 3 * MINUTE, 40 * MINUTE, 5 * HOUR, DAY, DAY)
    .map((ms) => step(`wait ${ms / MINUTE} minutes`, () => works.wait(ms))),
  waitForNext: fc.constant(
    step('wait for the next time', (model) => works.wait(nextOf(model).at - model.now), hasNext),
  ),
} satisfies Record<string, fc.Arbitrary<Step>>;
