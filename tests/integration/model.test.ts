import { afterAll, beforeAll, test } from 'vitest';
import { checkLives } from '../support/model/check.ts';
import { type Stage, startStage } from '../support/model/real.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const OPENINGS = [
  ['create', 'addPartner', 'addPartner'],
  ['create', 'addPartner', 'editText', 'addPartner', 'editText', 'start', 'plan'],
] as const;

test('a campaign lives as the model says, whatever is done to it, to its partners and to its mails', async () => {
  await checkLives(stage, {
    openings: OPENINGS,
    weights: {
      create: 4,
      addPartner: 6,
      askForTexts: 2,
      write: 4,
      editText: 8,
      start: 8,
      pause: 4,
      remove: 1,
      editCampaign: 6,
      plan: 10,
      replan: 6,
      complete: 5,
      cleanUp: 6,
      waitForNext: 4,
      wait: 3,
      nextMail: 10,
      claim: 6,
      dispatch: 6,
      settle: 5,
      race: 6,
      sendWhole: 5,
      markSent: 2,
      setAside: 2,
      suppress: 1,
      lift: 2,
      reject: 2,
      undoRejection: 4,
      saveSettings: 2,
      resume: 1,
      pauseAccount: 1,
      resumeAccount: 8,
    },
    runs: 25,
    steps: 120,
  });
}, 120_000);

test('a message lives as the model says, whatever people, workers and the provider do and in whatever order', async () => {
  await checkLives(stage, {
    openings: OPENINGS,
    weights: {
      addPartner: 3,
      askForTexts: 3,
      write: 6,
      editText: 6,
      start: 6,
      pause: 2,
      plan: 6,
      waitForNext: 4,
      wait: 7,
      nextMail: 8,
      sendNow: 4,
      race: 16,
      sendWhole: 10,
      claim: 8,
      dispatch: 8,
      settle: 8,
      markSent: 4,
      resend: 4,
      resendWhole: 12,
      reply: 3,
      suppress: 1,
      lift: 2,
      moveAway: 2,
      reject: 2,
      undoRejection: 4,
      saveSettings: 2,
      resume: 2,
      pauseAccount: 1,
      resumeAccount: 8,
    },
    runs: 25,
    steps: 120,
  });
}, 120_000);
