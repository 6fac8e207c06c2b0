import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CampaignView, ScheduleView } from '../../api/views.ts';
import { CampaignScreen } from '../../web/features/campaign/CampaignScreen.tsx';
import { answer } from './support/api.ts';
import { aCampaign, aSchedule, aSend, besideCampaigns, withPartners } from './support/campaignViews.ts';
import { notice } from './support/notices.ts';
import { dialog, openDialog } from './support/openDialog.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aProfile } from './support/views.ts';

/** A Monday. */
const NOW = new Date('2026-03-02T08:00:00.000Z');
const GAP = { kind: 'gap', text: 'Emails leave one by one' } as const;

const sendAt = (at: string, partnerName: string | null) => ({
  messageId: at,
  partnerName,
  step: 1,
  at: `${at}:00.000Z`,
  day: at.slice(0, 10),
  from: null,
  why: GAP,
  recipient: null,
});
const aDay = (day: string, planned: number) => ({ day, planned, limit: 10, mailboxPlanned: planned, mailboxLimit: 40 });

let campaign: CampaignView;
let schedule: ScheduleView;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  besideCampaigns();
  campaign = aCampaign({
    ...withPartners(3, 3),
    status: 'active',
    nextSendAt: '2026-03-02T10:00:00.000Z',
    nextSendWhy: GAP,
  });
  schedule = aSchedule({
    days: [aDay('2026-03-02', 2), aDay('2026-03-03', 9)],
    sends: [
      sendAt('2026-03-02T10:00', 'Ada Lindqvist'),
      sendAt('2026-03-02T11:30', null),
      ...Array.from({ length: 9 }, (_, index) => sendAt(`2026-03-03T1${index}:05`, `Partner ${index}`)),
    ],
  });
  answer('get', '/api/campaigns/:id', () => campaign);
  answer('get', '/api/campaigns/:id/sends', [aSend()]);
  answer('get', '/api/campaigns/:id/schedule', () => schedule);
});

const recipientOf = (zones: string[], atWork: boolean) => ({ zones, atWork });

const coming = () => within(screen.getByLabelText('Scheduled emails', { selector: 'section' }));
const days = () => [...(screen.queryByLabelText('Days', { selector: 'ul' })?.children ?? [])] as HTMLElement[];
const head = (day: number) => days()[day]?.querySelector('button') as HTMLButtonElement;
const lines = (day: number) => [...(days()[day]?.querySelectorAll('ul li') ?? [])].map((line) => line.textContent);
const shown = async (): Promise<UserEvent> => {
  const hand = await renderPart(<CampaignScreen campaignId="c1" />, '/campaigns/c1?tab=schedule');
  await screen.findByLabelText('Scheduled emails', { selector: 'section' });
  return hand;
};
/** Changes the campaign at the server, with a notice. */
const becomes = (more: Partial<CampaignView>, plan = schedule): void => {
  campaign = { ...campaign, ...more };
  schedule = plan;
  notice({ kind: 'campaign', id: 'c1', type: 'CampaignPaused', version: 7 });
};
const NONE = { nextSendAt: null, nextSendWhy: null };

describe('the scheduled emails', () => {
  test('are told by day: how many of the limit, from when to when, and why then', async () => {
    await shown();
    coming().getByText('11 emails planned. Times are in UTC.');
    const [today, tomorrow] = days() as [HTMLElement, HTMLElement];
    for (const text of ['Today', '10:00 AM to 11:30 AM', '2 of 10']) within(today).getByText(text);
    expect(within(today).getAllByText(GAP.text)).toHaveLength(2);
    within(tomorrow).getByText('Tomorrow');
    const bar = within(tomorrow).getByRole('progressbar');
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['9', '10']);
  });

  test('of the first day list their times and names', async () => {
    await shown();
    expect(head(0).getAttribute('aria-expanded')).toBe('true');
    expect(lines(0)).toEqual(['10:00 AMAda Lindqvist', '11:30 AMAn erased person']);
  });

  test('of another day do so when it is opened, beyond eight on request', async () => {
    const hand = await shown();
    head(1).focus();
    await hand.keyboard('{Enter}');
    expect(lines(1)).toHaveLength(8);
    await hand.click(screen.getByText('Show all 9'));
    expect(lines(1).at(-1)).toBe('06:05 PMPartner 8');
    await hand.click(screen.getByText('Show fewer'));
    expect(lines(1)).toHaveLength(8);
    await hand.click(head(1));
    expect(lines(1)).toEqual([]);
  });

  test.each<[Partial<CampaignView>, string]>([
    [{ status: 'draft', ...NONE }, 'No emails are planned. Start the campaign to schedule them.'],
    [
      {
        status: 'paused',
        nextSendAt: null,
        nextSendWhy: { kind: 'paused', text: 'The campaign is paused. Resume it to go on.' },
      },
      'No emails are planned. The campaign is paused. Resume it to go on.',
    ],
    [{ status: 'completed', ...NONE }, 'No emails are planned: all of them have left or ended.'],
  ])('while none is planned that says why: %#', async (more, text) => {
    campaign = { ...campaign, ...more };
    schedule = aSchedule();
    await shown();
    coming().getByText(text);
  });

  test('come and go by themselves', async () => {
    const active = { status: 'active', nextSendAt: campaign.nextSendAt, nextSendWhy: GAP } as const;
    const planned = schedule;
    await shown();
    becomes({ status: 'paused', ...NONE }, aSchedule());
    await coming().findByText(/^No emails are planned/);
    expect(screen.queryByText(/^Next email/)).toBeNull();
    becomes(active, planned);
    await waitFor(() => expect(days()).toHaveLength(2));
  });

  test('of very many days show the first seven, and of all of them those near the window', async () => {
    const many = Array.from({ length: 150 }, (_, index) => new Date(Date.UTC(2031, 0, 1 + index)).toISOString());
    schedule = aSchedule({
      days: many.map((at) => ({ ...aDay(at.slice(0, 10), 1), mailboxPlanned: 4 })),
      sends: many.map((at) => sendAt(at.slice(0, 16), 'Ada')),
    });
    const hand = await shown();
    expect(days()).toHaveLength(7);
    coming().getByText('Wednesday, Jan 1');
    coming().getByText(/Your mailbox sends 4 of 40 that day, over all campaigns/);
    await hand.click(coming().getByText('Show all 150 days'));
    coming().getByText('Show the first 7 days');
    expect(days().length).toBeLessThan(100);
  });

  test('of a second page come when they are asked for; a day that both pages share is shown whole', async () => {
    const second = aSchedule({
      days: [aDay('2026-03-03', 9), aDay('2026-03-04', 1)],
      sends: [sendAt('2026-03-03T19:30', 'Ada'), sendAt('2026-03-04T10:00', 'Ada')],
      total: 13,
    });
    const withNext = { headers: { Link: '</api/campaigns/c1/schedule?after=there>; rel="next"' } };
    answer('get', '/api/campaigns/:id/schedule', ({ path }) =>
      path.endsWith('?after=there') ? second : Response.json({ ...schedule, total: 13 }, withNext),
    );
    const hand = await shown();
    coming().getByText('13 emails planned. Times are in UTC.');
    expect(days()).toHaveLength(1);
    await hand.click(coming().getByText('Show more days'));
    await waitFor(() => expect(days()).toHaveLength(3));
    within(days()[1] as HTMLElement).getByText('10:05 AM to 07:30 PM');
    expect(coming().queryByText('Show more days')).toBeNull();
  });
});

test.each([
  ['UTC', 'Next email in 2 hours, today, 10:00 AM'],
  ['Asia/Tokyo', 'Next email in 2 hours, today, 07:00 PM'],
])('the next email is named with how soon, when in the user’s zone (%s), and why then', async (timezone, text) => {
  answer('get', '/api/business-profile', aProfile({ timezone }));
  await shown();
  await waitFor(() => expect(screen.getByText(/^Next email/).textContent).toBe(`${text}${GAP.text}`));
  expect(screen.getByText(/^Next email/).querySelector('time')?.dateTime).toBe(campaign.nextSendAt);
  // the zone is said once, for the whole page
  expect(screen.queryAllByText(/times in Asia\/Tokyo/)).toHaveLength(timezone === 'UTC' ? 0 : 1);
});

describe('stopped while an email is on its way', () => {
  const sendingNow = [{ id: 'm1', partnerName: 'Ada Lindqvist' }];

  test('a pause names it', async () => {
    answer('put', '/api/campaigns/:id/status', () => {
      campaign = { ...campaign, status: 'paused', ...NONE };
      return { ...campaign, sendingNow };
    });
    const hand = await shown();
    await hand.click(screen.getByText('Pause'));
    const text = 'Nothing more goes out until you resume it. 1 email was already on its way: Ada Lindqvist.';
    await seeToast({ title: 'Status Updated', text });
  });

  test('a deleted campaign names it, too', async () => {
    answer('delete', '/api/campaigns/:id', { success: true, sendingNow });
    const hand = await shown();
    await hand.click(screen.getByLabelText('More actions for Spring vests'));
    await hand.click(await screen.findByText('Delete', { selector: '[role=menuitem]' }));
    await openDialog('Delete Campaign?');
    await hand.click(dialog().getByText('Delete Campaign', { selector: 'button' }));
    await seeToast({ title: 'Campaign Deleted', text: '1 email was already on its way: Ada Lindqvist.' });
  });
});

describe('a mailbox that is held', () => {
  const hold = { kind: 'key_refused', until: null, ends: '', reason: '', whatToDo: '', where: null } as const;

  test('until a time: says until when and why, without a way to Settings', async () => {
    const until = '2026-03-02T09:30:00.000Z';
    const words = { reason: 'SendGrid asked to wait', whatToDo: 'Nothing to do: sending resumes automatically.' };
    campaign = { ...campaign, hold: { ...hold, ...words, until } };
    await shown();
    const said = screen.getByText(/^No emails leave until/);
    expect(said.textContent).toMatch(/^No emails leave until today, 09:30 AM/);
    expect(said.querySelector('time')?.dateTime).toBe(until);
    screen.getByText('SendGrid asked to wait. Nothing to do: sending resumes automatically.');
    expect(screen.queryByText('Open settings')).toBeNull();
    // it leaves when it is planned: the hold ends before
    screen.getByText(/^Next email/);
  });

  test('until somebody acts: no time is promised, and it leads to where Settings can fix it', async () => {
    const reason = 'Gmail is chosen, but not connected';
    const words = { ends: 'until the email settings are complete', reason, whatToDo: 'Connect your Gmail account.' };
    campaign = { ...campaign, hold: { ...hold, ...words, where: 'email-provider' } };
    const hand = await shown();
    screen.getByText('No emails leave until the email settings are complete');
    screen.getByText(/^Gmail is chosen, but not connected\. Connect your Gmail account\./);
    expect(screen.queryByText(/^Next email/)).toBeNull();
    await hand.click(screen.getByText('Open settings'));
    expect(window.location.pathname + window.location.hash).toBe('/settings#email-provider');
  });

  test('the notice goes by itself when the hold ends', async () => {
    const words = { ends: 'until the email settings are saved again', reason: 'SendGrid refused the API key' };
    campaign = { ...campaign, hold: { ...hold, ...words } };
    await shown();
    screen.getByText('No emails leave until the email settings are saved again');
    campaign = { ...campaign, hold: null };
    notice({ kind: 'mailbox', id: 'm', type: 'MailboxResumed', version: 3 });
    await waitFor(() => expect(screen.queryByText(/^No emails leave/)).toBeNull());
  });
});

test('a send in the working hours of its recipient says so, with the time there', async () => {
  const at = '2026-03-02T15:15';
  schedule = aSchedule({
    days: [aDay('2026-03-02', 3)],
    sends: [
      { ...sendAt(at, 'Ximena Peralta'), recipient: recipientOf(['America/Chicago'], true) },
      {
        ...sendAt('2026-03-02T16:15', 'Una States'),
        recipient: recipientOf(['America/New_York', 'America/Chicago'], true),
      },
      { ...sendAt('2026-03-02T16:30', 'Ken Mori'), recipient: recipientOf(['Asia/Tokyo'], false) },
    ],
  });
  await shown();
  await coming().findByText('In their working hours, 09:15 AM there');
  coming().getByText('In their working hours, 10:15 AM to 11:15 AM there');
  coming().getByText('01:30 AM there: their hours do not overlap yours');
});
