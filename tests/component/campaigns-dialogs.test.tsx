import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { CampaignsScreen } from '../../web/features/campaigns/CampaignsScreen.tsx';
import { answer, calls, failed, hold, reads } from './support/api.ts';
import { rowOf, seeRow } from './support/campaignRows.ts';
import { aCampaign, anAvailablePartner, besideCampaigns, withPartners } from './support/campaignViews.ts';
import { errorOf, field, fillIn, seeFocusOn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { aBatch } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aiEstimates } from './support/views.ts';
import { laidOutAt } from './support/width.ts';

/** The one campaign as the server keeps it. */
let campaign: CampaignView;
let hand: UserEvent;
beforeEach(() => {
  campaign = aCampaign();
  besideCampaigns();
  answer('get', '/api/campaigns', () => [campaign]);
});

const button = (name: string | RegExp) => screen.getByText(name, { selector: 'button' });
const dialog = (title: string) =>
  within(screen.getByText(title, { selector: 'h2' }).closest<HTMLElement>('[role]') ?? document.body);
const gone = (title: string) =>
  waitFor(() => expect(screen.queryByText(title, { selector: '[role] > h2, header h2' })).toBeNull());

async function shown(more: Partial<CampaignView> = {}): Promise<void> {
  campaign = aCampaign(more);
  hand = await renderPart(<CampaignsScreen />);
  await seeRow('Spring vests');
}
async function fromMenu(item: string): Promise<void> {
  await hand.click(screen.getByLabelText(/^More actions for/));
  await hand.click(await screen.findByText(item, { selector: '[role=menuitem]' }));
}

describe('Generate Messages and Regenerate Messages', () => {
  const regenerate = async () => {
    await fromMenu('Regenerate Messages');
    await screen.findByText('Regenerate messages?');
    await hand.click(button('Regenerate'));
  };
  const generated = (more: object = {}) => ({
    generatedCount: 3,
    unfitCount: 0,
    failedCount: 0,
    keptEdited: 0,
    ...more,
  });

  test("the progress is counted while they are written, then 'Messages Generated'", async () => {
    await shown(withPartners(3));
    const { held, release } = hold();
    answer('post', '/api/campaigns/:id/generate-messages', () => held.then(() => generated()));
    await hand.click(button('Generate Messages'));
    campaign = { ...campaign, generation: { requested: 3, done: 1, failed: 0 } };
    notice({ kind: 'campaign', id: 'c1', type: 'MessageWritten', version: 4 });
    await waitFor(() => expect(screen.getAllByRole('status')[0]?.textContent).toBe('Writing messages: 1 of 3'));
    expect(button('Generate Messages').getAttribute('aria-disabled')).toBe('true');
    campaign = aCampaign({ ...withPartners(3, 3), reviewCount: 3 });
    release();
    await seeToast({ title: 'Messages Generated', text: '3 messages written.' });
    await waitFor(() => rowOf('Spring vests').getByText('3 messages to review'));
  });

  test('when some fail, the row and the notice say so, and what AI may cost is asked for again', async () => {
    const stopped = reasonSentence({ code: 'ai_budget_user' });
    await shown(withPartners(3));
    const { held, release } = hold();
    answer('post', '/api/campaigns/:id/generate-messages', () =>
      held.then(() => generated({ generatedCount: 1, failedCount: 2, failedReason: stopped })),
    );
    await hand.click(button('Generate Messages'));
    campaign = { ...campaign, generation: { requested: 3, done: 2, failed: 1 } };
    notice({ kind: 'campaign', id: 'c1', type: 'MessageWritten', version: 4 });
    await waitFor(() =>
      expect(screen.getAllByRole('status')[0]?.textContent).toBe('Writing messages: 2 of 3 · 1 not written'),
    );
    campaign = aCampaign(withPartners(3, 1));
    answer('get', '/api/ai-estimates', aiEstimates({ stopped }));
    release();
    await seeToast({
      title: 'Some messages were not written',
      text: `1 message written. 2 could not be written: ${stopped} Read them before you start.`,
      variant: 'destructive',
    });
    await rowOf('Spring vests').findByText(stopped);
  });

  test("with all written: the neutral notice 'No Messages to Generate'", async () => {
    await shown(withPartners(3, 3));
    answer('post', '/api/campaigns/:id/generate-messages', () => failed(400, 'No pending messages to generate'));
    await fromMenu('Generate Messages');
    await seeToast({
      title: 'No Messages to Generate',
      text: 'All campaign messages have already been generated and are ready to send.',
    });
  });

  test("Regenerate: 'Messages Regenerated', with edited texts kept", async () => {
    await shown(withPartners(3, 3));
    answer('post', '/api/campaigns/:id/regenerate-messages', generated({ generatedCount: 2, keptEdited: 1 }));
    await regenerate();
    await seeToast({ title: 'Messages Regenerated', text: '2 messages written. 1 edited text kept.' });
    expect(calls.map(({ body }) => body)).toEqual([{}]);
  });

  test('it asks before, says what it costs, and rewrites edited texts only when told to', async () => {
    await shown(withPartners(3, 3));
    answer('post', '/api/campaigns/:id/regenerate-messages', generated());
    await fromMenu('Regenerate Messages');
    await screen.findByText('Regenerate messages?');
    await screen.findByText('Up to 3 messages, about $0.01');
    screen.getByText(/except those that you edited/);
    expect(calls).toEqual([]);
    await hand.click(screen.getByLabelText('Edited texts, too'));
    screen.getByText(/Your edits and approvals are lost/);
    await hand.click(button('Regenerate'));
    await seeToast({ title: 'Messages Regenerated', text: /^3 messages written\./ });
    expect(calls.map(({ body }) => body)).toEqual([{ includeEdited: true }]);
    await gone('Regenerate messages?');
  });
});

describe('the Add Partners dialog', () => {
  const box = (name: string) => screen.getByLabelText(new RegExp(`^${name}`));
  const available = [
    anAvailablePartner('Ada Free'),
    anAvailablePartner('Ben Busy', { otherCampaigns: ['Winter caps'] }),
    anAvailablePartner('Cleo Sent', { contactedAt: '2026-03-01T09:00:00.000Z' }),
  ];
  const open = async (partners = available) => {
    answer('get', '/api/campaigns/:id/available-partners', partners);
    await shown();
    await hand.click(button('Add Partners'));
  };

  test('the partners are fetched only while it is open, and again by hand', async () => {
    answer('get', '/api/campaigns/:id/available-partners', () => failed(500));
    await shown();
    const asked = () => reads.filter((path) => path.includes('available-partners'));
    expect(asked()).toEqual([]);
    await hand.click(button('Add Partners'));
    await screen.findByText('The partners could not be loaded.');
    answer('get', '/api/campaigns/:id/available-partners', available);
    await hand.click(button('Try again'));
    await screen.findByLabelText(/^Ada Free/);
    expect([...new Set(asked())]).toEqual(['/api/campaigns/c1/available-partners?sort=match&limit=100']);
    expect(dialog('Add Partners').getAllByRole('checkbox')).toHaveLength(5);
  });

  test('it says how many approved partners may not be written to', async () => {
    answer('get', '/api/partners/counts', { partners: [], blocked: 1, waitForJudge: 0, tags: [], countries: [] });
    await open();
    await screen.findByText(/1 approved partner is not offered: nothing may be sent to this address/);
  });

  test("at least one is needed: 'No Partners Selected'", async () => {
    await open();
    await screen.findByLabelText(/^Ada Free/);
    await hand.click(dialog('Add Partners').getByText('Add Partners', { selector: 'button', exact: false }));
    const text = 'Please select at least one partner to add.';
    await seeToast({ title: 'No Partners Selected', text, variant: 'destructive' });
    screen.getByText('Select at least one partner.');
    expect(calls).toEqual([]);
  });

  test('who is in another running campaign, or was written to, carries a warning; choosing them says so', async () => {
    await open();
    await screen.findByText('Also in Winter caps');
    screen.getByText(/^Contacted /);
    const twice = /1 partner is in another running campaign already \(Winter caps\) and would get an email from each\./;
    expect(screen.queryByText(twice)).toBeNull();
    await hand.click(box('Ben Busy'));
    screen.getByText(twice);
    await hand.click(box('Ben Busy'));
    expect(screen.queryByText(twice)).toBeNull();
  });

  test("'Partners Added' with the true count; who could not join is counted with the reason", async () => {
    await open();
    await hand.click(await screen.findByLabelText('Select all 3'));
    answer('post', '/api/campaigns/:id/partners', () => failed(500));
    await hand.click(button('Add 3 Partners'));
    await seeToast({ title: 'Error', text: 'Failed to add partners to campaign', variant: 'destructive' });
    expect(box('Cleo Sent')).toHaveProperty('checked', true);
    calls.length = 0;
    answer('post', '/api/campaigns/:id/partners', () => {
      campaign = aCampaign(withPartners(2));
      return { addedCount: 2, skipped: [{ partnerId: 'p-Ben Busy', reason: 'not approved' }] };
    });
    await hand.click(button('Add 3 Partners'));
    const text = '2 partners added to Spring vests. 1 left out: not approved.';
    await seeToast({ title: 'Partners Added', text });
    expect(calls.map(({ body }) => body)).toEqual([{ partnerIds: available.map(({ id }) => id) }]);
    await gone('Add Partners');
    await waitFor(() => rowOf('Spring vests').getByLabelText('2 partners, show the messages'));
  });

  test('with nobody left it says so and leads to the approved partners', async () => {
    await open([]);
    await screen.findByText(/^No partners to add/);
    expect(screen.getByText('Go to Approved Partners').getAttribute('href')).toBe('/approved');
    await hand.keyboard('{Escape}');
    await gone('Add Partners');
  });

  test('a long list is narrowed by the server', async () => {
    const people = Array.from({ length: 130 }, (_, index) => anAvailablePartner(`Person${index + 1} Vale`));
    answer('get', '/api/campaigns/:id/available-partners', ({ path }) => {
      const { searchParams } = new URL(path, 'http://x');
      const found = people.filter(({ name }) => name?.toLowerCase().includes(searchParams.get('search') ?? ''));
      const from = Number(searchParams.get('after') ?? 0);
      const next = '</api/campaigns/c1/available-partners?after=100>; rel="next"';
      return Response.json(found.slice(from, from + 100), {
        headers: { 'X-Total-Count': String(found.length), ...(found.length > from + 100 && { Link: next }) },
      });
    });
    await shown();
    await hand.click(button('Add Partners'));
    await screen.findByLabelText('Select all 130');
    await fillIn(hand, 'Search available partners', 'person130');
    await screen.findByLabelText('Select all 1');
    box('Person130 Vale');
    await fillIn(hand, 'Search available partners', 'nobody');
    await screen.findByText('No matching partner.');
    await hand.clear(screen.getByLabelText('Search available partners'));
    await hand.click(screen.getByLabelText('Not contacted only'));
    await waitFor(() => expect(reads.at(-1)).toContain('contacted=never'));
  });

  test('all of a list that has more pages are added by its filter', async () => {
    answer('get', '/api/campaigns/:id/available-partners', ({ path }) =>
      path.includes('after=')
        ? hold().held.then(() => [])
        : Response.json(available, {
            headers: { 'X-Total-Count': '1000+', Link: '</api/x?after=3>; rel="next"' },
          }),
    );
    const batch = aBatch({
      ...{ act: { kind: 'join', campaignId: 'c1' }, total: 1_000, exact: false, doneCount: 1_201 },
      leftOut: [{ code: 'join_joined', reason: 'already in this campaign', count: 3 }],
    });
    answer('get', '/api/partners/batch', batch);
    answer('post', '/api/campaigns/:id/partners', () => Response.json(batch, { status: 202 }));
    await shown();
    await hand.click(button('Add Partners'));
    await hand.click(await screen.findByLabelText('Select all 1,000+'));
    await hand.click(button('Add 1,000+ Partners'));
    await seeToast({
      title: 'Partners Added',
      text: '1,201 partners added to Spring vests. 3 left out: already in this campaign.',
    });
    expect(calls.map(({ body }) => body)).toEqual([{ filter: { availableFor: 'c1' } }]);
  });
});

describe('the Edit dialog', () => {
  const name = () => field('Campaign name');
  const open = async () => {
    await shown();
    await fromMenu('Edit');
    await screen.findByText('Edit Campaign');
    await screen.findByLabelText('Campaign name');
  };
  /** The server saves its input. */
  const saves = () =>
    answer('patch', '/api/campaigns/:id', ({ body }) => {
      campaign = { ...campaign, ...(body as Partial<CampaignView>) };
      return campaign;
    });

  test("it holds the campaign as it is; the name is required: 'Campaign name is required'", async () => {
    await open();
    expect([name().value, field('Subject').value]).toEqual(['Spring vests', 'A vest for your trails']);
    expect(screen.getByLabelText<HTMLSelectElement>('Daily limit').value).toBe('10');
    await fillIn(hand, 'Campaign name', '  ');
    await hand.click(button('Save Changes'));
    await waitFor(() => expect(errorOf(name())).toBe('Campaign name is required'));
    await seeFocusOn(name);
    expect(calls).toEqual([]);
  });

  test('Escape closes it and gives the focus back', async () => {
    await open();
    await hand.keyboard('{Escape}');
    await gone('Edit Campaign');
    await seeFocusOn(() => screen.getByLabelText(/^More actions for/));
  });

  test.each([
    [422, 'This campaign was erased and cannot be edited.'],
    [400, 'Version B must differ from version A.'],
  ])('a refusal of %d says why', async (status, why) => {
    await open();
    await fillIn(hand, 'Campaign name', 'Autumn vests');
    answer('patch', '/api/campaigns/:id', () => failed(status, why));
    await hand.click(button('Save Changes'));
    await seeToast({ title: 'Error', text: why, variant: 'destructive' });
  });

  test("instructions are optional and the unused subject field is dropped: 'Campaign Updated'", async () => {
    await open();
    saves();
    await fillIn(hand, 'Campaign name', 'Autumn vests');
    await hand.click(screen.getByLabelText('Show me you know me'));
    await fillIn(hand, 'Invitation', 'try our vest');
    await fillIn(hand, 'Message instructions (optional)', '');
    await hand.click(button('Save Changes'));
    await seeToast({ title: 'Campaign Updated' });
    expect(calls.map(({ body }) => body)).toEqual([
      { name: 'Autumn vests', subjectType: 'show_me_you_know_me', invitationText: 'try our vest' },
    ]);
    await gone('Edit Campaign');
    await seeRow('Autumn vests');
  });

  test('changed to a static subject, the invitation is dropped', async () => {
    await shown({ subjectType: 'show_me_you_know_me', staticSubject: null, invitationText: 'try our vest' });
    await fromMenu('Edit');
    await screen.findByLabelText('Invitation');
    saves();
    await hand.click(screen.getByLabelText('Static subject'));
    await fillIn(hand, 'Subject', 'Hello');
    await hand.click(button('Save Changes'));
    await seeToast({ title: 'Campaign Updated' });
    expect(calls.map(({ body }) => body)).toEqual([{ subjectType: 'static', staticSubject: 'Hello' }]);
  });
});

test('a dialog stays, with what was typed, when the table becomes cards, as on a turned phone', async () => {
  const setWidth = laidOutAt(1000);
  await shown();
  await fromMenu('Edit');
  await fillIn(hand, 'Campaign name', 'Winter vests');
  const header = () => screen.queryByText('Reply rate', { selector: '[role=columnheader] *, [role=columnheader]' });
  expect(header()).not.toBeNull();
  setWidth(400);
  expect(header()).toBeNull();
  expect(field('Campaign name').value).toBe('Winter vests');
});

describe('Delete', () => {
  const asks = async () => {
    await shown();
    await fromMenu('Delete');
    await screen.findByText(/Are you sure you want to delete Spring vests\?/);
  };

  test('it asks first, and Cancel deletes nothing', async () => {
    await asks();
    await hand.click(button('Cancel'));
    await gone('Delete Campaign?');
    expect(calls).toEqual([]);
  });

  test("a failure says 'Failed to delete campaign'; then 'Campaign Deleted'", async () => {
    await asks();
    answer('delete', '/api/campaigns/:id', () => failed(500));
    await hand.click(button('Delete Campaign'));
    await seeToast({ title: 'Error', text: 'Failed to delete campaign', variant: 'destructive' });
    answer('delete', '/api/campaigns/:id', { success: true, sendingNow: [] });
    answer('get', '/api/campaigns', []);
    await hand.click(button('Delete Campaign'));
    await seeToast({ title: 'Campaign Deleted' });
    await screen.findByText('No campaigns yet');
  });
});
