import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SendingSettingsView } from '../../api/views.ts';
import type { SendingRules } from '../../events/sending/sendingInput.ts';
import { CreateCampaignForm } from '../../web/features/campaigns/CreateCampaignForm.tsx';
import { EditCampaignDialog } from '../../web/features/campaigns/EditCampaignDialog.tsx';
import { SendingHoursCard } from '../../web/features/settings/SendingHoursCard.tsx';
import { answer, calls } from './support/api.ts';
import { aCampaign } from './support/campaignViews.ts';
import { fillIn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aSendingAccount, sendingSettings } from './support/views.ts';

/** The rules as the server keeps them. */
let stored: SendingSettingsView;
beforeEach(() => {
  stored = sendingSettings();
  answer('get', '/api/sending-accounts', [aSendingAccount()]);
  answer('get', '/api/sending-settings', () => stored);
  answer('put', '/api/sending-settings', ({ body }) => {
    stored = { ...stored, ...(body as SendingRules) };
    return stored;
  });
});

let hand: UserEvent;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (text: string) => hand.click(screen.getByText(text, { selector: 'button' }));
const choose = (label: string, time: string) => hand.selectOptions(field(label), time);
const hours = () => [
  field('From').value,
  field('To').value,
  [...document.querySelectorAll('fieldset button[aria-pressed=true]')].map(({ textContent }) => textContent).join(' '),
];
const inFocus = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()));

describe("Settings' card 'Sending hours'", () => {
  const limit = () => field('Daily limit across all campaigns');
  const rampUp = () => field('Ramp up slowly').getAttribute('aria-checked');
  const save = () => press('Save Sending Hours');
  async function shown(): Promise<void> {
    hand = await renderPart(<SendingHoursCard />);
    await screen.findByLabelText('From');
  }

  test('shows what is stored, explains the ramp-up, and leads to where the time zone is changed', async () => {
    await shown();
    expect(hours()).toEqual(['09:00', '17:00', 'Mon Tue Wed Thu Fri']);
    expect([limit().value, rampUp()]).toEqual(['50', 'false']);
    screen.getByText(/^For a new mailbox: it sends 5 emails on its first day and 5 more on each further sending day/);
    expect(screen.getByText('UTC').parentElement?.textContent).toContain('Times are in UTC.');
    expect(screen.getByText('Change time zone').getAttribute('href')).toBe('/settings');
  });

  test.each([
    ['08:00', 'End time must be after the start time'],
    ['09:30', 'The sending hours must be at least one hour long'],
  ])('an end at %s is said at the field, which has the focus', async (end, problem) => {
    await shown();
    await choose('To', end);
    await save();
    await screen.findByText(problem);
    expect(field('To').getAttribute('aria-invalid')).toBe('true');
    await inFocus(() => field('To'));
    expect(calls).toEqual([]);
  });

  test('no weekday is said at the days', async () => {
    await shown();
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await press(day);
    await save();
    await screen.findByText('Choose at least one weekday');
    await inFocus(() => screen.getByText('Mon'));
    expect(calls).toEqual([]);
  });

  test.each(['201', '0', ''])('a daily limit of "%s" is said at its field', async (typed) => {
    await shown();
    await fillIn(hand, limit(), typed);
    await save();
    await screen.findByText('The daily limit across all campaigns must be between 1 and 200');
    expect(calls).toEqual([]);
  });

  async function change(): Promise<void> {
    for (const day of ['Mon', 'Wed', 'Thu', 'Fri', 'Sat']) await press(day);
    await choose('From', '10:30');
    await choose('To', '24:00');
    await fillIn(hand, limit(), '25');
    await hand.click(field('Ramp up slowly'));
  }
  const CHANGED = { window: { from: '10:30', to: '24:00', weekdays: [2, 6] }, mailboxDailyCap: 25, rampUp: true };

  test('saves once for a double click', async () => {
    await shown();
    await change();
    await hand.dblClick(screen.getByText('Save Sending Hours'));
    await seeToast({ title: 'Sending Hours Updated', text: 'Planned emails are rescheduled to fit.' });
    expect(calls).toEqual([{ method: 'PUT', path: '/api/sending-settings', body: CHANGED }]);
    expect(hours()).toEqual(['10:30', '24:00', 'Tue Sat']);
  });

  test('what is changed elsewhere shows', async () => {
    await shown();
    stored = { ...stored, ...CHANGED };
    notice({ kind: 'mailbox', id: 'u1', type: 'SendingRulesChanged', version: 2 });
    await waitFor(() => expect(hours()).toEqual(['10:30', '24:00', 'Tue Sat']));
    expect(limit().value).toBe('25');
  });

  test('what was chosen and not saved is there when the screen is shown again', async () => {
    await shown();
    await change();
    cleanup();
    await shown();
    await waitFor(() => expect(hours()).toEqual(['10:30', '24:00', 'Tue Sat']));
    expect([limit().value, rampUp()]).toEqual(['25', 'true']);
    screen.getByText('Not saved yet');
    await save();
    await seeToast({ title: 'Sending Hours Updated' });
    expect(calls).toEqual([{ method: 'PUT', path: '/api/sending-settings', body: CHANGED }]);
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });
});

describe('the hours of a campaign', () => {
  const OWN = { from: '13:00', to: '18:00', weekdays: [3] };
  beforeEach(() => {
    stored = sendingSettings({ window: { from: '08:15', to: '12:00', weekdays: [1, 2] } });
    answer('post', '/api/campaigns', aCampaign());
    answer('patch', '/api/campaigns/:id', aCampaign());
  });
  const saved = () => (calls[0]?.body as { sendWindow: unknown } | undefined)?.sendWindow;

  describe('a new one', () => {
    async function shown(): Promise<void> {
      hand = await renderPart(<CreateCampaignForm onDone={() => undefined} />);
      await screen.findByText('Monday, Tuesday, 08:15–12:00, as set in Settings.');
      await fillIn(hand, field('Campaign name'), 'Sunday brunch');
      await fillIn(hand, field('Subject'), 'A vest');
      await fillIn(hand, field('Message instructions'), 'Offer a vest.');
    }

    test('uses those of Settings', async () => {
      await shown();
      expect(field('Use your sending hours').checked).toBe(true);
      expect(screen.queryByLabelText('From')).toBeNull();
      await press('Create draft');
      await seeToast({ title: 'Campaign Created' });
      expect(saved()).toBeNull();
    });

    test('has its own, which begin as those of Settings and are checked at the field', async () => {
      await shown();
      await hand.click(field('Own hours'));
      expect(hours()).toEqual(['08:15', '12:00', 'Mon Tue']);
      await choose('To', '07:00');
      await press('Create draft');
      await screen.findByText('End time must be after the start time');
      await inFocus(() => field('To'));
      await choose('To', '11:00');
      await press('Sun');
      await press('Create draft');
      await seeToast({ title: 'Campaign Created' });
      expect(saved()).toEqual({ from: '08:15', to: '11:00', weekdays: [1, 2, 7] });
    });
  });

  describe('the edit dialog', () => {
    const dialog = () => within(screen.getByRole('dialog'));
    async function shown(): Promise<void> {
      hand = await renderPart(
        <EditCampaignDialog campaign={aCampaign({ sendWindow: OWN })} onClose={() => undefined} />,
      );
      await dialog().findByText(/as set in Settings/);
    }

    test('shows them, and gives them back to those of Settings', async () => {
      await shown();
      expect(hours()).toEqual(['13:00', '18:00', 'Wed']);
      await hand.click(field('Use your sending hours'));
      await press('Save Changes');
      await seeToast({ title: 'Campaign Updated' });
      expect(saved()).toBeNull();
    });

    test('leaves them as they are when something else is edited', async () => {
      await shown();
      await fillIn(hand, field('Campaign name'), 'Every Wednesday');
      await press('Save Changes');
      await seeToast({ title: 'Campaign Updated' });
      expect(calls[0]?.body).toEqual({ name: 'Every Wednesday' });
    });
  });
});
