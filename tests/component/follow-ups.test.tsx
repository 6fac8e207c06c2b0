import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CampaignView, FollowUpChangesView, SendView } from '../../api/views.ts';
import { CampaignScreen } from '../../web/features/campaign/CampaignScreen.tsx';
import { CampaignsScreen } from '../../web/features/campaigns/CampaignsScreen.tsx';
import { answer, calls } from './support/api.ts';
import { aCampaign, aSchedule, aStartPreview, besideCampaigns, sendIn, withPartners } from './support/campaignViews.ts';
import { errorOf, field, fillIn, seeFocusOn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

const button = (name: string) => screen.getByText(name, { selector: 'button' });
const named = (name: string) => screen.getByLabelText(name, { selector: 'button' });

describe('the form of a campaign', () => {
  let hand: UserEvent;
  beforeEach(async () => {
    besideCampaigns();
    answer('get', '/api/campaigns', []);
    hand = await renderPart(<CampaignsScreen />);
    await hand.click(button('Create Campaign'));
    await screen.findByLabelText('Campaign name');
    await fillIn(hand, 'Campaign name', 'Summer socks');
    await fillIn(hand, 'Message instructions', 'Offer socks.');
    await fillIn(hand, 'Subject', 'Socks for your trails');
  });

  test('has no follow-up at first, and at most four', async () => {
    expect(screen.queryByLabelText(/^Follow-up 1/)).toBeNull();
    for (let count = 0; count < 4; count += 1) await hand.click(button('Add follow-up'));
    expect(screen.queryByText('Add follow-up', { selector: 'button' })).toBeNull();
    expect([1, 2].map((number) => field(`Follow-up ${number}: days to wait`).value)).toEqual(['3', '7']);
  });

  test('sends them in their order, by AI or as they are written', async () => {
    answer('post', '/api/campaigns', () => aCampaign());
    await hand.click(button('Add follow-up'));
    await hand.click(button('Add follow-up'));
    await hand.click(button('Add follow-up'));
    await fillIn(hand, 'Instructions for follow-up 1', 'To be removed.');
    await fillIn(hand, 'Instructions for follow-up 2', 'Ask whether they saw it.');
    await fillIn(hand, 'Follow-up 3: days to wait', '10');
    await hand.selectOptions(screen.getAllByLabelText('Text')[2] as HTMLElement, 'user');
    await fillIn(hand, 'Text of follow-up 3', 'Shall I close this?');
    await hand.click(named('Remove Follow-up 1'));
    await seeFocusOn(() => button('Add follow-up'));
    await hand.click(button('Create draft'));
    await waitFor(() => expect(calls.map(({ body }) => body)).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({
      followUps: [
        { afterDays: 7, writer: 'ai', text: 'Ask whether they saw it.' },
        { afterDays: 10, writer: 'user', text: 'Shall I close this?' },
      ],
    });
  });

  test('says what is missing beside the field, with the focus there', async () => {
    await hand.click(button('Add follow-up'));
    await fillIn(hand, 'Follow-up 1: days to wait', '');
    await hand.click(button('Create draft'));
    await screen.findByText('Days must be between 1 and 60');
    expect(errorOf(field('Instructions for follow-up 1'))).toBe('Say what the follow-up should say');
    await seeFocusOn(() => field('Follow-up 1: days to wait'));
    expect(calls).toEqual([]);
    // the other error beside it stays
    await fillIn(hand, 'Follow-up 1: days to wait', '5');
    await waitFor(() => expect(screen.queryByText('Days must be between 1 and 60')).toBeNull());
    expect(errorOf(field('Instructions for follow-up 1'))).toBe('Say what the follow-up should say');
  });
});

describe('a campaign with follow-ups', () => {
  const FOLLOW_UPS: CampaignView['followUps'] = [
    { id: 'f1', afterDays: 3, writer: 'ai', text: 'Ask whether they saw it.' },
    { id: 'f2', afterDays: 1, writer: 'user', text: 'Shall I close this?' },
  ];
  let campaign: CampaignView;
  let sends: SendView[];
  beforeEach(() => {
    campaign = aCampaign({ ...withPartners(3, 3), followUps: FOLLOW_UPS });
    sends = [];
    besideCampaigns();
    answer('get', '/api/campaigns/:id', () => campaign);
    answer('get', '/api/campaigns/:id/sends', () => sends);
    answer('get', '/api/campaigns/:id/schedule', aSchedule());
  });

  test('Start says when they leave, and how many emails there are at most', async () => {
    const followUps = [
      { afterDays: 3, writer: 'ai' as const, emails: 3 },
      { afterDays: 1, writer: 'user' as const, emails: 1 },
    ];
    answer('get', '/api/campaigns/:id/start-preview', aStartPreview({ messages: 5, followUps }));
    const hand = await renderPart(<CampaignScreen campaignId="c1" />);
    await hand.click(await screen.findByText('Start', { selector: 'button' }));
    const asking = within(await screen.findByRole('alertdialog'));
    await asking.findByText('1: 3 days later, up to 3 emails');
    asking.getByText('2: 1 day later, up to 1 email');
    // those by AI alone
    await asking.findByText(/^Up to 3 follow-up texts/);
    asking.getByText('At most 9 emails in all. A reply, a bounce or an unsubscribe stops them.');
  });

  const settings = async () => {
    const hand = await renderPart(<CampaignScreen campaignId="c1" />, '/campaigns/c1?tab=settings');
    await screen.findByLabelText('Text of follow-up 2');
    return hand;
  };
  const preview = (changes: Partial<FollowUpChangesView>) =>
    answer('post', '/api/campaigns/:id/edit-preview', {
      ...{ changed: 0, toReview: 0, ended: 0, kept: 0, started: 0, completes: false },
      ...changes,
    });

  test('Save says first whom a change concerns, and each keeps its id', async () => {
    preview({ changed: 3, toReview: 1, ended: 2, kept: 1 });
    const hand = await settings();
    await hand.click(button('Add follow-up'));
    await fillIn(hand, 'Instructions for follow-up 3', 'Say goodbye.');
    await hand.click(named('Remove Follow-up 1'));
    await hand.click(button('Save Changes'));
    const asking = within(await screen.findByRole('alertdialog'));
    asking.getByText('4 waiting follow-ups change, 2 end, 1 stays as edited by hand.');
    asking.getByText('The AI writes one text again for your review.');
    const wish = calls.at(-1)?.body as { followUps: { id: string }[] };
    expect(wish.followUps).toMatchObject([FOLLOW_UPS[1], { text: 'Say goodbye.' }]);
    expect(wish.followUps[1]?.id).toMatch(/^[\w-]{1,40}$/);
    answer('patch', '/api/campaigns/:id', () => campaign);
    await hand.click(asking.getByText('Save Changes'));
    await seeToast({ title: 'Campaign Updated', text: 'Waiting follow-ups take the changes.' });
    expect(calls.at(-1)?.body).toEqual(wish);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('a change that reaches none of those that wait promises them nothing', async () => {
    preview({ kept: 1 });
    const hand = await settings();
    await fillIn(hand, 'Text of follow-up 2', 'Another text.');
    await hand.click(button('Save Changes'));
    answer('patch', '/api/campaigns/:id', () => campaign);
    await hand.click(within(await screen.findByRole('alertdialog')).getByText('Save Changes'));
    await seeToast({ title: 'Campaign Updated', text: 'Existing texts are kept.' });
  });

  test('it warns before it completes the campaign, and Cancel saves nothing', async () => {
    preview({ ended: 1, completes: true });
    const hand = await settings();
    await hand.click(named('Remove Follow-up 2'));
    await hand.click(named('Remove Follow-up 1'));
    await hand.click(button('Save Changes'));
    const asking = within(await screen.findByRole('alertdialog'));
    asking.getByText('1 waiting follow-up ends.');
    asking.getByText('Nothing else is left to send, so this completes the campaign.');
    const before = calls.length;
    await hand.click(asking.getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls).toHaveLength(before);
    screen.getByText('Not saved yet');
  });

  test('a completed campaign takes more, and says that it is paused then', async () => {
    campaign = { ...campaign, status: 'completed' };
    preview({ started: 2 });
    const hand = await settings();
    await fillIn(hand, 'Text of follow-up 2', 'One more thing.');
    await hand.click(button('Save Changes'));
    const asking = within(await screen.findByRole('alertdialog'));
    asking.getByText('2 partners get another follow-up.');
    asking.getByText('The campaign is paused until you resume it.');
  });

  test('a change that concerns no one is saved without a question', async () => {
    preview({});
    const hand = await settings();
    await fillIn(hand, 'Text of follow-up 2', 'One more thing.');
    answer('patch', '/api/campaigns/:id', () => campaign);
    await hand.click(button('Save Changes'));
    await seeToast({ title: 'Campaign Updated' });
  });

  test('the email before a follow-up that was answered offers no reply; one that was sent after it does', async () => {
    const followUp = { id: 'f1', number: 1 };
    const at = (day: number) => ({ sentAt: `2026-03-0${day}T10:02:00.000Z` });
    sends = [
      sendIn('sent', 'Ada Lindqvist', { id: 'm3', ...at(9), sentAgain: true }),
      sendIn('replied', 'Ada Lindqvist', { id: 'm2', step: 2, followUp, ...at(6) }),
      sendIn('sent', 'Ada Lindqvist', { id: 'm1', ...at(3) }),
      sendIn('sent', 'Ben Okoro', { id: 'm4', ...at(3) }),
    ];
    await renderPart(<CampaignScreen campaignId="c1" />);
    const rows = within(await screen.findByRole('table', { name: 'Messages' }));
    expect(rows.getAllByLabelText(/^Mark as Replied/).map((one) => one.getAttribute('aria-label'))).toEqual([
      'Mark as Replied: Ada Lindqvist',
      'Mark as Replied: Ben Okoro',
    ]);
  });

  test('its rows say which one they are, and stop them', async () => {
    campaign = { ...campaign, status: 'active' };
    const later = { followUp: { id: 'f1', number: 1 }, notBefore: '2126-03-06T10:02:00.000Z' };
    const first = sendIn('sent', 'Ada Lindqvist');
    const second = sendIn('review', 'Ada Lindqvist', { id: 'm2', step: 2, ...later, subject: 'Re: A vest' });
    sends = [second, first];
    const hand = await renderPart(<CampaignScreen campaignId="c1" />);
    const rows = within(await screen.findByRole('table', { name: 'Messages' }));
    expect(
      rows
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).queryByText('Follow-up 1') !== null),
    ).toEqual([true, false]);
    answer('post', '/api/campaign-sends/steer', () => {
      sends = [
        { ...second, status: 'cancelled', steers: ['restore'], detail: 'Cancelled: you stopped the follow-ups' },
        first,
      ];
      return { changed: ['m2'], refused: [] };
    });
    await hand.click(await screen.findByLabelText('More for Ada Lindqvist'));
    await hand.click(await screen.findByText('Stop follow-ups', { selector: '[role=menuitem]' }));
    await seeToast({ title: 'Cancelled', text: '1 email cancelled.' });
    // it does not count, and is listed with the other canceled ones
    await waitFor(() => expect(rows.getAllByRole('row')).toHaveLength(2));
    await hand.click(screen.getByText('Cancelled', { selector: 'fieldset button' }));
    await rows.findByText('Cancelled: you stopped the follow-ups');
    await hand.click(named('Restore the email to Ada Lindqvist'));
    await waitFor(() => expect(calls.at(-1)?.body).toEqual({ act: 'restore', ids: ['m2'] }));
  });
});
