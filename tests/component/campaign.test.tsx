import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { useEffect } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CampaignView, SendView } from '../../api/views.ts';
import { CampaignScreen } from '../../web/features/campaign/CampaignScreen.tsx';
import { useMessageDrafts } from '../../web/features/review/messageDrafts.ts';
import { answer, calls, failed, hold, reads } from './support/api.ts';
import {
  aCampaign,
  aSchedule,
  aSend,
  besideCampaigns,
  noFigures,
  sendIn,
  theFigures,
  withPartners,
} from './support/campaignViews.ts';
import { fillIn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { aBatch } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aProfile } from './support/views.ts';

/** The campaign and its messages as the server keeps them. */
let campaign: CampaignView;
let sends: SendView[];
let hand: UserEvent;
beforeEach(() => {
  besideCampaigns();
  answer('get', '/api/campaigns/:id', () => campaign);
  answer('get', '/api/campaigns/:id/sends', () => sends);
  answer('get', '/api/campaigns/:id/schedule', aSchedule());
  answer('get', '/api/campaigns/:id/days', { timezone: 'UTC', series: [{ day: '2026-03-02', sent: 2, replied: 1 }] });
  campaign = aCampaign({
    ...withPartners(6, 5),
    ...{ pendingCount: 2, sentCount: 2, responseCount: 1, failedCount: 1, unknownCount: 1 },
  });
  sends = [
    aSend('Pia Pending'),
    sendIn('unwritten', 'Una Unwritten'),
    sendIn('failed', 'Fay Failed'),
    sendIn('unknown', 'Uma Unknown'),
    sendIn('sent', 'Sue Sent'),
    sendIn('replied', 'Ria Replied'),
  ];
});

async function shown(): Promise<void> {
  hand = await renderPart(<CampaignScreen campaignId="c1" />, '/campaigns/c1?tab=messages');
  await screen.findByRole('table', { name: 'Messages' });
}
const rows = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[aria-label=Messages] [data-row]')].filter((row) =>
    row.textContent?.includes(name),
  );
function rowOf(name: string) {
  const [row] = rows(name);
  if (!row) throw new Error(`No row of ${name}`);
  return within(row);
}
const figures = () =>
  [...document.querySelectorAll('dl[aria-label=Counts] > div')].map((one) =>
    [...one.children].map((part) => part.textContent ?? '').join(' '),
  );
const asking = () => within(screen.getByRole('alertdialog'));
const settled = () => waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull());
const confirm = async (label: string) => {
  await screen.findByRole('alertdialog');
  await hand.click(asking().getByText(label, { selector: 'button' }));
};
const askToSend = (name: string) => hand.click(screen.getByLabelText(`Send Now to ${name}`));
const sent = (name: string): SendView => {
  sends = sends.map((send) => (send.partner.name === name ? sendIn('sent', name) : send));
  return sendIn('sent', name);
};

test('while texts are written, why one was not is of the time before, and what is flagged is not', async () => {
  const flaw = { rule: 'placeholder', quote: '[Name]' } as const;
  sends = [
    sendIn('review', 'Flo Flagged', { flaws: [flaw] }),
    sendIn('unwritten', 'Una Unwritten', { errorMessage: 'Not generated: no room' }),
  ];
  await shown();
  rowOf('Una').getByText('Not generated: no room');
  campaign = { ...campaign, generation: { requested: 1, done: 0, failed: 0 } };
  notice({ kind: 'campaign', id: 'c1', type: 'MessagesRequested', version: 9 });
  await waitFor(() => expect(rowOf('Una').queryByText('Not generated: no room')).toBeNull());
  rowOf('Flo').getByText(/^Flagged: /);
});

describe('the page of a campaign', () => {
  test('its header holds the name, the status badge, the total message count and a back link; each message has a badge', async () => {
    campaign = { ...campaign, cancelledCount: 1 };
    await shown();
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.textContent).toBe('Spring vestsDraft');
    expect(within(title).getByText('Draft').getAttribute('data-variant')).toBe('secondary');
    expect(document.querySelector('header')?.textContent).toContain('6 messages and 1 cancelled');
    expect(screen.getByRole('link', { name: 'Back to Campaigns' }).getAttribute('href')).toBe('/campaigns');
    expect(document.title).toContain('Spring vests');
    for (const name of ['Sue Sent', 'Ria Replied', 'Fay Failed', 'Pia Pending'])
      rowOf(name).getByText(name.split(' ')[1] ?? '');
  });

  test('five count cards, and one for unknown outcomes while there are any', async () => {
    await shown();
    expect(figures()).toEqual(['Sent 2', 'Replied 1', 'Pending 2', 'Failed 1', 'Unknown 1', 'Daily Limit 10']);
    campaign = { ...campaign, unknownCount: 0 };
    notice({ kind: 'message', id: 'm1', type: 'MessageMarkedSent', version: 5 });
    await waitFor(() => expect(figures()).not.toContain('Unknown 1'));
    expect(figures()).toHaveLength(5);
  });

  test('a row shows recipient and subject; its panel also shows the partner, the text and the next step', async () => {
    await shown();
    const row = rowOf('Pia Pending');
    for (const part of ['PP', 'pia@lindqvist.example', 'A vest for Pia Pending']) row.getByText(part);
    rowOf('Una Unwritten').getByText('Not written yet');
    await hand.click(row.getByText('A vest for Pia Pending'));
    const panel = await screen.findByRole('region', { name: 'The message to Pia Pending' });
    for (const part of [
      'Pia Pending',
      '80% match',
      '48.2K followers',
      'pia@lindqvist.example',
      '@pia',
      'Fitness',
      'Look.',
    ])
      expect(panel.textContent).toContain(part);
    within(panel).getByLabelText('Send Now to Pia Pending');
    expect(new URLSearchParams(location.search).get('message')).toBe('m-Pia Pending');
    await hand.click(within(panel).getByText('pia@lindqvist.example'));
    await hand.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: /^The message to/ })).toBeNull());
    expect(document.activeElement?.textContent).toBe('Pia Pending');
  });

  test('the panel of one that the AI advised against says why, and writes it anyway', async () => {
    const reason = 'She takes no partnerships.';
    const unfit = {
      status: 'unfit',
      subject: null,
      body: null,
      unfit: { reason },
      detail: `No email: ${reason}`,
    } as const;
    sends = [...sends, aSend('Ida Unfit', unfit)];
    answer('post', '/api/campaign-sends/:id/write-anyway', () => aSend('Ida Unfit'));
    await shown();
    await hand.click(rowOf('Ida Unfit').getByText('ida@lindqvist.example'));
    const panel = within(await screen.findByRole('region', { name: 'The message to Ida Unfit' }));
    panel.getByText(new RegExp(`^No email was written. ${reason}`));
    expect(panel.queryByText('Not written yet')).toBeNull();
    await hand.click(panel.getByRole('button', { name: 'Write it anyway' }));
    await seeToast({ title: 'Message Written', text: 'Read it before you approve it.' });
    expect(calls.map(({ path }) => path)).toEqual(['/api/campaign-sends/m-Ida%20Unfit/write-anyway']);
  });

  test('an unknown one says in its panel, which the address opens, what is known of it, and can be decided in its row', async () => {
    await renderPart(<CampaignScreen campaignId="c1" />, '/campaigns/c1?tab=messages&message=m-Uma Unknown');
    const panel = within(await screen.findByRole('region', { name: 'The message to Uma Unknown' }));
    panel.getByText(/^Handed to the email provider/);
    expect(screen.getAllByLabelText('Mark as sent: Uma Unknown')).toHaveLength(2);
  });

  test('the messages are sorted by the select or a title; first are those that need somebody', async () => {
    await shown();
    const order = () => rows('').map((row) => row.querySelector('[data-opens]')?.textContent);
    expect(order()[0]).toBe('Uma Unknown');
    await hand.selectOptions(screen.getByLabelText('Sort by'), 'Name, A–Z');
    await waitFor(() => expect(order().slice(0, 3)).toEqual(['Fay Failed', 'Pia Pending', 'Ria Replied']));
    await hand.click(screen.getByText('To', { selector: 'button span' }));
    await waitFor(() => expect(order().slice(0, 2)).toEqual(['Una Unwritten', 'Uma Unknown']));
    await hand.selectOptions(screen.getByLabelText('Sort by'), 'Needs you first');
    await waitFor(() => expect(order()[0]).toBe('Uma Unknown'));
    expect(location.search).toBe('?tab=messages');
  });

  test('a sent one shows when, a failed one its error before any flag, an unknown one that nobody knows', async () => {
    const flaws = [{ rule: 'placeholder', quote: '[Name]' } as const];
    sends = sends.map((one) => (one.status === 'failed' ? { ...one, flaws } : one));
    await shown();
    const when = rows('Sue Sent')[0]?.querySelector('time');
    expect(when?.getAttribute('datetime')).toBe('2026-03-03T10:02:00.000Z');
    expect(when?.textContent).toMatch(/\d/);
    rowOf('Fay Failed').getByText('SendGrid answered 400; the message was refused');
    rowOf('Uma Unknown').getByText(/^We could not confirm whether this left\. /);
  });

  test('a message that was sent again has a row of its own with the badge "Sent again"', async () => {
    sends = [sendIn('replied', 'Ria Replied'), sendIn('sent', 'Ria Replied', { id: 'm-again', sentAgain: true })];
    await shown();
    expect(rows('Ria Replied')).toHaveLength(2);
    expect(screen.getAllByText('Sent again')).toHaveLength(1);
  });

  test('a waiting email is held, canceled and taken out in its menu; the notice takes it back', async () => {
    sends = [aSend('Wim Waiting'), aSend('Hana Held', { steers: ['release', 'cancel', 'take_out'] })];
    answer('post', '/api/campaign-sends/steer', (call) => ({
      changed: (call.body as { ids: string[] }).ids,
      refused: [],
    }));
    await shown();
    const choices = async (name: string) => {
      await hand.click(await screen.findByLabelText(`More for ${name}`));
      return [...(await screen.findByRole('menu')).children].map((item) => item.textContent);
    };
    expect(await choices('Hana Held')).toEqual(['Release', 'Cancel email', 'Take out of campaign']);
    await hand.click(screen.getByText('Release'));
    await seeToast({ title: 'Released', text: '1 email released.' });
    expect(await choices('Wim Waiting')).toEqual(['Hold', 'Cancel email', 'Take out of campaign']);
    await hand.click(screen.getByText('Cancel email'));
    await seeToast({ title: 'Cancelled', text: '1 email cancelled.' });
    await hand.click(screen.getByText('Undo', { selector: 'button' }));
    await seeToast({ title: 'Restored' });
    expect(calls.map(({ body }) => body)).toEqual([
      { act: 'release', ids: ['m-Hana Held'] },
      { act: 'cancel', ids: ['m-Wim Waiting'] },
      { act: 'restore', ids: ['m-Wim Waiting'] },
    ]);
  });

  test('one is given a time of its own, many are postponed; a refused time is said in its field', async () => {
    const nextSendAt = '2126-03-03T10:00:00.000Z';
    const steers = ['reschedule', 'postpone', 'hold'] as const;
    sends = ['Wim Waiting', 'Ada Waiting'].map((name) => aSend(name, { nextSendAt, steers: [...steers] }));
    answer('get', '/api/business-profile', aProfile({ timezone: 'Europe/Berlin' }));
    let refused = [{ id: 'm-Wim Waiting', reason: 'This time is outside the sending hours.' }];
    answer('post', '/api/campaign-sends/steer', (call) => ({
      changed: refused.length > 0 ? [] : (call.body as { ids: string[] }).ids,
      refused,
    }));
    await shown();
    await hand.click(await screen.findByLabelText('More for Wim Waiting'));
    await hand.click(await screen.findByText('Reschedule…'));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByLabelText<HTMLInputElement>('Date and time (Europe/Berlin)');
    expect(field.value).toBe('2126-03-03T11:00');
    fireEvent.change(field, { target: { value: '2126-03-04T20:15' } });
    await hand.click(dialog.getByText('Reschedule', { selector: 'button' }));
    await dialog.findByText('This time is outside the sending hours.');
    refused = [];
    fireEvent.change(field, { target: { value: '2126-03-04T12:15' } });
    await hand.click(dialog.getByText('Reschedule', { selector: 'button' }));
    await seeToast({ title: 'Rescheduled', text: '1 email rescheduled.' });

    await hand.click(screen.getByLabelText('Select All Visible'));
    const bar = within(await screen.findByRole('toolbar', { name: 'Selected messages' }));
    await hand.click(bar.getByText('More'));
    await hand.click(await screen.findByText('Postpone 2…'));
    const later = within(await screen.findByRole('dialog'));
    await hand.click(later.getByText('Postpone', { selector: 'button' }));
    later.getByText('Choose a day, or 1 to 90 days.');
    await hand.type(later.getByLabelText('Days'), '3');
    await hand.click(later.getByText('Postpone', { selector: 'button' }));
    await seeToast({ title: 'Postponed', text: '2 emails postponed.' });
    expect(calls.slice(1).map(({ body }) => body)).toEqual([
      { act: 'reschedule', ids: ['m-Wim Waiting'], at: '2126-03-04T12:15' },
      { act: 'postpone', ids: expect.arrayContaining(['m-Wim Waiting', 'm-Ada Waiting']), later: { days: 3 } },
    ]);
  });

  test('one or many move to another draft or active campaign; who cannot is counted with the reason', async () => {
    sends = ['Wim Waiting', 'Ada Waiting'].map((name) => aSend(name, { steers: ['move'] }));
    const others = [
      aCampaign({ id: 'c1', name: 'This one' }),
      aCampaign({ id: 'c2', name: 'Autumn', status: 'draft' }),
      aCampaign({ id: 'c3', name: 'Over', status: 'completed' }),
    ];
    answer('get', '/api/campaigns', others);
    answer('post', '/api/campaign-sends/steer', {
      changed: ['m-Wim Waiting'],
      refused: [{ id: 'm-Ada Waiting', reason: 'Left out: already in this campaign.' }],
    });
    await shown();
    await hand.click(screen.getByLabelText('Select All Visible'));
    const bar = within(await screen.findByRole('toolbar', { name: 'Selected messages' }));
    await hand.click(bar.getByText('More'));
    await hand.click(await screen.findByText('Move to another campaign 2…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to another campaign' }));
    await hand.click(dialog.getByText('Move to another campaign', { selector: 'button' }));
    dialog.getByText('Choose a campaign.');
    const field = await dialog.findByLabelText<HTMLSelectElement>('Campaign');
    await waitFor(() => expect([...field.options].map(({ text }) => text)).toContain('Autumn (draft)'));
    expect([...field.options].map(({ value }) => value).filter(Boolean)).toEqual(['c2']);
    await hand.selectOptions(field, 'c2');
    await hand.click(dialog.getByText('Move to another campaign', { selector: 'button' }));
    await seeToast({
      title: 'Not Changed',
      text: '1 partner moved. Left out: already in this campaign.',
      variant: 'destructive',
    });
    const ids = expect.arrayContaining(['m-Wim Waiting', 'm-Ada Waiting']);
    expect(calls.map(({ body }) => body)).toEqual([{ act: 'move', to: 'c2', ids }]);
  });

  test('several are steered in one call, and the refused ones are named', async () => {
    sends = [aSend('Wim Waiting'), sendIn('sent', 'Sia Sent'), aSend('Lea Leaving')];
    answer('post', '/api/campaign-sends/steer', {
      changed: ['m-Wim Waiting'],
      refused: [{ id: 'm-Lea Leaving', reason: 'This email is being sent and cannot be stopped.' }],
    });
    await shown();
    for (const name of ['Wim Waiting', 'Sia Sent', 'Lea Leaving']) await hand.click(rowOf(name).getByRole('checkbox'));
    const bar = within(await screen.findByRole('toolbar', { name: 'Selected messages' }));
    await hand.click(bar.getByText('More'));
    await hand.click(await screen.findByText('Take out of campaign 2'));
    await seeToast({
      title: 'Not Changed',
      text: '1 email cancelled. This email is being sent and cannot be stopped.',
      variant: 'destructive',
    });
    expect(calls.map(({ body }) => body)).toEqual([{ act: 'take_out', ids: ['m-Wim Waiting', 'm-Lea Leaving'] }]);
  });

  test('an answer is labelled, and what can be done with it is done in its conversation', async () => {
    const answered = { campaignId: 'c1', answer: 'a1' };
    sends = [aSend('Ada Answered', { ...sendIn('unknown', 'Ada Answered'), ...answered, id: 'c1.p1.a1' })];
    await shown();
    rowOf('Ada Answered').getByText('Answer');
    expect(rowOf('Ada Answered').queryByText('Send again')).toBeNull();
    const link = rowOf('Ada Answered').getByText('Open');
    expect(link.getAttribute('href')).toBe('/inbox/c1.p-Ada Answered');
  });

  test('each message has the actions of its state; without a text there is nothing to send', async () => {
    await shown();
    const all = rows('').flatMap((row) =>
      [...row.querySelectorAll('[data-own-press] :is(button, a)')].map((one) => one.getAttribute('aria-label')),
    );
    expect(all.sort()).toEqual([
      'Edit the message to Fay Failed',
      'Mark as Replied: Sue Sent',
      'Mark as sent: Uma Unknown',
      'More for Pia Pending',
      'More for Una Unwritten',
      'Send Now to Pia Pending',
      'Send Now to Una Unwritten',
      'Send again to Fay Failed',
      'Send again to Uma Unknown',
    ]);
    expect(screen.getByLabelText('Send Now to Una Unwritten')).toHaveProperty('disabled', true);
    const edit = screen.getByLabelText('Edit the message to Fay Failed');
    expect(edit.getAttribute('href')).toBe('/campaigns/c1/review?message=m-Fay Failed');
  });

  test.each([
    ['a text to review', { approved: false, flaws: [] }, false],
    ['a flagged text', { approved: false, flaws: [{ rule: 'link' as const, quote: 'bit.ly/x' }] }, true],
  ])('%s has Review first, and Send Now beside it', async (_what, change, disabled) => {
    sends = sends.map((one) => (one.partner.name === 'Pia Pending' ? { ...one, ...change } : one));
    await shown();
    const [review, send, ...others] = rowOf('Pia Pending').getAllByLabelText(/^(Review the message|Send Now) to/);
    expect(others).toEqual([]);
    expect(review?.getAttribute('href')).toBe('/campaigns/c1/review?message=m-Pia Pending');
    expect(send).toHaveProperty('disabled', disabled);
    expect(send?.getAttribute('aria-label')?.endsWith('. Review what is flagged first')).toBe(disabled);
  });

  test('Delete goes back to the list', async () => {
    await shown();
    answer('delete', '/api/campaigns/:id', { success: true, sendingNow: [] });
    answer('get', '/api/campaigns/:id', () => failed(404));
    await hand.click(screen.getByLabelText('More actions for Spring vests'));
    await hand.click(await screen.findByText('Delete', { selector: '[role=menuitem]' }));
    await confirm('Delete Campaign');
    await seeToast({ title: 'Campaign Deleted' });
    expect(location.pathname).toBe('/campaigns');
  });
});

describe('the parts of a campaign', () => {
  const parts = () => within(screen.getByRole('navigation', { name: 'Campaign' }));
  const current = () => parts().getByText(/./, { selector: '[aria-current]' }).textContent;
  const names = () => rows('').map((row) => row.querySelector('[data-opens]')?.textContent);

  test('the overview has emails and replies by day, and a funnel', async () => {
    hand = await renderPart(<CampaignScreen campaignId="c1" />, '/campaigns/c1?tab=overview');
    await screen.findByRole('table', { name: 'Emails sent and replies by day' });
    expect(current()).toBe('Overview');
    const funnel = screen.getByLabelText('Partners by how far they have come');
    expect(within(funnel).getByText('Replied').closest('a')?.getAttribute('href')).toBe(
      '/campaigns/c1?tab=messages&show=replied',
    );
  });

  test('it opens with its messages, below its steps and what became of them', async () => {
    const followUps = [{ id: 'f1', afterDays: 4, writer: 'ai' as const, text: 'Ask again.' }];
    campaign = { ...campaign, followUps };
    const figures = { ...noFigures, sent: 31, replied: 9, bounced: 1 };
    answer('get', '/api/campaign-figures', theFigures([{ ...figures, step: 1, version: null }]));
    hand = await renderPart(<CampaignScreen campaignId="c1" />, '/campaigns/c1');
    expect(current()).toBe('Messages6');
    const steps = within(screen.getByRole('list', { name: 'Steps' }));
    await waitFor(() =>
      expect(steps.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
        'First email 31 sent9 replied, 29% · 1 bounced',
        '4 days',
        'Follow-up 1 0 sent0 replied',
      ]),
    );
  });

  test('what needs a decision leads to its messages', async () => {
    campaign = { ...campaign, reviewCount: 1 };
    hand = await renderPart(<CampaignScreen campaignId="c1" />, '/campaigns/c1?tab=overview');
    const needs = within(await screen.findByLabelText('Needs you', { selector: 'ul' }));
    expect(needs.getAllByRole('link').map((link) => link.textContent)).toEqual(['Review', 'Check', 'Fix']);
    await hand.click(needs.getByText('Fix'));
    await waitFor(() => expect(names()).toEqual(['Fay Failed']));
  });

  test('the counts and the chips narrow the messages, which can be searched; the address keeps it', async () => {
    await shown();
    await hand.click(screen.getByLabelText('Sent: 2, show the messages'));
    await waitFor(() => expect(names().toSorted()).toEqual(['Ria Replied', 'Sue Sent']));
    expect(screen.getByText('Sent', { selector: 'button' }).getAttribute('aria-pressed')).toBe('true');
    await hand.type(screen.getByLabelText('Search messages'), 'sue@');
    await waitFor(() => expect(names()).toEqual(['Sue Sent']));
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      tab: 'messages',
      show: 'sent',
      search: 'sue@',
    });
    await hand.type(screen.getByLabelText('Search messages'), 'x');
    await hand.click(await screen.findByText('Show all messages'));
    await waitFor(() => expect(names()).toHaveLength(6));
    // the sentences above them, too
    await hand.click(screen.getByLabelText('Failed: 1, show the messages', { selector: 'p a' }));
    await waitFor(() => expect(names()).toEqual(['Fay Failed']));
    await hand.click(screen.getByLabelText(/^Messages: \d, show the messages/));
    await waitFor(() => expect(names()).toHaveLength(6));
  });

  test('the list, its chip, the tab and the header say one number; cancelled ones and answers are beside it', async () => {
    sends = [
      ...sends,
      sendIn('cancelled', 'Cleo Cancelled'),
      sendIn('unknown', 'Ada Answered', { answer: 'a1', id: 'c1.p1.a1' }),
    ];
    campaign = { ...campaign, cancelledCount: 1, unknownCount: 2 };
    await shown();
    const chips = () =>
      [...screen.getByRole('group', { name: 'Show messages' }).querySelectorAll('button')].map(
        (one) => one.textContent,
      );
    expect(chips()).toEqual(
      expect.arrayContaining(['All 6', 'Sent 2', 'Pending 2', 'Failed 1', 'Unknown 2', 'Cancelled 1']),
    );
    expect(current()).toBe('Messages6');
    expect(document.querySelector('header')?.textContent).toContain('6 messages and 1 cancelled');
    expect(names()).toHaveLength(7);
    expect(names()).not.toContain('Cleo Cancelled');
    await hand.click(screen.getByLabelText('Cancelled: 1, show the messages'));
    await waitFor(() => expect(names()).toEqual(['Cleo Cancelled']));
  });

  test('the steps have the room of one button, unless a message that is shown needs two', async () => {
    const room = () => rows('Pia Pending')[0]?.style.gridTemplateColumns;
    await shown();
    expect(room()).toMatch(/ 16.5rem 1.25rem$/);
    await hand.click(screen.getByRole('button', { name: /^Pending/ }));
    await waitFor(() => expect(room()).toMatch(/ 10rem 1.25rem$/));
  });

  test('where all are cancelled, the list says so and leads to them', async () => {
    sends = [sendIn('cancelled', 'Cleo Cancelled')];
    hand = await renderPart(<CampaignScreen campaignId="c1" />, '/campaigns/c1?tab=messages');
    await hand.click(await screen.findByText('Show cancelled messages'));
    await waitFor(() => expect(names()).toEqual(['Cleo Cancelled']));
  });

  test('all failed ones are retried by one call, and the question stays about all while they leave the list', async () => {
    const failedOnes = ['Fay', 'Flo', 'Fin'].map((name) => sendIn('failed', `${name} Failed`));
    const ids = failedOnes.map(({ id }) => id);
    sends = failedOnes;
    hand = await renderPart(<CampaignScreen campaignId="c1" />, '/campaigns/c1?tab=messages&show=failed');
    const { held, release } = hold();
    answer('post', '/api/campaign-sends/steer', async () => {
      sends = sends.slice(1);
      await held;
      return { changed: ids.slice(0, 1), refused: ids.slice(1).map((id) => ({ id, reason: 'The limit is reached.' })) };
    });
    await hand.click(await screen.findByText('Retry all 3'));
    await confirm('Retry all');
    await waitFor(() => expect(sends).toHaveLength(2));
    notice({ kind: 'message', id: 'm1', type: 'EmailSent', version: 5 });
    await waitFor(() => expect(rows('Failed')).toHaveLength(2));
    within(screen.getByRole('alertdialog')).getByText('Retry 3 emails?');
    release();
    await seeToast({
      title: 'Not Changed',
      text: '1 email being sent again. The limit is reached. 1 more could not be changed.',
      variant: 'destructive',
    });
    expect(calls.map(({ body }) => body)).toEqual([{ act: 'retry', ids: [...ids].sort() }]);
  });

  test('selected ones are approved by one call, with an Undo; flagged ones are left for their review', async () => {
    const flaw = { rule: 'placeholder', quote: '[Name]' } as const;
    sends = [
      sendIn('review', 'Ada Review'),
      sendIn('review', 'Bo Review'),
      sendIn('review', 'Flo Flagged', { flaws: [flaw], steers: ['hold', 'cancel', 'take_out'] }),
      sendIn('sent', 'Sue Sent'),
    ];
    await shown();
    await hand.click(screen.getByLabelText('Select All Visible'));
    const bar = within(screen.getByRole('toolbar', { name: 'Selected messages' }));
    bar.getByText('4 selected');
    const ids = ['m-Ada Review', 'm-Bo Review'];
    answer('post', '/api/campaign-sends/steer', { changed: ids, refused: [] });
    await hand.click(bar.getByText('Approve 2'));
    asking().getByText(/flagged are left out/);
    await confirm('Approve');
    await seeToast({ title: 'Messages Approved', text: '2 messages approved.' });
    expect(screen.queryByRole('toolbar')).toBeNull();
    await hand.click(screen.getByText('Undo', { selector: 'button' }));
    await seeToast({ title: 'Approval Undone', text: '2 messages to review again.' });
    expect(calls.map(({ body }) => body)).toEqual([
      { act: 'approve', ids },
      { act: 'withdraw', ids },
    ]);
  });

  test('of a long list, all that it shows are selected, and the worker acts on the filter', async () => {
    sends = Array.from({ length: 3 }, (_, index) => sendIn('review', `Ada ${index}`));
    const headers = { 'X-Total-Count': '1000+', Link: '</api/x?after=3>; rel="next"' };
    answer('get', '/api/campaigns/:id/sends', () => HttpResponse.json(sends, { headers }));
    await shown();
    await hand.click(await screen.findByLabelText('Select All Visible'));
    const bar = within(screen.getByRole('toolbar', { name: 'Selected messages' }));
    await hand.click(bar.getByText('Select all 1,000+'));
    bar.getByText('1,000+ selected');
    const act = { kind: 'steer', act: 'approve', undoes: null } as const;
    answer('post', '/api/campaign-sends/steer', () =>
      HttpResponse.json(aBatch({ act, status: 'running' }), { status: 202 }),
    );
    await hand.click(bar.getByText('Approve all'));
    within(screen.getByRole('alertdialog')).getByText('Approve all that are shown?');
    await confirm('Approve all');
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
    expect(calls.map(({ body }) => body)).toEqual([{ act: 'approve', filter: { campaignId: 'c1', show: 'review' } }]);
  });

  test('failed ones among the selected can be retried; what fits none of them is not offered', async () => {
    await shown();
    await hand.click(screen.getByLabelText('Select the message to Fay Failed'));
    const bar = within(screen.getByRole('toolbar', { name: 'Selected messages' }));
    expect(bar.getAllByRole('button').map((one) => one.textContent)).toEqual(['Retry 1', 'Clear Selection']);
    answer('post', '/api/campaign-sends/steer', { changed: ['again'], refused: [] });
    await hand.click(bar.getByText('Retry 1'));
    await confirm('Retry');
    await seeToast({ title: 'Sending', text: '1 email being sent again.' });
  });

  test('a change from another window shows in the settings, and saving does not take it back', async () => {
    hand = await renderPart(<CampaignScreen campaignId="c1" />, '/campaigns/c1?tab=settings');
    await screen.findByLabelText('Campaign name');
    await fillIn(hand, 'Campaign name', 'Summer vests');
    const followUps = [{ id: 'f1', afterDays: 3, writer: 'ai' as const, text: 'Ask again.' }];
    campaign = { ...campaign, dailyLimit: 4, followUps };
    notice({ kind: 'campaign', id: 'c1', type: 'CampaignEdited', version: 9 });
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Daily limit').value).toBe('4'));
    expect(screen.getByLabelText<HTMLInputElement>('Campaign name').value).toBe('Summer vests');
    answer('patch', '/api/campaigns/:id', ({ body }) => {
      campaign = { ...campaign, ...(body as Partial<CampaignView>) };
      return campaign;
    });
    await hand.click(screen.getByText('Save Changes'));
    await seeToast({ title: 'Campaign Updated' });
    expect(calls.map(({ body }) => body)).toEqual([{ name: 'Summer vests' }]);
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull());
    await screen.findByRole('heading', { level: 1, name: /^Summer vests/ });
  });
});

describe('Send Now', () => {
  test('names an edit that is not saved: the saved text leaves', async () => {
    const text = { subject: 'A vest', body: 'A better text' };
    function Typed() {
      const { keep } = useMessageDrafts();
      useEffect(() => {
        keep('m-Pia Pending', { ...text, over: { subject: 'A vest', body: 'Look.' } });
        return () => keep('m-Pia Pending', null);
      }, [keep]);
      return <CampaignScreen campaignId="c1" />;
    }
    hand = await renderPart(<Typed />, '/campaigns/c1?tab=messages');
    await screen.findByRole('table', { name: 'Messages' });
    await askToSend('Pia Pending');
    await asking().findByText('1 edit is not saved. The saved text is sent.');
    expect(asking().getByText('Open the message').getAttribute('href')).toBe(
      '/campaigns/c1/review?message=m-Pia Pending',
    );
  });

  test.each([
    ['2026-03-02T12:00:00.000Z', 'emailed', 'Mar 3'],
    ['2126-03-02T12:00:00.000Z', 'will email', 'Mar 3'],
  ])('warns of another campaign by the day in the user’s zone: %s', async (otherCampaignAt, words, day) => {
    answer('get', '/api/business-profile', aProfile({ timezone: 'Pacific/Kiritimati' }));
    sends = [aSend('Pia Pending', { otherCampaignAt })];
    await shown();
    await askToSend('Pia Pending');
    asking().getByText(/goes to Pia Pending at pia@lindqvist\.example at once/);
    asking().getByText(new RegExp(`^Another campaign ${words} Pia Pending on .*${day}.*\\.$`));
    expect(asking().getByText('Send Now', { selector: 'button' }).hasAttribute('disabled')).toBe(false);
    await confirm('Cancel');
    await settled();
    expect(calls).toEqual([]);
  });

  test.each([
    [429, 'The daily limit of 10 for this campaign is used up. Wait until tomorrow.'],
    [422, undefined],
  ])("refused with %i, it says 'Send Failed' with the server's words or its own", async (status, words) => {
    await shown();
    answer('post', '/api/campaign-sends/:id/send-now', () => failed(status, words));
    await askToSend('Pia Pending');
    await confirm('Send Now');
    await seeToast({ title: 'Send Failed', text: words ?? 'Failed to send email', variant: 'destructive' });
    await settled();
  });

  test("without an answer it may have been sent; pressed again it is sent once: 'Email Sent'", async () => {
    await shown();
    answer('post', '/api/campaign-sends/:id/send-now', () => HttpResponse.error());
    await askToSend('Pia Pending');
    await confirm('Send Now');
    await asking().findByText(/so it may have been sent/);
    calls.length = 0;
    answer('post', '/api/campaign-sends/:id/send-now', () => sent('Pia Pending'));
    await hand.dblClick(asking().getByText('Send Now', { selector: 'button' }));
    await seeToast({ title: 'Email Sent', text: 'Sent to pia@lindqvist.example.' });
    await settled();
    await waitFor(() => rowOf('Pia Pending').getByText('Sent'));
    const path = '/api/campaign-sends/m-Pia%20Pending/send-now';
    expect(calls).toEqual([{ method: 'POST', path, body: { to: 'pia@lindqvist.example' } }]);
  });

  test('an answer that is lost after the email has left is made good by the live status', async () => {
    await shown();
    answer('post', '/api/campaign-sends/:id/send-now', () => {
      sent('Pia Pending');
      return failed(504);
    });
    await askToSend('Pia Pending');
    await confirm('Send Now');
    await waitFor(() => rowOf('Pia Pending').getByText('Sent'));
    expect(calls).toHaveLength(1);
  });
});

describe('what was sent', () => {
  test("Mark as Replied: a failure says so, then 'Status Updated' and the count moves", async () => {
    await shown();
    answer('patch', '/api/campaign-sends/:id/status', () => failed(500));
    await hand.click(screen.getByLabelText('Mark as Replied: Sue Sent'));
    const text = 'Failed to update message status. Please try again.';
    await seeToast({ title: 'Error', text, variant: 'destructive' });
    answer('patch', '/api/campaign-sends/:id/status', () => {
      campaign = { ...campaign, responseCount: 2 };
      sends = sends.map((send) => (send.status === 'sent' ? sendIn('replied', 'Sue Sent') : send));
      return sendIn('replied', 'Sue Sent');
    });
    await hand.click(screen.getByLabelText('Mark as Replied: Sue Sent'));
    await seeToast({ title: 'Status Updated' });
    await waitFor(() => rowOf('Sue Sent').getByText('Replied'));
    expect(figures()).toContain('Replied 2');
  });

  test('a failed one is sent again from its row, after a question', async () => {
    await shown();
    await hand.click(screen.getByLabelText('Send again to Fay Failed'));
    asking().getByText(/did not get it/);
    answer('post', '/api/campaign-sends/:id/resend', () => sent('Fay Failed'));
    await confirm('Send again');
    await seeToast({ title: 'Email Sent' });
    await waitFor(() => rowOf('Fay Failed').getByText('Sent'));
  });
});

describe('what is not there', () => {
  test("an unknown id: 'Campaign not found' with a way back", async () => {
    answer('get', '/api/campaigns/:id', () => failed(404, 'Campaign not found'));
    await renderPart(<CampaignScreen campaignId="no-such-campaign" />);
    await screen.findByText('Campaign not found');
    expect(screen.getByRole('link', { name: 'Back to Campaigns' }).getAttribute('href')).toBe('/campaigns');
  });

  test('a missing id is not even asked for', async () => {
    await renderPart(<CampaignScreen campaignId=" " />);
    screen.getByText('Campaign not found');
    expect(reads).toEqual([]);
  });

  test('a campaign that cannot be loaded is asked for again by hand; without messages it says the next step', async () => {
    answer('get', '/api/campaigns/:id', () => failed(500));
    [campaign, sends] = [aCampaign(), []];
    hand = await renderPart(<CampaignScreen campaignId="c1" />);
    await screen.findByText('Error loading the campaign. Please try again.');
    screen.getByText('Back to Campaigns');
    answer('get', '/api/campaigns/:id', () => campaign);
    await hand.click(screen.getByText('Try again'));
    await screen.findByText('No messages yet');
    expect(document.querySelector('header')?.textContent).toContain('0 messages');
  });
});
