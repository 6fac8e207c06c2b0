import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { DiscoveryScreen } from '../../web/features/discovery/DiscoveryScreen.tsx';
import { queryClient } from '../../web/lib/queryClient.ts';
import { answer, calls } from './support/api.ts';
import { button, figure, names } from './support/partnerRows.ts';
import { aBatch, fivePeople, keepPartners } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

/** Ada (92), Ben (81) and Cleo (76) of the five people are pending. */
let kept: { list: PartnerView[] };
async function shown(search = '', people = fivePeople()): Promise<UserEvent> {
  kept = keepPartners(people);
  const hand = await renderPart(<DiscoveryScreen />, `/discovery${search}`);
  await screen.findByLabelText('Search partners');
  await openAll(hand);
  return hand;
}
/** Opens what decides on all at once. */
async function openAll(hand: UserEvent): Promise<void> {
  await hand.click(button('Accept or reject all'));
  await screen.findByText('Accept All');
}
const threshold = () => screen.getByLabelText<HTMLInputElement>('Accept from match');
async function setThreshold(hand: UserEvent, value: string): Promise<void> {
  await hand.clear(threshold());
  if (value) await hand.type(threshold(), value);
}
/** The calls that decide on all of a view, by what they ask for. */
const decisions = () =>
  calls.filter(({ path }) => path === '/api/partners/decide').map(({ body }) => body as Record<string, unknown>);
const undone = () => calls.map(({ path, body }) => [path, Object.keys(body as object)]);
const UNDONE = [['/api/partners/undo-decisions', ['batchId']]];
const figures = () => ['Pending Review', 'Approved', 'Rejected'].map(figure);

describe('Accept All', () => {
  test('its threshold is 75 unless another one is typed', async () => {
    const hand = await shown();
    expect(threshold().value).toBe('75');
    await setThreshold(hand, '');
    await hand.tab();
    expect(threshold().value).toBe('75');
  });

  test.each(['250', '-5', '40.7'])(
    'a threshold of %s accepts no one, and the field says what to enter',
    async (typed) => {
      const hand = await shown();
      await setThreshold(hand, typed);
      await hand.click(button('Accept All'));
      await screen.findByText('Enter a whole number from 0 to 100');
      expect(document.activeElement).toBe(threshold());
      expect(threshold().value).toBe(typed);
      expect(calls).toEqual([]);
    },
  );

  test("with no one at the threshold: 'No Eligible Partners'", async () => {
    const hand = await shown();
    await setThreshold(hand, '100');
    await hand.click(button('Accept All'));
    await seeToast({
      title: 'No Eligible Partners',
      text: 'No pending partners have a match score of 100% or higher.',
      variant: 'destructive',
    });
    expect(calls).toEqual([]);
  });

  test('partners without a score are never accepted, not even from 0', async () => {
    const people = fivePeople().map((partner) => (partner.id === 'ada' ? partner : { ...partner, matchScore: null }));
    const hand = await shown('', people);
    expect(screen.getAllByText('No score')).toHaveLength(4);
    await setThreshold(hand, '0');
    await hand.click(button('Accept All'));
    await seeToast({ title: 'Bulk Update Complete', text: '1 partner approved.' });
    expect(decisions()).toMatchObject([
      { before: 'pending', status: 'approved', filter: { minMatchScore: '0', verified: 'true' } },
    ]);
  });

  test('approves the pending partners at or above the threshold by one call, and Undo takes it back', async () => {
    const hand = await shown();
    await setThreshold(hand, '81');
    await hand.click(button('Accept All'));
    await seeToast({ title: 'Bulk Update Complete', text: '2 partners approved.' });
    expect(decisions()).toEqual([
      { before: 'pending', status: 'approved', filter: { minMatchScore: '81', verified: 'true', status: 'pending' } },
    ]);
    await waitFor(() => expect(figures()).toEqual(['1', '3', '1']));
    calls.length = 0;
    await hand.click(button('Undo'));
    await seeToast({ title: 'Bulk Update Complete', text: '2 partners are pending again.' });
    expect(undone()).toEqual(UNDONE);
    await waitFor(() => expect(figures()).toEqual(['3', '1', '1']));
  });

  test('leaves out whom no source confirms, and says so when no one else is left', async () => {
    const people = fivePeople().map((one) => ({ ...one, verified: one.id !== 'ada' }));
    const hand = await shown('', people);
    await screen.findByText('2 partners of 3 pending in this view. No source confirms 1 other. Review each of these.');
    await setThreshold(hand, '90');
    await hand.click(button('Accept All'));
    await seeToast({
      title: 'No Eligible Partners',
      text: 'No source confirms 1 partner at 90% or higher. Review them one by one.',
      variant: 'destructive',
    });
    expect(calls).toEqual([]);
    // the best score comes last when nothing confirms it
    expect(names()[0]).toBe('Ben Okafor');
    expect(names().at(-1)).toBe('Ada Lindqvist');
    await openAll(hand);
    await setThreshold(hand, '81');
    await hand.click(button('Accept All'));
    await seeToast({ title: 'Bulk Update Complete', text: '1 partner approved.' });
    expect(kept.list.find(({ id }) => id === 'ben')?.status).toBe('approved');
  });

  test('leaves those outside the view alone', async () => {
    const hand = await shown('?search=cleo');
    await hand.click(button('Accept All'));
    await seeToast({ title: 'Bulk Update Complete', text: '1 partner approved.' });
    expect(decisions()).toMatchObject([{ status: 'approved', filter: { search: 'cleo' } }]);
  });

  test('names those who were left out, and stopping says why', async () => {
    const hand = await shown();
    let view = aBatch({
      doneCount: 2,
      leftOut: [{ code: 'batch_moved', reason: 'changed in the meantime', count: 1 }],
    });
    answer('get', '/api/partners/batch', () => view);
    answer('post', '/api/partners/decide', () => Response.json(view, { status: 202 }));
    await hand.click(button('Accept All'));
    await seeToast({
      title: 'Bulk Update Complete',
      text: '2 partners approved. 1 left out: changed in the meantime.',
    });
    view = aBatch({ id: 'b2', status: 'stopped', doneCount: 1, error: 'The change stopped. Try again for the rest.' });
    await openAll(hand);
    await hand.click(button('Accept All'));
    await seeToast({
      title: 'Bulk Update Failed',
      text: '1 partner approved. The change stopped. Try again for the rest.',
      variant: 'destructive',
    });
  });

  test('U takes all of it back, not a decision before it', async () => {
    const hand = await shown();
    await hand.keyboard('{Escape}');
    await hand.click(screen.getByLabelText('Reject Ada Lindqvist'));
    await seeToast({ title: 'Partner Updated', text: 'Ada Lindqvist rejected.' });
    await openAll(hand);
    await hand.click(button('Accept All'));
    await seeToast({ title: 'Bulk Update Complete', text: '2 partners approved.' });
    calls.length = 0;
    fireEvent.keyDown(document.body, { key: 'u' });
    await seeToast({ title: 'Bulk Update Complete', text: '2 partners are pending again.' });
    expect(undone()).toEqual(UNDONE);
    // nothing can be undone
    calls.length = 0;
    fireEvent.keyDown(document.body, { key: 'u' });
    expect(calls).toEqual([]);
  });

  test('shows a batch that runs, also after a reload, and its end; it cannot be asked for again', async () => {
    let view = aBatch({ status: 'running', total: 1_000, exact: false, doneCount: 150 });
    keepPartners(fivePeople());
    answer('get', '/api/partners/batch', () => view);
    const hand = await renderPart(<DiscoveryScreen />, '/discovery');
    const panel = await screen.findByRole('region', { name: 'Bulk update' });
    expect(panel.textContent).toBe('Approving partners · 150 of 1,000+');
    expect(button('Accept or reject all').getAttribute('aria-busy')).toBe('true');
    await hand.click(button('Accept or reject all'));
    expect(screen.queryByText('Accept All')).toBeNull();
    view = aBatch({ doneCount: 1_400 });
    await act(() => queryClient.invalidateQueries({ queryKey: ['batch'] }));
    await seeToast({ title: 'Bulk Update Complete', text: '1,400 partners approved.' });
    expect(screen.queryByRole('region', { name: 'Bulk update' })).toBeNull();
  });
});

describe('a reason to reject', () => {
  test('is one key on the current row: 1 to 6', async () => {
    const hand = await shown();
    await hand.keyboard('{Escape}');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: '3' });
    await seeToast({ title: 'Partner Updated', text: /rejected: wrong region\.$/ });
    expect(calls.map(({ body }) => body)).toEqual([{ status: 'rejected', reason: 'region' }]);
  });

  test('is one choice for all the selected', async () => {
    const hand = await shown();
    await hand.keyboard('{Escape}');
    for (const name of ['Ada Lindqvist', 'Ben Okafor']) await hand.click(screen.getByLabelText(`Select ${name}`));
    await hand.selectOptions(screen.getByLabelText('Reject with a reason'), 'Competitor');
    await seeToast({ title: 'Bulk Update Complete' });
    const body = { ids: ['ada', 'ben'], before: 'pending', status: 'rejected', reason: 'competitor' };
    expect(calls.map((call) => call.body)).toEqual([body]);
  });
});

describe('tags and notes of the selected', () => {
  async function selected(): Promise<UserEvent> {
    const hand = await shown('', [
      { ...fivePeople()[0], id: 'vip', name: 'Vi', tags: ['VIP'] },
      ...fivePeople(),
    ] as PartnerView[]);
    await hand.keyboard('{Escape}');
    for (const name of ['Ada Lindqvist', 'Ben Okafor']) await hand.click(screen.getByLabelText(`Select ${name}`));
    await hand.click(button('Tags and notes'));
    await screen.findByRole('dialog', { name: 'Tags and notes' });
    return hand;
  }

  test('a tag is typed or suggested, and added to all of them by one call', async () => {
    answer('post', '/api/partners/notes', { done: 1, refused: 1 });
    const hand = await selected();
    screen.getByText('2 partners');
    await waitFor(() => expect([...document.querySelectorAll('option[value="VIP"]')]).not.toEqual([]));
    await hand.click(button('Remove tag'));
    await screen.findByText('Enter a tag');
    await hand.type(screen.getByLabelText('Tag'), ' VIP {Enter}');
    await seeToast({
      title: 'Bulk Update Failed',
      text: 'Tag added to 1 partner. 1 partner left out: they have 12 tags already, or are gone.',
      variant: 'destructive',
    });
    expect(calls.map(({ body }) => body)).toEqual([{ ids: ['ada', 'ben'], addTag: 'VIP' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await hand.click(button('Clear Selection'));
  });

  test('a note for them; when the worker does it, its end is said', async () => {
    const act = { kind: 'notes', change: 'note_added' } as const;
    const batch = aBatch({ id: 'notes', act, doneCount: 60, total: 60 });
    answer('post', '/api/partners/notes', () => Response.json(batch, { status: 202 }));
    const hand = await selected();
    answer('get', '/api/partners/batch', batch);
    await hand.type(screen.getByLabelText('Note'), 'Met at the fair');
    await hand.click(button('Add note'));
    await seeToast({ title: 'Bulk Update Complete', text: 'Note added to 60 partners.' });
    expect(calls.map(({ body }) => body)).toEqual([{ ids: ['ada', 'ben'], addNote: 'Met at the fair' }]);
  });
});

describe('Reject All', () => {
  const asking = (title: string) => screen.findByRole('alertdialog', { name: title });

  test("with no pending partner in view: 'No Partners to Reject'", async () => {
    const hand = await shown('?status=approved');
    await waitFor(() => expect(names()).toEqual(['Dov Kessler']));
    await hand.click(button('Reject All'));
    await seeToast({
      title: 'No Partners to Reject',
      text: 'There are no pending partners in the current view.',
      variant: 'destructive',
    });
  });

  test('asks first; Cancel rejects no one, and the focus is where it was', async () => {
    const hand = await shown();
    await hand.click(button('Reject All'));
    await hand.click(within(await asking('Reject 3 pending partners?')).getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Accept or reject all');
    expect(calls).toEqual([]);
  });

  test('rejects the pending partners in view, and no one else', async () => {
    const hand = await shown('?search=cleo');
    await hand.click(button('Reject All'));
    await hand.click(within(await asking('Reject 1 pending partner?')).getByText('Reject 1'));
    await seeToast({ title: 'Bulk Update Complete', text: '1 partner rejected.' });
    expect(decisions()).toMatchObject([{ status: 'rejected', filter: { search: 'cleo' } }]);
    await waitFor(() => expect(figures()).toEqual(['2', '1', '2']));
  });

  test('after the last pending one the bulk operations are gone', async () => {
    const hand = await shown();
    await hand.click(button('Reject All'));
    await hand.click(within(await asking('Reject 3 pending partners?')).getByText('Reject 3'));
    await waitFor(() => expect(figures()).toEqual(['0', '1', '4']));
    expect(screen.queryByText('Accept or reject all')).toBeNull();
    expect(screen.queryByLabelText('Review progress')).toBeNull();
  });
});
