import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CampaignScreen } from '../../web/features/campaign/CampaignScreen.tsx';
import { CampaignsScreen } from '../../web/features/campaigns/CampaignsScreen.tsx';
import { answer, calls } from './support/api.ts';
import {
  aCampaign,
  aSchedule,
  aStartCheck,
  aStartPreview,
  besideCampaigns,
  withPartners,
} from './support/campaignViews.ts';
import { fillIn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';

const SWITCH = 'Only in the recipients’ working hours';
const button = (name: string) => screen.getByText(name, { selector: 'button' });
const bodies = async () => {
  await waitFor(() => expect(calls).toHaveLength(1));
  return calls[0]?.body;
};
beforeEach(() => besideCampaigns());

test('a new campaign does not ask for them, unless the user does', async () => {
  answer('get', '/api/campaigns', []);
  answer('post', '/api/campaigns', () => aCampaign());
  const hand = await renderPart(<CampaignsScreen />);
  await hand.click(button('Create Campaign'));
  await screen.findByLabelText('Campaign name');
  await fillIn(hand, 'Campaign name', 'Summer socks');
  await fillIn(hand, 'Message instructions', 'Offer socks.');
  await fillIn(hand, 'Subject', 'Socks for your trails');
  const hours = screen.getByLabelText(SWITCH);
  expect(hours.getAttribute('aria-checked')).toBe('false');
  screen.getByText(/^Monday to Friday, 09:00–17:00 where they are/);
  await hand.click(hours);
  await hand.click(button('Create draft'));
  expect(await bodies()).toMatchObject({ recipientHours: true });
});

test('Start says how many can be written to in them', async () => {
  answer('get', '/api/campaigns/:id', aCampaign({ ...withPartners(3, 3), recipientHours: true }));
  answer('get', '/api/campaigns/:id/sends', []);
  answer('get', '/api/campaigns/:id/schedule', aSchedule());
  const checks = [aStartCheck('hours_apart', 1), aStartCheck('hours_kept', 8), aStartCheck('hours_unknown', 2)];
  const preview = aStartPreview({ checks });
  answer('get', '/api/campaigns/:id/start-preview', preview);
  const hand = await renderPart(<CampaignScreen campaignId="c1" />);
  await hand.click(await screen.findByText('Start', { selector: 'button' }));
  const asking = within(await screen.findByRole('alertdialog'));
  await asking.findByText('8 emails in the recipients’ working hours');
  asking.getByText('2 emails to recipients without a known country');
  asking.getByText('1 email to recipients whose working hours never overlap yours');
});
