import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { NO_OFFER } from '../../events/campaigns/settingWords.ts';
import { CampaignsScreen } from '../../web/features/campaigns/CampaignsScreen.tsx';
import { browserZone } from '../../web/lib/dates.ts';
import { answer, calls } from './support/api.ts';
import { rowElement, rowNames, rowOf, seeRow } from './support/campaignRows.ts';
import { aCampaign, besideCampaigns, withPartners } from './support/campaignViews.ts';
import { errorOf, field, fillIn, seeFocusOn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aProfile } from './support/views.ts';
import { laidOutAt } from './support/width.ts';

/** The campaigns as the server keeps them. */
let campaigns: CampaignView[];
beforeEach(() => {
  campaigns = [];
  besideCampaigns();
  answer('get', '/api/campaigns', () => campaigns);
});

const button = (name: string) => screen.getByText(name, { selector: 'button' });

describe('with no campaign', () => {
  test("'No campaigns yet', and a button that opens the form", async () => {
    const hand = await renderPart(<CampaignsScreen />);
    screen.getByRole('heading', { level: 1, name: 'Email Campaigns' });
    await screen.findByText('No campaigns yet');
    await hand.click(button('Create your first campaign'));
    await screen.findByRole('form', { name: 'New campaign' });
    expect(screen.queryByText('No campaigns yet')).toBeNull();
  });
});

test('the bar of a new campaign says what is written beside it', async () => {
  campaigns = [aCampaign()];
  await renderPart(<CampaignsScreen />);
  const bar = await screen.findByRole('progressbar', { name: 'Emails sent' });
  expect(bar.getAttribute('aria-valuetext')).toBe('0 of 0');
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

  test('it says how emails leave; closed and opened again, or loaded again, it has what was typed', async () => {
    screen.getByText(/Emails go out at random intervals to simulate human timing/);
    const limit = screen.getByLabelText<HTMLSelectElement>('Daily limit');
    expect(limit.selectedOptions[0]?.textContent).toBe('5 emails per day');
    const words = Array.from({ length: 10 }, (_, index) => `${index + 1} email${index === 0 ? '' : 's'} per day`);
    expect([...limit.options].map(({ textContent }) => textContent)).toEqual(words);
    await fill('Campaign name', 'Half typed');
    await hand.click(button('Close form'));
    expect(field('Campaign name').closest('[hidden]')).not.toBeNull();
    expect(button('Create Campaign').getAttribute('aria-expanded')).toBe('false');
    await hand.click(button('Create Campaign'));
    expect(field('Campaign name').closest('[hidden]')).toBeNull();
    expect(field('Campaign name').value).toBe('Half typed');
    cleanup();
    expect(window.location.search).toBe('?new=true');
    hand = await renderPart(<CampaignsScreen />, '/campaigns?new=true');
    await screen.findByLabelText('Campaign name');
    await waitFor(() => expect(field('Campaign name').value).toBe('Half typed'));
  });

  test('empty, it says what is missing beside the fields, with the focus on the first', async () => {
    await hand.click(button('Create draft'));
    await screen.findByText('Campaign name is required');
    expect(['Campaign name', 'Message instructions', 'Subject'].map((label) => errorOf(field(label)))).toEqual([
      'Campaign name is required',
      'Message instructions are required',
      'Subject configuration is incomplete: write a subject.',
    ]);
    await seeFocusOn(() => field('Campaign name'));
    expect(calls).toEqual([]);
  });

  test('each subject type requires its field, with the focus there; a placeholder in it is named', async () => {
    await fillAll();
    for (const [type, label, what] of [
      ['Show me you know me', 'Invitation', 'write an invitation'],
      ['Static subject', 'Subject', 'write a subject'],
    ] as const) {
      await hand.click(screen.getByLabelText(type));
      await fill(label, '');
      await hand.click(button('Create draft'));
      await waitFor(() => expect(errorOf(field(label))).toBe(`Subject configuration is incomplete: ${what}.`));
      await seeFocusOn(() => field(label));
    }
    await fill('Subject', 'A vest for {{name}}');
    await waitFor(() => expect(errorOf(field('Subject'))).toBe('Write out {{name}}: nothing fills it in'));
  });

  test('a lost connection is said, and nothing is sent again unasked', async () => {
    await fillAll();
    answer('post', '/api/campaigns', () => HttpResponse.error());
    await hand.click(button('Create draft'));
    await seeToast({ title: 'Error', text: 'The connection to the server failed.', variant: 'destructive' });
    // the connection is back
    notice({ kind: 'campaign', id: 'c9', type: 'CampaignDrafted', version: 1 });
    await waitFor(() => expect(button('Create draft').getAttribute('aria-busy')).toBeNull());
    expect(calls).toHaveLength(1);
    expect(field('Campaign name').value).toBe('Summer socks');
  });

  test('how partners are addressed is chosen beside the tone', async () => {
    const options = within(field('Form of address')).getAllByRole('option', { hidden: true });
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Follow the instructions',
      'Formal (Sie, vous)',
      'Informal (du, tu)',
    ]);
  });

  test('a double click creates one draft, sends the field of its subject type only, and the form is gone', async () => {
    await fillAll();
    await hand.click(screen.getByLabelText('Show me you know me'));
    await fill('Invitation', 'try our new socks');
    fireEvent.change(field('Daily limit'), { target: { value: '7' } });
    fireEvent.change(field('Form of address'), { target: { value: 'formal' } });
    answer('post', '/api/campaigns', () => {
      campaigns = [aCampaign({ name: 'Summer socks' })];
      return aCampaign({ name: 'Summer socks' });
    });
    await hand.dblClick(button('Create draft'));
    await seeToast({ title: 'Campaign Created', text: 'Summer socks is a draft.' });
    expect(calls.map(({ body }) => body)).toEqual([
      {
        abTest: null,
        recipientHours: false,
        mediaKit: false,
        offer: NO_OFFER,
        tone: null,
        language: null,
        address: 'formal',
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
    await waitFor(() => rowOf('Summer socks').getByText('Draft'));
    expect(screen.queryByLabelText('Campaign name')).toBeNull();
    await hand.click(button('Create Campaign'));
    expect(field('Campaign name').value).toBe('');
    await hand.click(button('Cancel'));
    expect(screen.queryByLabelText('Campaign name')).toBeNull();
  });
});

describe('a row', () => {
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
    aCampaign({ id: 'c-unread', name: 'Unread draft', ...written, reviewCount: 2 }),
    aCampaign({ id: 'c-begun', name: 'Begun draft', ...written, sentCount: 1, pendingCount: 1 }),
    aCampaign({ id: 'c-running', name: 'Running', status: 'active', ...written, nextSendAt: next }),
    aCampaign({ id: 'c-joined', name: 'Joined', status: 'active', ...withPartners(2, 1), nextSendAt: next }),
    aCampaign({ id: 'c-halted', name: 'Halted', status: 'paused', ...written }),
    aCampaign({
      ...{ id: 'c-done', name: 'Done', status: 'completed', ...withPartners(2, 2), sentCount: 1, failedCount: 1 },
      ...{ partnersWrittenTo: 1, unknownCount: 1 },
    }),
  ].map((one, minute) => ({ ...one, createdAt: `2026-03-02T09:0${minute}:00.000Z` }));

  async function shown(...names: string[]): Promise<UserEvent> {
    campaigns = SAMPLES.filter(({ name }) => names.length === 0 || names.includes(name ?? ''));
    const hand = await renderPart(<CampaignsScreen />, '/campaigns');
    await seeRow(campaigns[0]?.name ?? '');
    return hand;
  }
  const text = (name: string) => rowElement(name).textContent;
  const linkIn = (name: string, words: string) => rowOf(name).getByText(words).closest('a')?.getAttribute('href');

  test.each([
    ['Asia/Kathmandu', ['Times in Asia/Kathmandu']],
    [browserZone(), []],
  ])('the zone of the times is named once, unless it is that of the browser: %s', async (timezone, said) => {
    answer('get', '/api/business-profile', aProfile({ timezone }));
    campaigns = [
      aCampaign({
        ...{ id: 'c1', name: 'Running', status: 'active', ...written, nextSendAt: next },
        nextSendWhy: { kind: 'daily_limit', text: 'It is full' },
      }),
    ];
    await renderPart(<CampaignsScreen />, '/campaigns');
    await seeRow('Running');
    await waitFor(() => rowOf('Running').getByTitle('It is full'));
    expect(screen.queryAllByText(/^Times in/).map(({ textContent }) => textContent)).toEqual(said);
  });

  test('they are listed newest first', async () => {
    await shown();
    expect(rowNames()).toEqual(SAMPLES.map(({ name }) => name).reverse());
  });

  test.each([
    ['Running', 'Active', 'default'],
    ['Halted', 'Paused', 'secondary'],
    ['Done', 'Completed', 'outline'],
    ['Empty draft', 'Draft', 'secondary'],
  ])('the badge of %s is %s in the variant %s', async (name, label, variant) => {
    await shown(name);
    expect(rowOf(name).getByText(label).getAttribute('data-variant')).toBe(variant);
  });

  test('it shows its subject, its instructions, its counts and its daily limit', async () => {
    await shown('Empty draft', 'Written draft');
    expect(text('Written draft')).toContain('Subject: A vest for your trails');
    expect(text('Written draft')).toContain('Instructions: Offer a free vest for an honest review.');
    expect(text('Empty draft')).toMatch(/inviting them to try our vest/);
    expect(text('Empty draft')).toContain('No partners yet');
    const cells = [...rowElement('Empty draft').querySelectorAll('[role=cell]')].map((cell) => cell.textContent);
    expect(cells).toEqual(expect.arrayContaining(['0', '3', '0 of 0', '–']));
  });

  test('its counts open the messages that they count', async () => {
    await shown('Done');
    expect(linkIn('Done', '1 of 2')).toBe('/campaigns/c-done?tab=messages&show=sent');
    expect(linkIn('Done', '0 replied')).toBe('/campaigns/c-done?tab=messages&show=replied');
    expect(linkIn('Done', '1 failed')).toBe('/campaigns/c-done?tab=messages&show=failed');
    expect(linkIn('Done', '1 unconfirmed')).toBe('/campaigns/c-done?tab=messages&show=unknown');
  });

  test('on a phone it says how far it is as soon as something was sent', async () => {
    laidOutAt(300);
    await shown('Unwritten draft', 'Begun draft', 'Running');
    expect(rowOf('Unwritten draft').queryByLabelText('Emails sent')).toBeNull();
    expect(linkIn('Begun draft', '1 of 2')).toBe('/campaigns/c-begun?tab=messages&show=sent');
    rowOf('Running').getByText('0 of 2');
  });

  test('a response counts in its row at once', async () => {
    await shown('Done');
    campaigns = campaigns.map((one) => ({ ...one, responseCount: 1, responseRate: 100 }));
    notice({ kind: 'message', id: 'm1', type: 'ReplyReceived', version: 5 });
    await waitFor(() => rowOf('Done').getByText('1 replied'));
    rowOf('Done').getByText('100%');
  });

  test('an active one says when its next email leaves', async () => {
    await shown('Running');
    expect(rowElement('Running').querySelector('time')?.getAttribute('datetime')).toBe(next);
  });

  test('texts that are missing or wait for review are counted', async () => {
    await shown('Unwritten draft', 'Joined', 'Written draft');
    expect(text('Unwritten draft')).toContain('Texts written: 0 of 2');
    expect(text('Joined')).toContain('Texts written: 1 of 2');
    expect(text('Written draft')).not.toContain('Texts written');
    campaigns = [{ ...aCampaign({ id: 'c-joined', name: 'Joined', status: 'active', ...written }), reviewCount: 1 }];
    notice({ kind: 'message', id: 'm1', type: 'TextGenerated', version: 2 });
    await waitFor(() => rowOf('Joined').getByText('1 message to review'));
  });

  test('what holds the emails of several campaigns is said once', async () => {
    campaigns = ['One', 'Two'].map((name) =>
      aCampaign({
        ...{ id: name, name, status: 'active', ...written },
        hold: {
          ...{ kind: 'account', until: null, ends: 'until you connect Gmail again', reason: 'Google ended it' },
          ...{ whatToDo: 'Connect it.', where: 'gmail' },
        },
      }),
    );
    await renderPart(<CampaignsScreen />);
    await seeRow('One');
    expect(screen.getAllByText('No emails leave until you connect Gmail again')).toHaveLength(1);
    expect(screen.getAllByText('On hold: Google ended it')).toHaveLength(2);
  });

  const REGENERATE = ['Regenerate Messages'];
  test.each([
    ['Empty draft', 'Add Partners', ['Start']],
    ['Unwritten draft', 'Generate Messages', ['View Campaign', 'Add Partners', 'Preview & Edit', 'Start'], REGENERATE],
    ['Written draft', 'Start', ['View Campaign', 'Add Partners', 'Generate Messages', 'Preview & Edit'], REGENERATE],
    [
      'Unread draft',
      'Review 2',
      ['View Campaign', 'Add Partners', 'Generate Messages', 'Preview & Edit', 'Start'],
      REGENERATE,
    ],
    ['Begun draft', 'Start', ['View Campaign', 'Add Partners', 'Preview & Edit']],
    ['Running', 'Pause', ['View Campaign', 'Add Partners', 'Preview & Edit']],
    ['Joined', 'Generate Messages', ['View Campaign', 'Add Partners', 'Preview & Edit', 'Pause']],
    ['Halted', 'Resume', ['View Campaign', 'Add Partners', 'Preview & Edit'], ['Archive']],
    ['Done', 'View Campaign', ['Add Partners', 'Preview & Edit'], ['Archive']],
  ])('%s offers %s, and has all other steps in its menu', async (name, step, others, rest = []) => {
    const hand = await shown(name);
    const actions = screen.getByLabelText(`More actions for ${name}`).parentElement;
    expect([...(actions?.children ?? [])].map((one) => one.textContent)).toEqual([step, '']);
    await hand.click(screen.getByLabelText(`More actions for ${name}`));
    const menu = await screen.findByRole('menu');
    expect([...menu.children].map((item) => item.textContent)).toEqual([
      ...others,
      'Edit',
      'Copy',
      'Save steps as template',
      ...rest,
      'Delete',
    ]);
  });

  test('its name, and a press anywhere else on it, lead to its page', async () => {
    const hand = await shown('Done');
    expect(linkIn('Done', 'Done')).toBe('/campaigns/c-done');
    await hand.click(rowOf('Done').getByText('Completed'));
    expect(location.pathname).toBe('/campaigns/c-done');
  });

  test('an archived one leaves the list for its own tab, where it can be brought back', async () => {
    const hand = await shown('Done');
    answer('put', '/api/campaigns/:id/archived', ({ body }) => {
      const { archived } = body as { archived: boolean };
      campaigns = campaigns.map((one) => (one.name === 'Done' ? { ...one, archived } : one));
      return campaigns.find(({ name }) => name === 'Done') as CampaignView;
    });
    const choose = async (item: string) => {
      await hand.click(screen.getByLabelText('More actions for Done'));
      await hand.click(await screen.findByText(item, { selector: '[role=menuitem]' }));
    };
    await choose('Archive');
    await waitFor(() => expect(rowNames()).not.toContain('Done'));
    await hand.click(screen.getByText('Archived', { selector: 'button' }));
    expect(rowNames()).toEqual(['Done']);
    await choose('Restore from archive');
    await seeToast({ title: 'Campaign Restored', text: 'It is in the list again.' });
  });

  test('a copy opens', async () => {
    const hand = await shown('Done');
    answer('post', '/api/campaigns/:id/copy', aCampaign({ id: 'c-copy' }));
    await hand.click(screen.getByLabelText('More actions for Done'));
    await hand.click(await screen.findByText('Copy', { selector: '[role=menuitem]' }));
    await waitFor(() => expect(location.pathname).toBe('/campaigns/c-copy'));
  });

  test('the menu works with the keyboard, and gives the focus back', async () => {
    const hand = await shown('Halted');
    const trigger = screen.getByLabelText('More actions for Halted');
    trigger.focus();
    await hand.keyboard('{Enter}');
    await seeFocusOn(() => screen.getByText('View Campaign', { selector: '[role=menuitem]' }));
    await hand.keyboard('{End}');
    await seeFocusOn(() => screen.getByText('Delete', { selector: '[role=menuitem]' }));
    await hand.keyboard('{Enter}');
    await screen.findByText('Delete Campaign?');
    await hand.keyboard('{Escape}');
    await seeFocusOn(() => trigger);
  });
});

describe('many campaigns', () => {
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
    expect(rowNames()).toEqual(['Spring caps', 'autumn caps', 'Spring vests']);
    const [, bar] = screen.getAllByLabelText('Emails sent');
    expect(bar?.getAttribute('aria-valuetext')).toBe('4 of 8');
    screen.getByText('25%');
    await hand.click(screen.getByText('Campaign', { selector: '[role=columnheader] span' }));
    await waitFor(() => expect(rowNames()).toEqual(['autumn caps', 'Spring caps', 'Spring vests']));
    await hand.click(screen.getByText('Active', { selector: 'button' }));
    expect(rowNames()).toEqual(['autumn caps', 'Spring caps']);
    await hand.type(screen.getByLabelText('Search campaigns'), 'spring');
    await waitFor(() => expect(rowNames()).toEqual(['Spring caps']));
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      ...{ sort: 'name', status: 'active', search: 'spring' },
    });
    await hand.type(screen.getByLabelText('Search campaigns'), 'x');
    await hand.click(await screen.findByText('Show all campaigns'));
    await waitFor(() => expect(rowNames()).toHaveLength(3));
  });
});
