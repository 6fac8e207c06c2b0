import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { NO_OFFER } from '../../events/campaigns/offer.ts';
import { CampaignsScreen } from '../../web/features/campaigns/CampaignsScreen.tsx';
import { answer, calls, failed, hold } from './support/api.ts';
import { aCampaign, besideCampaigns, withPartners } from './support/campaignViews.ts';
import { errorOf, field, fillIn, seeFocusOn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

/** The campaigns as the server keeps them. */
let campaigns: CampaignView[];
beforeEach(() => {
  campaigns = [];
  besideCampaigns();
  answer('get', '/api/campaigns', () => campaigns);
});

const button = (name: string) => screen.getByText(name, { selector: 'button' });
const cardOf = (name: string) => within(screen.getByLabelText(name, { selector: 'article' }));

describe('with no campaign', () => {
  test("'No campaigns yet', and a button that opens the form", async () => {
    const hand = await renderPart(<CampaignsScreen />);
    screen.getByRole('heading', { level: 1, name: 'Email Campaigns' });
    await screen.findByText('No campaigns yet');
    await hand.click(button('Create your first campaign'));
    await screen.findByRole('form', { name: 'New campaign' });
    expect(screen.queryByText('No campaigns yet')).toBeNull();
  });

  test('while they load a status says so; a list that cannot be loaded is asked for again by hand', async () => {
    const { held, release } = hold();
    answer('get', '/api/campaigns', () => held.then(() => failed(500)));
    const hand = await renderPart(<CampaignsScreen />);
    screen.getByRole('status', { name: 'Loading campaigns' });
    release();
    await screen.findByText('Error loading campaigns. Please try again.');
    answer('get', '/api/campaigns', []);
    await hand.click(button('Try again'));
    await screen.findByText('No campaigns yet');
  });
});

describe('the create form', () => {
  let hand: UserEvent;
  const fill = (label: string, text: string) => fillIn(hand, label, text);
  const fillAll = async () => {
    await fill('Campaign name', 'Summer socks');
    await fill('Message instructions', 'Offer socks.');
    await fill('Subject', 'Socks for your trails');
  };
  beforeEach(async () => {
    hand = await renderPart(<CampaignsScreen />);
    await hand.click(button('Create Campaign'));
    await screen.findByLabelText('Campaign name');
  });

  test('Create Campaign toggles it inline, and what was typed is kept', async () => {
    await fill('Campaign name', 'Half typed');
    await hand.click(button('Close Form'));
    expect(field('Campaign name').closest('[hidden]')).not.toBeNull();
    expect(button('Create Campaign').getAttribute('aria-expanded')).toBe('false');
    await hand.click(button('Create Campaign'));
    expect(field('Campaign name').closest('[hidden]')).toBeNull();
    expect(field('Campaign name').value).toBe('Half typed');
  });

  test('it notes that emails go out at random intervals to simulate human timing', () => {
    screen.getByText(/Emails go out at random intervals to simulate human timing/);
  });

  test('the daily limit is a pick list of 1 to 10 emails per day, 5 at first', () => {
    const limit = screen.getByLabelText<HTMLSelectElement>('Daily limit');
    expect(limit.selectedOptions[0]?.textContent).toBe('5 emails per day');
    const words = Array.from({ length: 10 }, (_, index) => `${index + 1} email${index === 0 ? '' : 's'} per day`);
    expect([...limit.options].map(({ textContent }) => textContent)).toEqual(words);
  });

  test('empty, it says what is missing beside the fields, with the focus on the first', async () => {
    await hand.click(button('Create Draft'));
    await screen.findByText('Campaign name is required');
    expect(['Campaign name', 'Message instructions', 'Subject'].map((label) => errorOf(field(label)))).toEqual([
      'Campaign name is required',
      'Message instructions are required',
      'Subject configuration is incomplete',
    ]);
    await seeFocusOn(() => field('Campaign name'));
    expect(calls).toEqual([]);
  });

  test.each([
    ['Show me you know me', 'Invitation'],
    ['Static subject', 'Subject'],
  ])("'%s' requires the %s: 'Subject configuration is incomplete', with the focus there", async (type, label) => {
    await fill('Campaign name', 'Summer socks');
    await fill('Message instructions', 'Offer socks.');
    await hand.click(screen.getByLabelText(type));
    await hand.click(button('Create Draft'));
    await waitFor(() => expect(errorOf(field(label))).toBe('Subject configuration is incomplete'));
    await seeFocusOn(() => field(label));
  });

  test("a failure says 'Failed to create campaign' or the server's words; what was typed stays", async () => {
    await fillAll();
    answer('post', '/api/campaigns', () => failed(500));
    await hand.click(button('Create Draft'));
    await seeToast({ title: 'Error', text: 'Failed to create campaign', variant: 'destructive' });
    answer('post', '/api/campaigns', () => failed(422, 'There are too many campaigns.'));
    await hand.click(button('Create Draft'));
    await seeToast({ title: 'Error', text: 'There are too many campaigns.', variant: 'destructive' });
    expect(['Campaign name', 'Subject', 'Message instructions'].map((label) => field(label).value)).toEqual([
      'Summer socks',
      'Socks for your trails',
      'Offer socks.',
    ]);
  });

  test('a lost connection is said, and nothing is sent again unasked', async () => {
    await fillAll();
    answer('post', '/api/campaigns', () => HttpResponse.error());
    await hand.click(button('Create Draft'));
    await seeToast({ title: 'Error', text: 'The connection to the server failed.', variant: 'destructive' });
    // the connection is there again
    notice({ kind: 'campaign', id: 'c9', type: 'CampaignDrafted', version: 1 });
    await waitFor(() => expect(button('Create Draft').getAttribute('aria-busy')).toBeNull());
    expect(calls).toHaveLength(1);
    expect(field('Campaign name').value).toBe('Summer socks');
  });

  test('a double click creates one draft, sends the field of its subject type only, and the form is gone', async () => {
    await fillAll();
    await hand.click(screen.getByLabelText('Show me you know me'));
    await fill('Invitation', 'try our new socks');
    fireEvent.change(field('Daily limit'), { target: { value: '7' } });
    answer('post', '/api/campaigns', () => {
      campaigns = [aCampaign({ name: 'Summer socks' })];
      return aCampaign({ name: 'Summer socks' });
    });
    await hand.dblClick(button('Create Draft'));
    await seeToast({ title: 'Campaign Created', text: 'Summer socks is a draft.' });
    expect(calls.map(({ body }) => body)).toEqual([
      {
        abTest: null,
        recipientHours: false,
        offer: NO_OFFER,
        tone: null,
        language: null,
        sendWindow: null,
        mailbox: null,
        followUps: [],
        name: 'Summer socks',
        subjectType: 'show_me_you_know_me',
        invitationText: 'try our new socks',
        messagePrompt: 'Offer socks.',
        dailyLimit: 7,
      },
    ]);
    await waitFor(() => cardOf('Summer socks').getByText('Draft'));
    expect(screen.queryByLabelText('Campaign name')).toBeNull();
    await hand.click(button('Create Campaign'));
    expect(field('Campaign name').value).toBe('');
    await hand.click(button('Cancel'));
    expect(screen.queryByLabelText('Campaign name')).toBeNull();
  });
});

describe('a card', () => {
  const next = '2126-06-03T09:12:00.000Z';
  const written = withPartners(2, 2);
  const SAMPLES: CampaignView[] = [
    aCampaign({
      id: 'c-empty',
      name: 'Empty draft',
      subjectType: 'show_me_you_know_me',
      staticSubject: null,
      invitationText: 'try our vest',
      dailyLimit: 3,
    }),
    aCampaign({ id: 'c-unwritten', name: 'Unwritten draft', ...withPartners(2) }),
    aCampaign({ id: 'c-written', name: 'Written draft', ...written }),
    aCampaign({ id: 'c-begun', name: 'Begun draft', ...written, sentCount: 1, pendingCount: 1 }),
    aCampaign({ id: 'c-running', name: 'Running', status: 'active', ...written, nextSendAt: next }),
    aCampaign({ id: 'c-joined', name: 'Joined', status: 'active', ...withPartners(2, 1), nextSendAt: next }),
    aCampaign({ id: 'c-halted', name: 'Halted', status: 'paused', ...written }),
    aCampaign({ id: 'c-done', name: 'Done', status: 'completed', ...withPartners(1, 1), sentCount: 1 }),
  ].map((one, minute) => ({ ...one, createdAt: `2026-03-02T09:0${minute}:00.000Z` }));

  async function shown(...names: string[]): Promise<UserEvent> {
    campaigns = SAMPLES.filter(({ name }) => names.length === 0 || names.includes(name ?? ''));
    const hand = await renderPart(<CampaignsScreen />);
    await screen.findByLabelText(campaigns[0]?.name ?? '', { selector: 'article' });
    return hand;
  }
  const figures = (name: string) =>
    Object.fromEntries(
      [...screen.getByLabelText(name, { selector: 'article' }).querySelectorAll('dl > div')].map((one) =>
        [...one.children].map((part) => part.textContent ?? ''),
      ),
    );

  test('they are listed newest first', async () => {
    await shown();
    const names = [...document.querySelectorAll('article')].map((card) => card.getAttribute('aria-label'));
    expect(names).toEqual(SAMPLES.map(({ name }) => name).reverse());
  });

  test.each([
    ['Running', 'Active', 'default'],
    ['Halted', 'Paused', 'secondary'],
    ['Done', 'Completed', 'outline'],
    ['Empty draft', 'Draft', 'secondary'],
  ])('the badge of %s is %s in the variant %s', async (name, label, variant) => {
    await shown(name);
    expect(cardOf(name).getByText(label).getAttribute('data-variant')).toBe(variant);
  });

  test('it shows its counts, its subject and its instructions', async () => {
    await shown('Empty draft', 'Done');
    expect(figures('Empty draft')).toEqual({ Partners: '0', 'Daily limit': '3', Sent: '0', Responses: '0' });
    expect(figures('Done')).toEqual({ Partners: '1', 'Daily limit': '10', Sent: '1', Responses: '0' });
    const text = (name: string) => screen.getByLabelText(name, { selector: 'article' }).textContent;
    expect(text('Done')).toContain('Subject: A vest for your trails');
    expect(text('Done')).toContain('Instructions: Offer a free vest for an honest review.');
    expect(text('Empty draft')).toMatch(/Subject: .*try our vest/);
  });

  test('a response counts on the card at once', async () => {
    await shown('Done');
    campaigns = campaigns.map((one) => ({ ...one, responseCount: 1 }));
    notice({ kind: 'message', id: 'm1', type: 'ReplyReceived', version: 5 });
    await waitFor(() => expect(figures('Done').Responses).toBe('1'));
  });

  test('an active one says when its next email leaves', async () => {
    await shown('Running');
    const line = cardOf('Running').getByText(/^Next email/);
    expect(line.querySelector('time')?.getAttribute('datetime')).toBe(next);
  });

  test('texts that are missing are counted, and that nothing unapproved leaves', async () => {
    await shown('Unwritten draft', 'Joined', 'Written draft');
    const text = (name: string) => screen.getByLabelText(name, { selector: 'article' }).textContent;
    expect(text('Unwritten draft')).toContain('Texts written: 0 of 2');
    expect(text('Joined')).toContain('Texts written: 1 of 2; nothing is sent before you approve it');
    expect(text('Written draft')).not.toContain('Texts written');
    campaigns = [{ ...aCampaign({ id: 'c-joined', name: 'Joined', status: 'active', ...written }), reviewCount: 1 }];
    notice({ kind: 'message', id: 'm1', type: 'TextGenerated', version: 2 });
    const review = '1 text to review; nothing is sent before you approve it';
    await waitFor(() => expect(text('Joined')).toContain(review));
  });

  const STEPS = ['Add Partners', 'Generate Messages', 'Preview & Edit', 'Start', 'Pause', 'Resume', 'View Campaign'];
  const REGENERATE = ['Regenerate Messages', 'Regenerate, edited texts too'];
  test.each([
    ['Empty draft', 'Add Partners', ['Add Partners', 'Generate Messages', 'Start'], []],
    [
      'Unwritten draft',
      'Generate Messages',
      ['Add Partners', 'Generate Messages', 'Preview & Edit', 'Start', 'View Campaign'],
      REGENERATE,
    ],
    [
      'Written draft',
      'Start',
      ['Add Partners', 'Generate Messages', 'Preview & Edit', 'Start', 'View Campaign'],
      REGENERATE,
    ],
    ['Begun draft', 'Start', ['Add Partners', 'Preview & Edit', 'Start', 'View Campaign'], []],
    ['Running', 'View Campaign', ['Add Partners', 'Preview & Edit', 'Pause', 'View Campaign'], []],
    [
      'Joined',
      'Generate Messages',
      ['Add Partners', 'Generate Messages', 'Preview & Edit', 'Pause', 'View Campaign'],
      [],
    ],
    ['Halted', 'Resume', ['Add Partners', 'Preview & Edit', 'Resume', 'View Campaign'], []],
    ['Done', 'View Campaign', ['Add Partners', 'Preview & Edit', 'View Campaign'], []],
  ])('%s highlights %s among its steps, and has the rest in its menu', async (name, highlighted, steps, rest) => {
    const hand = await shown(name);
    const card = screen.getByLabelText(name, { selector: 'article' });
    const shownSteps = [...card.querySelectorAll('button, a')].filter((one) => STEPS.includes(one.textContent ?? ''));
    expect(shownSteps.map((one) => one.textContent)).toEqual(steps);
    const filled = shownSteps.filter((one) => one.classList.contains('bg-accent'));
    expect(filled.map((one) => one.textContent)).toEqual([highlighted]);
    await hand.click(screen.getByLabelText(`More actions for ${name}`));
    const menu = await screen.findByRole('menu');
    expect([...menu.children].map((item) => item.textContent)).toEqual(['Edit', ...rest, 'Delete']);
  });

  test('without partners there is nothing to generate yet', async () => {
    await shown('Empty draft');
    expect(button('Generate Messages')).toHaveProperty('disabled', true);
  });

  test('View Campaign leads to its page', async () => {
    await shown('Done');
    expect(screen.getByText('View Campaign', { selector: 'a' }).getAttribute('href')).toBe('/campaigns/c-done');
  });

  test('the menu works with the keyboard, and gives the focus back', async () => {
    const hand = await shown('Halted');
    const trigger = screen.getByLabelText('More actions for Halted');
    trigger.focus();
    await hand.keyboard('{Enter}');
    await seeFocusOn(() => screen.getByText('Edit', { selector: '[role=menuitem]' }));
    await hand.keyboard('{ArrowDown}');
    await seeFocusOn(() => screen.getByText('Delete', { selector: '[role=menuitem]' }));
    await hand.keyboard('{Enter}');
    await screen.findByText('Delete Campaign?');
    await hand.keyboard('{Escape}');
    await seeFocusOn(() => trigger);
  });
});

describe('many campaigns', () => {
  const names = () => [...document.querySelectorAll('article')].map((card) => card.getAttribute('aria-label'));

  test('are narrowed by status and name, and sorted; the address keeps it', async () => {
    answer('get', '/api/campaigns', [
      aCampaign({ id: 'c1', name: 'Spring vests', createdAt: '2026-03-01T09:00:00.000Z' }),
      aCampaign({
        ...{ id: 'c2', name: 'autumn caps', status: 'active', createdAt: '2026-03-02T09:00:00.000Z' },
        ...{ sentCount: 4, messageCount: 8, partnersWrittenTo: 4, partnersReplied: 1, responseRate: 25 },
      }),
      aCampaign({ id: 'c3', name: 'Spring caps', status: 'active', createdAt: '2026-03-03T09:00:00.000Z' }),
    ]);
    const hand = await renderPart(<CampaignsScreen />, '/campaigns');
    await screen.findByText('Spring vests');
    expect(names()).toEqual(['Spring caps', 'autumn caps', 'Spring vests']);
    const bar = screen.getByLabelText('Emails sent');
    expect(bar.getAttribute('aria-valuetext')).toBe('4 of 8');
    screen.getByText('25%');
    await hand.selectOptions(screen.getByLabelText('Sort campaigns'), 'Name');
    expect(names()).toEqual(['autumn caps', 'Spring caps', 'Spring vests']);
    await hand.click(screen.getByText('Active', { selector: 'button' }));
    expect(names()).toEqual(['autumn caps', 'Spring caps']);
    await hand.type(screen.getByLabelText('Search campaigns'), 'spring');
    await waitFor(() => expect(names()).toEqual(['Spring caps']));
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      ...{ sort: 'name', status: 'active', search: 'spring' },
    });
    await hand.type(screen.getByLabelText('Search campaigns'), 'x');
    await hand.click(await screen.findByText('Show all campaigns'));
    await waitFor(() => expect(names()).toHaveLength(3));
  });
});
