import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BusinessProfileUpdate } from '../../events/accounts/businessInput.ts';
import { CampaignDistanceCard } from '../../web/features/settings/CampaignDistanceCard.tsx';
import { answer, calls } from './support/api.ts';
import { renderPart } from './support/renderApp.tsx';
import { aProfile } from './support/views.ts';

test("Settings' card 'Between campaigns' saves what is chosen", async () => {
  let profile = aProfile();
  answer('get', '/api/business-profile', () => profile);
  answer('put', '/api/business-profile', ({ body }) => {
    profile = { ...profile, ...(body as Pick<BusinessProfileUpdate, 'minDaysBetweenCampaigns'>) } as typeof profile;
    return profile;
  });
  const hand = await renderPart(<CampaignDistanceCard />);
  const days = await screen.findByLabelText<HTMLSelectElement>('Minimum time between emails to one person');
  expect([days.options[0]?.text, days.options[1]?.text, days.options.length]).toEqual(['None', '1 day', 31]);
  expect(days.value).toBe('2');
  await hand.selectOptions(days, '5 days');
  await waitFor(() => expect(days.value).toBe('5'));
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { minDaysBetweenCampaigns: 5 },
  ]);
});
