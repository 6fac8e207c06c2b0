import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CampaignView, StartPreviewView } from '../../api/views.ts';
import { CampaignScreen } from '../../web/features/campaign/CampaignScreen.tsx';
import { clockIn } from '../../web/lib/dates.ts';
import { answer, calls, failed } from './support/api.ts';
import {
  aCampaign,
  aSchedule,
  aStartCheck,
  aStartPreview,
  besideCampaigns,
  withPartners,
} from './support/campaignViews.ts';
import { seeFocusOn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

const NEXT = '2126-06-03T09:12:00.000Z';
/** The campaign as the server keeps it. */
let campaign: CampaignView;
let hand: UserEvent;
beforeEach(() => {
  besideCampaigns();
  answer('get', '/api/campaigns/:id', () => campaign);
  answer('get', '/api/campaigns/:id/sends', []);
  answer('get', '/api/campaigns/:id/schedule', aSchedule());
  answer('get', '/api/campaigns/:id/start-preview', aStartPreview());
});

const button = (name: string) => screen.getByText(name, { selector: 'button' });
const asking = () => within(screen.getByRole('alertdialog'));
const confirm = () => asking().getByText(/^(Start|Resume)$/, { selector: 'button' });
const settled = () => waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull());
const badge = (label: string) => waitFor(() => within(screen.getByRole('heading', { level: 1 })).getByText(label));
const become = (status: CampaignView['status']) => {
  campaign = { ...campaign, status, nextSendAt: status === 'active' ? NEXT : null };
  return { ...campaign, sendingNow: [] };
};
const changes = (status: CampaignView['status']) => {
  become(status);
  notice({ kind: 'campaign', id: 'c1', type: 'CampaignStatusChanged', version: 9 });
};
async function shown(status: CampaignView['status'], preview?: Partial<StartPreviewView>): Promise<void> {
  campaign = aCampaign({ ...withPartners(3, 3), dailyLimit: 2 });
  become(status);
  if (preview) answer('get', '/api/campaigns/:id/start-preview', aStartPreview(preview));
  hand = await renderPart(<CampaignScreen campaignId="c1" />);
  await screen.findByRole('heading', { level: 1 });
}
const MAY_RUN = 'This campaign may still be running.';

describe('Start', () => {
  test('warns of spam reports, by account where there are several, and starts all the same', async () => {
    const text = '1 of 20 emails was reported as spam (5%). Stay below 0.1%.';
    const from = 'sam@shop.example';
    await shown('draft', { checks: [aStartCheck('complaints', 1, { names: [from], detail: text })] });
    await hand.click(button('Start'));
    await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain(`${from}: ${text}`));
    expect(confirm()).toHaveProperty('disabled', false);
    await hand.keyboard('{Escape}');
    await settled();
  });

  test('offers a test email where SendGrid was never asked to send one, and starts all the same', async () => {
    const untested = { account: 'm2', names: ['sam@northwind.example'] };
    await shown('draft', { checks: [aStartCheck('untested', 1, untested)] });
    answer('post', '/api/sendgrid/test', { success: true as const, sender: 'domain' as const });
    await hand.click(button('Start'));
    await waitFor(() =>
      expect(screen.getByRole('alertdialog').textContent).toContain(
        'No test email was sent from sam@northwind.example yet.',
      ),
    );
    expect(confirm()).toHaveProperty('disabled', false);
    await hand.click(button('Send a test email'));
    await asking().findByText(/^SendGrid took the test email.*Its domain is authenticated in SendGrid\.$/);
    expect(calls.map(({ path }) => path)).toEqual(['/api/sendgrid/test?account=m2']);
    await hand.keyboard('{Escape}');
    await settled();
  });

  test('says why the last test email failed', async () => {
    const failed = 'SendGrid refused the API key. Check it, or create a new one.';
    const untested = { account: 'm2', names: ['sam@northwind.example'], detail: failed };
    await shown('draft', { checks: [aStartCheck('untested', 1, untested)] });
    await hand.click(button('Start'));
    await asking().findByText(`The last test email failed. ${failed}`);
    await hand.keyboard('{Escape}');
    await settled();
  });

  test('names who has replied before, and starts all the same', async () => {
    await shown('draft', { checks: [aStartCheck('replied', 4, { names: ['Ada', 'Ben', 'Cem'] })] });
    await hand.click(button('Start'));
    await asking().findByText(
      '4 partners have replied to you before: Ada, Ben, Cem, and 1 more. They get this email all the same.',
    );
    expect(confirm()).toHaveProperty('disabled', false);
    await hand.keyboard('{Escape}');
    await settled();
  });

  test.each([
    [1, ['Ada'], '1 partner got an email from another campaign before: Ada (AT).'],
    [1, ['ליאת'], '1 partner got an email from another campaign before: \u2068ליאת\u2069 (AT).'],
    [2, ['Ada', 'Ben'], '2 partners got an email from another campaign before: Ada and Ben (the last on AT).'],
    [5, ['A', 'B', 'C'], '5 partners got an email from another campaign before: A, B, C, and 2 more (the last on AT).'],
  ])('names who was written to before: %s', async (count, names, text) => {
    const detail = new Date(new Date().getFullYear(), 1, 2, 12).toISOString();
    await shown('draft', { checks: [aStartCheck('contacted', count, { names, detail })] });
    await hand.click(button('Start'));
    await asking().findByText(text.replace('AT', clockIn('UTC', detail, Date.now())));
    await hand.keyboard('{Escape}');
    await settled();
  });

  test.each([
    [2, 'Emails to one person are at least 2 days apart.'],
    [1, 'Emails to one person are at least 1 day apart.'],
    [0, ''],
  ])('names who will get an email from another campaign: %d days apart', async (days, apart) => {
    await shown('draft', { checks: [aStartCheck('planned', 2, { names: ['Ada', 'Ben'], days })] });
    await hand.click(button('Start'));
    await asking().findByText(`2 partners will get an email from another campaign: Ada and Ben. ${apart}`.trim());
    await hand.keyboard('{Escape}');
    await settled();
  });

  test.each([
    [{ fix: 'campaign', detail: '3 messages have no text yet. Generate messages first.' }, undefined],
    [{ fix: 'email-provider', account: 'a2', detail: 'Choose one.' }, '/settings?account=a2#email-provider'],
    [{ fix: 'profile', detail: 'Add your postal address.' }, '/settings#profile'],
    [{ fix: null, detail: 'Ask your administrator to set it.' }, undefined],
  ] as const)(
    'says before anything happens what is missing, and leads to where it is set: %j',
    async (problem, href) => {
      const checks = [aStartCheck('not_startable', 1, problem), aStartCheck('unapproved', 2)];
      await shown('draft', { checks, first: null });
      await hand.click(button('Start'));
      await asking().findByText(problem.detail);
      expect(asking().queryByText(/not been approved/)).toBeNull();
      expect(confirm()).toHaveProperty('disabled', true);
      expect(asking().queryByText('Open settings')?.getAttribute('href')).toBe(href);
      await hand.keyboard('{Escape}');
      await settled();
    },
  );

  test('asks once: how many emails, from which address, when, and what it approves', async () => {
    await shown('draft', { checks: [aStartCheck('unapproved', 3)] });
    await hand.click(button('Start'));
    await asking().findByText('To send');
    const facts = [...document.querySelectorAll('[role=alertdialog] dd')].map((fact) => fact.textContent);
    expect(facts).toEqual([
      '3 emails, at most 2 a day',
      'sam@northwind.example',
      expect.stringMatching(/^on \w+, \w+ 3, 2126, between 09:00 AM and 05:00 PM/),
    ]);
    asking().getByText('3 texts have not been approved. This approves them unread.');
    expect(asking().getByText('Review first').getAttribute('href')).toBe('/campaigns/c1/review');
    await hand.click(asking().getByText('Cancel'));
    await settled();
    expect(calls).toEqual([]);
  });

  test('rehearses it: who gets an email when, who does not and why, and what the checks say', async () => {
    const at = (hour: number) => `2126-06-03T${hour}:12:00.000Z`;
    const send = (messageId: string, partnerName: string | null, hour: number) => ({
      ...{ messageId, partnerName, at: at(hour) },
      day: '2126-06-03',
    });
    await shown('draft', {
      plan: { timezone: 'UTC', sends: [send('m1', 'Ada', 10), send('m2', null, 11)], days: 1 },
      checks: [
        aStartCheck('flagged', 1, { names: ['Cem'] }),
        aStartCheck('alike', 1, { names: ['Ada', 'Ben'] }),
        aStartCheck('not_emailed', 2, { names: ['Nyasa', null], detail: 'this person unsubscribed' }),
        aStartCheck('same_address', 2, { names: ['Ada', 'Ben'], detail: 'team@shop.example' }),
        aStartCheck('domain_passes', 2, { names: ['SPF', 'DKIM'], detail: 'northwind.example' }),
        aStartCheck('approved', 3),
      ],
    });
    await hand.click(button('Start'));
    const times = await asking().findByLabelText('Emails over 1 day', { selector: 'section' });
    expect([...times.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      '10:12 AMAda',
      '11:12 AMAn erased partner',
    ]);
    within(times).getByText(/^And 1 more email/);
    const lines = [...document.querySelectorAll('[role=alertdialog] section:not([aria-label^=Emails]) li')];
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Not emailed: Nyasa and An erased partner (this person unsubscribed)',
      'Ada and Ben share team@shop.example. Only one of them gets the email.',
      'SPF and DKIM pass for northwind.example',
      '3 texts approved',
    ]);
    asking().getByText('One text was flagged and is not sent before you review it: Cem.');
    asking().getByText('1 text says much the same as another, such as that to Ada and that to Ben.');
    await asking().findByText(/^Sending uses no credits, \d+ of \d+ are left\.$/);
    expect(confirm()).toHaveProperty('disabled', false);
  });

  test('texts that are still being checked are said, and asked for again until they are', async () => {
    const checks = [2, 1, 0].map((count) =>
      aStartPreview({ checks: count > 0 ? [aStartCheck('checking', count)] : [] }),
    );
    await shown('draft');
    answer('get', '/api/campaigns/:id/start-preview', () => (checks.length > 1 ? checks.shift() : checks[0]) as never);
    await hand.click(button('Start'));
    await asking().findByText('2 texts are still being checked. Those that are flagged are not sent.');
    await asking().findByText(
      'One text is still being checked. It is not sent if it is flagged.',
      {},
      { timeout: 3_000 },
    );
    await waitFor(() => expect(asking().queryByText(/being checked/)).toBeNull(), { timeout: 3_000 });
    expect(confirm()).toHaveProperty('disabled', false);
    await hand.keyboard('{Escape}');
    await settled();
  });

  test('a preview that cannot be loaded is said, and nothing can be confirmed', async () => {
    answer('get', '/api/campaigns/:id/start-preview', () => failed(500));
    await shown('draft');
    await hand.click(button('Start'));
    await asking().findByText('Couldn’t load the preview. Close this and try again.');
    expect(confirm()).toHaveProperty('disabled', true);
  });

  test("confirmed, the draft becomes active, 'Status Updated', with its next email; the focus is on Pause", async () => {
    await shown('draft');
    await hand.click(button('Start'));
    await asking().findByText('To send');
    answer('put', '/api/campaigns/:id/status', () => become('active'));
    await hand.dblClick(confirm());
    await seeToast({ title: 'Status Updated', text: 'The campaign is active.' });
    await badge('Active');
    expect(calls.map(({ body }) => body)).toEqual([{ status: 'active' }]);
    expect(
      screen
        .getByText(/^Next email/)
        .querySelector('time')
        ?.getAttribute('datetime'),
    ).toBe(NEXT);
    await seeFocusOn(() => button('Pause'));
  });
});

describe('Pause', () => {
  test.each([
    ['with the server down', () => HttpResponse.error(), 'The connection to the server failed.'],
    ['with a server that breaks', () => failed(500), 'The campaign may still be running: pause it again'],
  ])('%s, it says that the campaign may still be running, until it is paused', async (_what, broken, text) => {
    await shown('active');
    answer('put', '/api/campaigns/:id/status', broken);
    await hand.click(button('Pause'));
    await screen.findByText(MAY_RUN);
    await seeToast({ title: 'Error', text, variant: 'destructive' });
    answer('put', '/api/campaigns/:id/status', () => become('paused'));
    await hand.click(button('Pause'));
    const done = 'The campaign is paused. Nothing more goes out until you resume it.';
    await seeToast({ title: 'Status Updated', text: done });
    await badge('Paused');
    expect(screen.queryByText(MAY_RUN)).toBeNull();
    expect(screen.queryByText(/^Next email/)).toBeNull();
  });

  test('whose answer was lost, but that took effect, leaves no warning behind once the campaign is resumed', async () => {
    await shown('active');
    answer('put', '/api/campaigns/:id/status', () => {
      become('paused');
      return failed(504);
    });
    await hand.click(button('Pause'));
    await badge('Paused');
    changes('active');
    await badge('Active');
    expect(screen.queryByText(MAY_RUN)).toBeNull();
  });
});

describe('Resume', () => {
  test('asks in the same way as Start', async () => {
    await shown('paused');
    await hand.click(button('Resume'));
    await asking().findByText('3 emails, at most 2 a day');
    expect(asking().queryByText(/This approves/)).toBeNull();
    answer('put', '/api/campaigns/:id/status', () => become('active'));
    await hand.click(confirm());
    await badge('Active');
    screen.getByText(/^Next email/);
  });

  test.each([
    ['active', 'Active'],
    // a small campaign can be over before a slow browser hears that it began
    ['completed', 'Completed'],
  ] as const)(
    'a question that is settled elsewhere is taken away, and does not come back: %s',
    async (status, words) => {
      await shown('paused');
      await hand.click(button('Resume'));
      await asking().findByText('To send');
      changes(status);
      await badge(words);
      await settled();
      changes('paused');
      await badge('Paused');
      expect(screen.queryByRole('alertdialog')).toBeNull();
    },
  );
});

test('what the DNS of the sender lacks is said before anything leaves', async () => {
  const names = ['DKIM', 'DMARC'];
  await shown('draft', { checks: [aStartCheck('domain_fails', 2, { names, detail: 'northwind.example' })] });
  await hand.click(button('Start'));
  await asking().findByText(/may land in spam: DKIM and DMARC failed\./);
  expect(asking().getByText('Open settings').getAttribute('href')).toBe('/settings#sending-domain');
  expect(confirm()).toHaveProperty('disabled', false);
});
