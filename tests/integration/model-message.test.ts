import { afterAll, beforeAll, test } from 'vitest';
import { checkLives } from '../support/model/check.ts';
import { type Stage, startStage } from '../support/model/real.ts';

let faultRun: Stage;
beforeAll(async () => {
  faultRun = await startStage();
});
afterAll(() => faultRun.stop());

test('a message lives as the model says, whatever people, workers and the provider do and in whatever order', async () => {
  await checkLives(faultRun, {
    openings: [
      ['create', 'addPartner', 'addPartner'],
      ['create', 'addPartner', 'editText', 'addPartner', 'editText', 'start', 'plan'],
    ],
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
    runs: 60,
    steps: 120,
  });
}, 120_000);
