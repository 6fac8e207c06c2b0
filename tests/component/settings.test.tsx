import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ScheduleScreen } from '../../web/features/settings/ScheduleScreen.tsx';
import { SendingAccountsScreen } from '../../web/features/settings/SendingAccountsScreen.tsx';
import { SettingsScreen } from '../../web/features/settings/SettingsScreen.tsx';
import { answer, failed } from './support/api.ts';
import { renderPart } from './support/renderApp.tsx';
import { aProfile, aSendingAccount, emailSettings, noSenderDomain, sendingSettings } from './support/views.ts';

const empty = { items: [], total: 0, next: null };

test('what could not be loaded says so, is fetched again, and shows no form that could overwrite it', async () => {
  let broken = true;
  answer('get', '/api/business-profile', () => (broken ? failed(500) : aProfile()));
  answer('get', '/api/email-settings', () => (broken ? failed(500) : emailSettings()));
  answer('get', '/api/sending-settings', () => (broken ? failed(500) : sendingSettings()));
  answer('get', '/api/sending-accounts', () => (broken ? failed(500) : [aSendingAccount()]));
  answer('get', '/api/sender-domain', () => (broken ? failed(500) : noSenderDomain()));
  answer('get', '/api/suppressions', empty);
  const hand = await renderPart(
    <>
      <SettingsScreen />
      <SendingAccountsScreen />
      <ScheduleScreen />
    </>,
  );
  const again = async (problems: readonly string[]): Promise<void> => {
    for (const problem of problems) await screen.findByText(problem);
    expect(document.querySelector('form, main input, main textarea')).toBeNull();
    broken = false;
    for (const problem of problems) {
      const alert = screen.getByText(problem).closest<HTMLElement>('[role=alert]');
      await hand.click(within(alert as HTMLElement).getByText('Try again'));
    }
  };
  await again([
    'Error loading your business profile. Please try again.',
    'Error loading the sending accounts. Please try again.',
    'Error loading the sending hours. Please try again.',
  ]);
  await screen.findByLabelText('Business name');
  await screen.findByText('API Key Set');
  await screen.findByLabelText('Daily limit across all campaigns');
});
