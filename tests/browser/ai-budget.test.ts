import { afterAll, beforeAll, expect, test } from 'vitest';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { draftCampaign } from '../support/campaigns.ts';
import { readyPerson } from '../support/outreach.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens({ sendGap: null });
});
afterAll(() => screens?.stop());

test('texts cost about so much, stop at the budget that an admin set, and go on once it is raised [long]', async () => {
  // the first account of an installation is its admin
  const { person, partners } = await readyPerson(screens.app, 10);
  await draftCampaign(person, 'Spring vests', { partners });
  const admin = await screens.visit('/admin/ai-usage', person);
  const budget = admin.getByRole('textbox', { name: 'Monthly budget for everyone (USD)' });
  const setBudget = async (amount: string) => {
    await budget.fill(amount);
    await admin.getByRole('button', { name: 'Save Monthly budget for everyone (USD)' }).click();
    await seeToast(admin, { title: 'AI Budget Updated' });
  };

  const page = await screens.visit('/campaigns', person);
  await page.getByText('10 messages, about $0.05').waitFor();
  await setBudget('0.01');
  await page.getByRole('button', { name: 'Generate Messages' }).click();
  await seeToast(page, {
    title: 'Some messages were not written',
    text: `could not be written: ${reasonSentence({ code: 'ai_budget_installation' })}`,
    variant: 'destructive',
  });
  await admin.getByRole('region', { name: 'Budget' }).getByRole('progressbar').waitFor();
  await setBudget('0');
  await admin.getByRole('region', { name: 'Budget' }).getByText('The AI budget of this month is used up.').waitFor();
  await page.reload();
  await page.getByText(reasonSentence({ code: 'ai_budget_installation' }), { exact: true }).waitFor();
  await lookAt(page, 'ai-budget-used-up');
  await setBudget('');
  await page.reload();
  await page.getByRole('button', { name: 'Generate Messages' }).click();
  await seeToast(page, { title: 'Messages Generated' });
  await expect.poll(() => page.getByText(reasonSentence({ code: 'ai_budget_installation' })).count()).toBe(0);
});
