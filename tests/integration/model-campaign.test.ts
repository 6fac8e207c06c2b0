import { afterAll, beforeAll, test } from 'vitest';
import { checkLives } from '../support/model/check.ts';
import { type Stage, startStage } from '../support/model/real.ts';

let faultRun: Stage;
beforeAll(async () => {
  faultRun = await startStage();
});
afterAll(() => faultRun.stop());

test('a campaign lives as the model says, whatever is done to it, to its partners and to its mails', async () => {
  await checkLives(faultRun, {
    openings: [
      ['create', 'addPartner', 'addPartner'],
      ['create', 'addPartner', 'editText', 'addPartner', 'editText', 'start', 'plan'],
    ],
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
    runs: 60,
    steps: 120,
  });
}, 120_000);
