import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import type { NotesChange } from '../../events/partners/partnersInput.ts';
import { DiscoveryScreen } from '../../web/features/discovery/DiscoveryScreen.tsx';
import { answer, calls, failed, hold, reads } from './support/api.ts';
import { notice } from './support/notices.ts';
import { address, cardOf, headOf, names, rowElement, rowOf } from './support/partnerRows.ts';
import { aDetail, fivePeople, keepPartners } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aPartner } from './support/views.ts';

const WITH_EMAIL: Partial<PartnerView> = {
  emailStatus: 'email_found',
  contactInfo: { email: 'ada@lindqvist.example', socialProfiles: [], confidence: 0.9 },
};
const cardText = (name: string) => screen.getByLabelText(`About ${name}`).textContent;

/** Opens the card of one partner, Ada; `others` are further rows. */
async function shownCard(more: Partial<PartnerView> = {}, others: PartnerView[] = []): Promise<UserEvent> {
  keepPartners([aPartner({ id: 'ada', ...more }), ...others]);
  const hand = await renderPart(<DiscoveryScreen />, '/discovery?partner=ada');
  await screen.findByLabelText(`About ${more.name ?? 'Ada Lindqvist'}`);
  // its content is fetched when a card is first opened
  await cardOf(more.name ?? 'Ada Lindqvist').findByText('Profile');
  return hand;
}
/** Ada, Ben and Cleo are pending, Dov is approved, Eli rejected. */
async function shownFive(search = '') {
  const kept = keepPartners(fivePeople());
  const hand = await renderPart(<DiscoveryScreen />, `/discovery${search}`);
  await screen.findByLabelText('Search partners');
  return { hand, kept };
}

describe('the card', () => {
  test('name, badge and figures', async () => {
    await shownCard(WITH_EMAIL);
    const row = rowElement('Ada Lindqvist').textContent;
    for (const text of ['AL', '@adaruns', 'Instagram', 'Pending review']) expect(row).toContain(text);
    const card = cardText('Ada Lindqvist');
    for (const text of ['Fitness', 'Runs far and writes about it.', 'Followers12.4K', 'Engagement3.2%', '87%']) {
      expect(card).toContain(text);
    }
    expect(card).not.toContain('ada@lindqvist.example');
  });

  test('a picture covers the initials once it has loaded', async () => {
    await shownCard({ avatar: '/api/partners/p1/picture?v=1' });
    const picture = rowElement('Ada Lindqvist').querySelector('img') as HTMLImageElement;
    expect([picture.src, picture.className]).toEqual([
      `${window.location.origin}/api/partners/p1/picture?v=1`,
      expect.stringContaining('opacity-0'),
    ]);
    // a load is no press: React draws it a moment later
    act(() => void fireEvent.load(picture));
    expect(picture.className).not.toContain('opacity-0');
  });

  test('a pending partner has a link to the profile, and neither Delete nor an email', async () => {
    await shownCard({ platform: 'linkedin', profileUrl: 'https://www.linkedin.com/in/adaruns' });
    const link = cardOf('Ada Lindqvist').getByRole('link', { name: 'View LinkedIn Profile' });
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'https://www.linkedin.com/in/adaruns',
      '_blank',
      'noopener noreferrer',
    ]);
    for (const name of ['Reject', 'Approve']) cardOf('Ada Lindqvist').getByRole('button', { name });
    expect(cardOf('Ada Lindqvist').queryByText(/Delete Partner|Get Email/)).toBeNull();
    // the row's own would cover its status
    expect(rowOf('Ada Lindqvist').queryByLabelText('Approve Ada Lindqvist')).toBeNull();
  });

  test('someone found on another platform has a link to their profile there, too', async () => {
    const [there, main] = ['https://www.youtube.com/@adaruns', 'https://www.linkedin.com/in/adaruns'];
    await shownCard({ platform: 'youtube', platformUrl: there, profileUrl: main });
    const href = (name: string) => cardOf('Ada Lindqvist').getByRole('link', { name }).getAttribute('href');
    expect([href('View YouTube Profile'), href('View LinkedIn Profile')]).toEqual([there, main]);
  });

  test('it says why the score is what it is, with evidence and a way to the timeline', async () => {
    const seenAt = '2026-03-02T09:00:00.000Z';
    const item = { field: 'bio' as const, parts: [], url: 'https://pdl.example/ada', place: 'about' as const, seenAt };
    const ada = aPartner({ id: 'ada' });
    await shownCard();
    answer('get', '/api/partners/:id', () =>
      aDetail(ada, {
        parts: [{ part: 'topic', points: 31.6, max: 40, reason: 'Writes about running.' }],
        evidence: [
          { ...item, id: 'e1', source: 'Her site', text: 'Knits', url: 'javascript:alert(1)' },
          { ...item, id: 'e2', source: 'People Data Labs', text: 'Ran Boston', parts: ['topic'] },
        ],
      }),
    );
    notice({ kind: 'partner', id: 'ada', type: 'PartnerScored', version: 2 });
    const card = cardOf('Ada Lindqvist');
    await card.findByText('Writes about running.');
    expect(cardText('Ada Lindqvist')).toContain('Topic32/40');
    expect(card.getByRole('link', { name: 'People Data Labs' }).getAttribute('href')).toBe('https://pdl.example/ada');
    expect(card.queryByRole('link', { name: 'Her site' })).toBeNull();
    expect(cardText('Ada Lindqvist')).toMatch(/“Ran Boston” .+“Knits” .+, seen/);
    expect(card.getByRole('link', { name: 'Open the timeline' }).getAttribute('href')).toBe('/partners/ada');
  });

  test('the parts of a score by the AI: points, deductions, gaps, its reason and quotes', async () => {
    keepPartners([aPartner({ id: 'ada' })]);
    const uncounted = { points: 0, max: 0 };
    answer('get', '/api/partners/:id', () =>
      aDetail(aPartner({ id: 'ada' }), {
        scoredBy: 'rubric',
        judgment: { reason: 'Coaches the runners you look for.', quotes: ['Fell running coach'] },
        parts: [
          { part: 'topic', points: 47, max: 47, reason: 'Fits as wanted' },
          { part: 'audience', points: 0, max: 29, reason: 'Does not fit' },
          { part: 'region', ...uncounted, reason: 'Region not known', gap: 'unknown' },
          { part: 'reach', ...uncounted, reason: 'No reach asked for', gap: 'not_asked' },
          { part: 'against', points: -45, max: 0, reason: 'Bound to another brand of your field', sign: 'competitor' },
          { part: 'against', points: -20, max: 0, reason: 'Has no audience', sign: 'no_audience' },
          { part: 'learned', points: 4, max: 0, reason: 'Like 6 you approved' },
        ],
      }),
    );
    await renderPart(<DiscoveryScreen />, '/discovery?partner=ada');
    await screen.findByText('Coaches the runners you look for.');
    within(screen.getByRole('list', { name: 'Quotes from the profile' })).getByText('“Fell running coach”');
    const text = cardText('Ada Lindqvist');
    for (const part of ['Topic47/47', 'Audience0/29', 'Regionunknown', 'Reachnot asked', 'Your choices+4'])
      expect(text).toContain(part);
    for (const part of ['Against−45Bound', 'Against−20Has']) expect(text).toContain(part);
    expect(text).not.toContain('rough');
  });

  test('a score by rules says that it is rough, in the row and in the card', async () => {
    await shownCard({ roughScore: true });
    expect(rowElement('Ada Lindqvist').textContent).toContain('rough');
    await cardOf('Ada Lindqvist').findByText('This score comes from fixed rules. The AI has not judged this partner.');
    cardOf('Ada Lindqvist').getByText('rough');
  });

  test('approved with an email', async () => {
    await shownCard({ ...WITH_EMAIL, status: 'approved' });
    const card = cardOf('Ada Lindqvist');
    card.getByText('Email: ada@lindqvist.example');
    card.getByText('Ready for campaigns');
    card.getByRole('link', { name: 'View Profile' });
    await card.findByText('Delete Partner');
    card.getByRole('button', { name: 'Edit Email' });
    rowOf('Ada Lindqvist').getByText('Email found');
  });

  test('approved without an email or an address of the profile', async () => {
    await shownCard({ status: 'approved', profileUrl: null });
    const card = cardOf('Ada Lindqvist');
    card.getByText('No email yet');
    card.getByRole('button', { name: 'Get Email' });
    expect(card.getByText<HTMLButtonElement>('Profile Not Available').disabled).toBe(true);
    expect(card.queryByRole('link', { name: /View/ })).toBeNull();
  });

  test('rejected: no email line, and no way to look for one', async () => {
    await shownCard({ ...WITH_EMAIL, status: 'rejected' });
    cardOf('Ada Lindqvist').getByRole('link', { name: 'View Profile' });
    expect(rowOf('Ada Lindqvist').queryByText(/Get Email|Edit Email|No email yet|^Email:/)).toBeNull();
  });
});

describe('a decision', () => {
  test('Approve, with Undo, which makes the partner pending again', async () => {
    const { hand } = await shownFive();
    await hand.click(screen.getByLabelText('Approve Ada Lindqvist'));
    await seeToast({ title: 'Partner Updated', text: 'Ada Lindqvist approved.' });
    await waitFor(() => rowOf('Ada Lindqvist').getByText('Approved'));
    await hand.click(screen.getByText('Undo'));
    await seeToast({ title: 'Partner Updated', text: 'Ada Lindqvist is pending again.' });
    await waitFor(() => rowOf('Ada Lindqvist').getByLabelText('Approve Ada Lindqvist'));
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/api/partners/ada/status', { status: 'approved' }],
      ['/api/partners/ada/undo-decision', { decision: 1 }],
    ]);
  });

  test('a rejected partner can be approved again, and Undo takes that back', async () => {
    const { hand } = await shownFive();
    await hand.click(screen.getByLabelText('Approve Eli Sand'));
    await seeToast({ title: 'Partner Updated', text: 'Eli Sand approved.' });
    await waitFor(() => rowOf('Eli Sand').getByLabelText('Get Email of Eli Sand'));
    await hand.click(screen.getByText('Undo'));
    await seeToast({ title: 'Partner Updated', text: 'Eli Sand is rejected again.' });
    await waitFor(() => rowOf('Eli Sand').getByText('Rejected'));
  });

  test('a call that decided nothing offers no Undo', async () => {
    const { hand } = await shownFive();
    answer('patch', '/api/partners/:id/status', { ...aPartner({ status: 'approved' }), undo: null });
    await hand.click(screen.getByLabelText('Approve Ada Lindqvist'));
    await seeToast({ title: 'Partner Updated', text: 'Ada Lindqvist approved.' });
    expect(screen.queryByText('Undo')).toBeNull();
  });

  test('an Undo that is refused says why', async () => {
    const { hand } = await shownFive();
    const reason = 'This partner is in a campaign already, so the decision cannot be undone.';
    answer('post', '/api/partners/:id/undo-decision', () => failed(409, reason));
    await hand.click(screen.getByLabelText('Approve Ada Lindqvist'));
    await hand.click(await screen.findByText('Undo'));
    await seeToast({ title: 'Update Failed', text: reason, variant: 'destructive' });
  });

  test("a failure: 'Update Failed', the partner stays pending, and the keyboard where it was", async () => {
    const { hand } = await shownFive();
    const { held, release } = hold();
    answer('patch', '/api/partners/:id/status', () => held.then(() => failed(500)));
    const approve = screen.getByLabelText<HTMLButtonElement>('Approve Ada Lindqvist');
    approve.focus();
    await hand.keyboard('{Enter}');
    expect(approve.getAttribute('aria-busy')).toBe('true');
    expect(screen.getByLabelText<HTMLButtonElement>('Reject Ada Lindqvist').disabled).toBe(true);
    release();
    const text = 'Failed to update partner status. Please try again.';
    await seeToast({ title: 'Update Failed', text, variant: 'destructive' });
    await waitFor(() => expect(approve.hasAttribute('aria-busy')).toBe(false));
    expect(document.activeElement).toBe(approve);
    rowOf('Ada Lindqvist').getByText('Pending review');
  });

  test.each([
    ['', 'Reject Ada Lindqvist', 'Ada Lindqvist'],
    ['?status=pending', 'Approve Ben Okafor', 'Cleo Marsh'],
    ['?status=pending', 'Reject Cleo Marsh', 'Ben Okafor'],
  ])('with the keyboard keeps the place in the list: %s %s', async (search, pressed, focused) => {
    const { hand } = await shownFive(search);
    screen.getByLabelText(pressed).focus();
    await hand.keyboard('{Enter}');
    await seeToast({ title: 'Partner Updated' });
    await waitFor(() => expect(screen.queryByLabelText(pressed)).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(headOf(focused)));
  });
});

describe('Delete Partner', () => {
  const asking = async () => within(await screen.findByRole('alertdialog', { name: 'Delete Partner?' }));
  async function asked() {
    const { hand, kept } = await shownFive('?partner=eli');
    await hand.click(screen.getByText('Delete Partner'));
    return { hand, kept };
  }
  const confirm = async (hand: UserEvent) => {
    const yes = (await asking()).getByText<HTMLButtonElement>('Delete Partner');
    await waitFor(() => expect(yes.disabled).toBe(false));
    await hand.click(yes);
  };

  test('asks first; Cancel goes back to the button, a failure leaves the question, and who is deleted leaves list and address', async () => {
    const { hand, kept } = await asked();
    (await asking()).getByText('Are you sure you want to delete Eli Sand? This action cannot be undone.');
    await hand.click((await asking()).getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Delete Partner');
    expect(calls).toEqual([]);
    answer('delete', '/api/partners/:id', () => failed(500));
    await hand.click(screen.getByText('Delete Partner'));
    await confirm(hand);
    const text = 'Failed to delete partner. Please try again.';
    await seeToast({ title: 'Delete Failed', text, variant: 'destructive' });
    expect(names()).toContain('Eli Sand');
    kept.list = kept.list.filter(({ id }) => id !== 'eli');
    answer('delete', '/api/partners/:id', () => new Response(null, { status: 204 }));
    calls.length = 0;
    await confirm(hand);
    await seeToast({ title: 'Partner Deleted', text: 'Eli Sand has been deleted.' });
    await waitFor(() => expect(names()).not.toContain('Eli Sand'));
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /api/partners/eli']);
    await waitFor(() => expect(address()).toBe(''));
  });

  test('says which messages this cancels', async () => {
    const { hand } = await shownFive('?partner=dov');
    const campaigns = [{ id: 'c1', name: 'Spring vests', messages: 2 }];
    answer('get', '/api/partners/:id/waiting-messages', { campaigns });
    await hand.click(screen.getByText('Delete Partner'));
    await screen.findByText(/This cancels 2 unsent messages: 2 in Spring vests\./);
  });

  test('who is being deleted is not asked for, though the notice of it may be faster than the answer', async () => {
    const { hand, kept } = await asked();
    const { held, release } = hold();
    answer('delete', '/api/partners/:id', () => {
      kept.list = kept.list.filter(({ id }) => id !== 'eli');
      return held.then(() => new Response(null, { status: 204 }));
    });
    await confirm(hand);
    reads.length = 0;
    notice({ kind: 'partner', id: 'eli', type: 'PartnerDeleted', version: 3 });
    await waitFor(() => expect(reads.some((one) => one.startsWith('/api/partners?'))).toBe(true));
    release();
    await seeToast({ title: 'Partner Deleted' });
    expect(reads).not.toContain('/api/partners/eli');
  });
});

describe('notes and tags', () => {
  let note = '';
  let tags: string[] = [];
  /** Ada's card with a note and a tag. */
  async function shownNotes() {
    note = 'Met at the fair.';
    tags = ['warm'];
    keepPartners([aPartner({ id: 'ada', tags })]);
    answer('get', '/api/partners/:id', () => aDetail(aPartner({ id: 'ada', tags }), { note }));
    const hand = await renderPart(<DiscoveryScreen />, '/discovery?partner=ada');
    const field = await screen.findByDisplayValue<HTMLTextAreaElement>(note);
    return { hand, field };
  }
  const saved = (change: NotesChange) => {
    note = change.note?.text ?? note;
    tags = [...tags.filter((tag) => tag !== change.removeTag), ...(change.addTag ? [change.addTag] : [])];
    return { text: note, tags };
  };
  const saves = () => answer('patch', '/api/partners/:id/notes', ({ body }) => saved(body as NotesChange));
  const saveButton = () => screen.getByText('Save note').closest('button');
  const bodies = () => calls.map(({ body }) => body);

  test('what is typed while a note is being saved stays, as a change of what was saved', async () => {
    const { held, release } = hold();
    answer('patch', '/api/partners/:id/notes', async ({ body }) => {
      await held;
      return saved(body as NotesChange);
    });
    const { hand, field } = await shownNotes();
    await hand.type(field, ' Likes hills.{Control>}{Enter}{/Control}');
    await waitFor(() => expect(calls).toHaveLength(1));
    await hand.type(field, ' And mud.');
    release();
    await waitFor(() => expect(saveButton()?.getAttribute('aria-busy')).toBeNull());
    const text = 'Met at the fair. Likes hills. And mud.';
    expect(field.value).toBe(text);
    expect(screen.queryByText(/^This note was changed elsewhere/)).toBeNull();
    await hand.click(screen.getByText('Save note'));
    await waitFor(() => expect(bodies()[1]).toEqual({ note: { text, seen: 'Met at the fair. Likes hills.' } }));
  });

  test('a note that was changed elsewhere is shown, and what was typed can be saved over it', async () => {
    saves();
    const { hand, field } = await shownNotes();
    await hand.type(field, '!');
    note = 'Met at the harbor.';
    notice({ kind: 'partner', id: 'ada', type: 'PartnerNotesEdited', version: 4 });
    await screen.findByText(/^This note was changed elsewhere while you typed/);
    screen.getByText('Met at the harbor.');
    expect(field.value).toBe('Met at the fair.!');
    await hand.click(screen.getByText('Save note'));
    await waitFor(() =>
      expect(bodies()).toEqual([{ note: { text: 'Met at the fair.!', seen: 'Met at the harbor.' } }]),
    );
    await waitFor(() => expect(screen.queryByText('Save note')).toBeNull());
  });

  test('a note that is refused keeps what was typed', async () => {
    const text = 'This note was changed elsewhere. Read it before you save yours.';
    answer('patch', '/api/partners/:id/notes', () => failed(409, text));
    const { hand, field } = await shownNotes();
    await hand.type(field, '!');
    await hand.keyboard('{Control>}{Enter}{/Control}');
    await seeToast({ title: 'Update Failed', text, variant: 'destructive' });
    expect(field.value).toBe('Met at the fair.!');
    await hand.click(screen.getByText('Discard'));
    expect(field.value).toBe('Met at the fair.');
  });

  test('a tag is added once, and taken away; what is typed into the note has nothing to do with it', async () => {
    saves();
    const { hand, field: noteField } = await shownNotes();
    await hand.type(noteField, '!');
    const field = screen.getByLabelText('Add a tag');
    await hand.type(field, 'WARM{Enter}  trail   fair,');
    await waitFor(() => expect(bodies()).toEqual([{ addTag: 'trail fair' }]));
    await hand.click(screen.getByLabelText('Remove tag warm'));
    await waitFor(() => expect(bodies()[1]).toEqual({ removeTag: 'warm' }));
    await screen.findByLabelText('Remove tag trail fair');
    await hand.click(screen.getByText('Save note'));
    await waitFor(() => expect(bodies()[2]).toEqual({ note: { text: 'Met at the fair.!', seen: 'Met at the fair.' } }));
  });
});
