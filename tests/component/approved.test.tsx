import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { ApprovedScreen } from '../../web/features/approved/ApprovedScreen.tsx';
import { useApprovedSelection } from '../../web/features/partners/selection.ts';
import { answer, calls, failed, hold, reads } from './support/api.ts';
import { downloads } from './support/downloads.ts';
import { fillIn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { address, button, cardOf, figure, names, rowElement, rowOf } from './support/partnerRows.ts';
import { keepPartners } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aPartner } from './support/views.ts';

const aContact = (email: string) => ({ email, socialProfiles: [], confidence: 0.9 });
const approved = (id: string, name: string, more: Partial<PartnerView>): PartnerView =>
  aPartner({
    id,
    name,
    username: id,
    profileUrl: `https://www.linkedin.com/in/${id}`,
    platform: 'linkedin',
    status: 'approved',
    ...more,
  });
const withEmail = (email: string): Partial<PartnerView> => ({
  emailStatus: 'email_found',
  contactInfo: aContact(email),
});

/** Four approved partners, the best match first, and one that no call may bring. */
const PEOPLE = [
  approved('ada', 'Ada Mail', { ...withEmail('ada@m.example'), matchScore: 90, followersCount: 48_203 }),
  approved('ben', 'Ben Mail', {
    ...withEmail('ben@m.example'),
    matchScore: 80,
    industry: 'Travel',
    followersCount: 1_000_000,
    engagementRate: 0.8,
  }),
  approved('cleo', 'Cleo Nomail', { matchScore: 70, followersCount: 900, engagementRate: 12 }),
  approved('dov', 'Dov Nomail', { matchScore: 60, followersCount: null, engagementRate: null, industry: 'Gaming' }),
  approved('rex', 'Rex Rejected', { status: 'rejected' }),
];
const EVERYONE = ['Ada Mail', 'Ben Mail', 'Cleo Nomail', 'Dov Nomail'];
const FIGURES = ['Total Approved', 'With Email', 'Email Pending', 'Filtered Results'];

beforeEach(() => useApprovedSelection.getState().clear());
async function shown(search = '', people = PEOPLE): Promise<UserEvent> {
  keepPartners(people);
  const hand = await renderPart(<ApprovedScreen />, `/approved${search}`);
  await screen.findByLabelText('Search partners');
  return hand;
}
const tick = (name: string) => screen.getByLabelText(`Select ${name}`);
const ticked = () => EVERYONE.filter((name) => (tick(name) as HTMLInputElement).checked);
const tabs = () => within(screen.getByLabelText('Summary'));
const inList = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

describe('the list', () => {
  test('asks for the approved, counts them, and shows the credits', async () => {
    await shown();
    screen.getByRole('heading', { level: 1, name: 'Approved Partners' });
    expect(names()).toEqual(EVERYONE);
    expect(FIGURES.map(figure)).toEqual(['4', '2', '2', '4']);
    await screen.findByText(/40\/50 credits remaining this month$/);
    expect(reads).toContain('/api/partners?status=approved&sort=match&limit=100');
  });

  test('says how many of the known addresses may not be written to; engagement has one unit', async () => {
    const eva = approved('eva', 'Eva Mail', { ...withEmail('e@m.example'), doNotContact: 'bounced' });
    await shown('?partner=ben', [...PEOPLE, eva]);
    expect(figure('With Email')).toBe('3 · 1 do not contact');
    rowOf('Eva Mail').getByText('Bounced');
    rowOf('Cleo Nomail').getByText('12%');
    rowOf('Ben Mail').getByText('0.8%');
    await cardOf('Ben Mail').findByText('0.8%');
  });

  test('the address opens a partner, and the profile opens beside the app', async () => {
    const hand = await shown('?partner=ada');
    await cardOf('Ada Mail').findByText('Email: ada@m.example');
    cardOf('Ada Mail').getByText('Ready for campaigns');
    const link = cardOf('Ada Mail').getByRole('link', { name: 'View Profile' });
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'https://www.linkedin.com/in/ada',
      '_blank',
      'noopener noreferrer',
    ]);
    await hand.click(rowElement('Cleo Nomail'));
    expect(address()).toBe('?partner=cleo');
    await screen.findByLabelText('About Cleo Nomail');
    cardOf('Cleo Nomail').getByText('No email yet');
  });

  test('while it loads, after a failure, and with no one approved', async () => {
    const { held, release } = hold();
    keepPartners([]);
    answer('get', '/api/partners', () => held.then(() => failed(500)));
    answer('get', '/api/partners/counts', () => held.then(() => failed(500)));
    const hand = await renderPart(<ApprovedScreen />, '/approved');
    await screen.findByRole('status', { name: 'Loading approved partners...' });
    release();
    await screen.findByText('Error loading approved partners. Please try again.');
    expect(FIGURES.map(figure)).toEqual(['–', '–', '–', '–']);
    keepPartners([]);
    await hand.click(screen.getByText('Try again'));
    await screen.findByRole('heading', { name: 'No Approved Partners Yet' });
    screen.getByText('Start by discovering and approving partners from the Discovery page.');
    expect(screen.getByRole('link', { name: 'Go to Partner Discovery' }).getAttribute('href')).toBe('/discovery');
  });
});

describe('the filters', () => {
  test('tabs narrow the list by email status, each with its count, and are kept in the address', async () => {
    const hand = await shown();
    expect(
      tabs()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Total Approved4', 'With Email2', 'Email Pending2', 'No Email Found0']);
    await hand.click(tabs().getByText('Email Pending'));
    await inList('Cleo Nomail', 'Dov Nomail');
    expect(figure('Filtered Results')).toBe('2');
    expect(address()).toBe('?emailStatus=pending');
    await hand.click(tabs().getByText('Total Approved'));
    await inList(...EVERYONE);
  });

  test('of the address narrow it, but never to another status', async () => {
    await shown('?industry=Fitness&minFollowers=10000&minMatchScore=80&status=rejected');
    expect(names()).toEqual(['Ada Mail']);
  });

  test('when they leave no one, it says so, and Clear Filters brings all back', async () => {
    const hand = await shown('?industry=Fitness&minEngagement=5&search=ada');
    await screen.findByRole('heading', { name: 'No Matches Found' });
    screen.getByText('Try adjusting your filters to see more results.');
    expect(figure('Filtered Results')).toBe('0');
    expect(button('Export CSV (0)').disabled).toBe(true);
    await hand.click(screen.getByText('Clear Filters'));
    await inList(...EVERYONE);
    expect(address()).toBe('');
  });
});

describe('the ticks', () => {
  test('rows are ticked one by one, all visible at once, and cleared; ticks outlast the filters', async () => {
    const hand = await shown();
    expect(screen.queryByText('Clear Selection')).toBeNull();
    await hand.click(tick('Ada Mail'));
    screen.getByText('Add to Campaign (1)');
    await hand.click(tabs().getByText('Email Pending'));
    await inList('Cleo Nomail', 'Dov Nomail');
    await hand.click(screen.getByLabelText('Select All Visible'));
    screen.getByText('Add to Campaign (3)');
    await hand.click(tabs().getByText('Total Approved'));
    await inList(...EVERYONE);
    expect(ticked()).toEqual(['Ada Mail', 'Cleo Nomail', 'Dov Nomail']);
    // rows hidden by a filter stay
    await hand.click(tabs().getByText('Email Pending'));
    await inList('Cleo Nomail', 'Dov Nomail');
    await hand.click(screen.getByLabelText('Select All Visible'));
    screen.getByText('Add to Campaign (1)');
    await hand.click(tabs().getByText('Total Approved'));
    await inList(...EVERYONE);
    expect(ticked()).toEqual(['Ada Mail']);
    // also while the filters hide all of them
    await fillIn(hand, 'Search partners', 'nobody');
    await screen.findByRole('heading', { name: 'No Matches Found' });
    screen.getByText('Add to Campaign (1)');
    await hand.click(screen.getByText('Clear Selection'));
    screen.getByText('Add to Campaign (0)');
  });
});

describe('Export CSV', () => {
  test('asks for status=approved with the filters, and is named approved-partners-{date}.csv unless the server names it', async () => {
    const saved = downloads();
    const hand = await shown('?emailStatus=email_found');
    answer('get', '/api/partners/export', () => new Response('name'));
    await hand.click(button('Export CSV (2)'));
    await seeToast({ title: 'Export Complete', text: '2 partners exported as CSV.' });
    expect(reads.at(-1)).toBe('/api/partners/export?emailStatus=email_found&status=approved');
    expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^approved-partners-\d{4}-\d\d-\d\d\.csv$/)]);
  });

  test('of the selected ones sends their ids', async () => {
    const saved = downloads();
    const hand = await shown();
    answer('post', '/api/partners/export', () => new Response('name'));
    await hand.click(tick('Ada Mail'));
    await hand.click(button('Export (1)'));
    await seeToast({ title: 'Export Complete', text: '1 partner exported as CSV.' });
    expect(calls.at(-1)).toMatchObject({ path: '/api/partners/export', body: { ids: [expect.any(String)] } });
    expect(saved).toHaveLength(1);
  });
});

describe('Find emails', () => {
  const missing = (more: Partial<PartnerView>[]) =>
    PEOPLE.map((one) => ({ ...one, ...more[['cleo', 'dov'].indexOf(one.id)] }));
  async function asked() {
    const hand = await shown();
    const kept = keepPartners(PEOPLE);
    await hand.click(tick('Cleo Nomail'));
    await hand.click(tick('Dov Nomail'));
    await hand.click(await screen.findByRole('button', { name: 'Find emails 2 credits' }));
    const confirm = () => screen.getByRole('button', { name: 'Find 2 emails' });
    const becomes = (...more: Partial<PartnerView>[]) => {
      kept.list = missing(more);
      notice({ kind: 'partner', id: 'cleo', type: 'ContactFound', version: 3 });
    };
    return { hand, confirm, becomes };
  }

  test('is one call, so the searches outlast the tab; the button counts those that ended, and a notice sums up', async () => {
    const { hand, confirm, becomes } = await asked();
    const searching = { contactSearching: true };
    answer('post', '/api/partners/enhance-contacts', () => {
      becomes(searching, searching);
      return Response.json({ searching: ['cleo', 'dov'] }, { status: 202 });
    });
    await hand.click(confirm());
    await screen.findByRole('button', { name: '0 of 2' });
    expect(calls).toMatchObject([{ path: '/api/partners/enhance-contacts', body: { ids: ['cleo', 'dov'] } }]);
    becomes({ ...withEmail('cleo@found.example'), contactSource: 'hunter' }, searching);
    await screen.findByRole('button', { name: '1 of 2' });
    becomes({ ...withEmail('cleo@found.example'), contactSource: 'hunter' }, {});
    await seeToast({
      title: 'Contact Enhanced',
      text: /^1 of 2 email addresses found\.$/,
    });
  });

  test('that finds nothing says so; one that is refused says why', async () => {
    const { hand, confirm, becomes } = await asked();
    answer('post', '/api/partners/enhance-contacts', () => {
      becomes({ emailStatus: 'no_email_found' }, { emailStatus: 'no_email_found' });
      return Response.json({ searching: ['cleo', 'dov'] }, { status: 202 });
    });
    await hand.click(confirm());
    await seeToast({ title: 'No Email Found', text: /^0 of 2 email addresses found\.$/ });
    // credits that another tab has spent since
    answer('post', '/api/partners/enhance-contacts', () => {
      becomes({ emailStatus: 'no_email_found' }, {});
      return Response.json({ searching: ['cleo'] }, { status: 202 });
    });
    await hand.click(screen.getByRole('button', { name: 'Find emails 2 credits' }));
    await hand.click(confirm());
    await seeToast({ title: 'No Email Found', text: /^0 of 2 email addresses found\. 1 not searched\.$/ });
    answer('post', '/api/partners/enhance-contacts', () =>
      Response.json({ error: 'any words', used: 50, limit: 50, details: { code: 'credits_used_up' } }, { status: 429 }),
    );
    await hand.click(screen.getByRole('button', { name: 'Find emails 2 credits' }));
    await hand.click(confirm());
    await seeToast({ title: 'Credit Limit Exceeded', text: "You've used 50/50", variant: 'destructive' });
  });
});

describe('Reject', () => {
  const MESSAGES = {
    campaigns: [
      { id: 'c1', name: 'Spring vests', messages: 1 },
      { id: 'c2', name: 'Autumn launch', messages: 1 },
    ],
  };
  const CANCELS = 'This cancels 2 unsent messages: 1 in Spring vests, 1 in Autumn launch.';
  const asking = async () => within(await screen.findByRole('alertdialog', { name: 'Reject Dov Nomail?' }));
  async function rejected(): Promise<UserEvent> {
    const hand = await shown('?partner=dov');
    await hand.click(tick('Dov Nomail'));
    await hand.click(cardOf('Dov Nomail').getByText('Reject'));
    return hand;
  }

  test('takes a partner without messages off the list at once, and out of the selection; Undo restores', async () => {
    const hand = await rejected();
    await seeToast({ title: 'Partner Updated', text: 'Dov Nomail removed from approved list.' });
    await inList('Ada Mail', 'Ben Mail', 'Cleo Nomail');
    expect(FIGURES.map(figure)).toEqual(['3', '2', '1', '3']);
    screen.getByText('Add to Campaign (0)');
    await hand.click(screen.getByText('Undo'));
    await seeToast({ title: 'Partner Updated', text: 'Dov Nomail is approved again.' });
    await inList(...EVERYONE);
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/api/partners/dov/status', { status: 'rejected' }],
      ['/api/partners/dov/undo-decision', { decision: 1 }],
    ]);
  });

  test('of a partner with unsent messages asks first and says which; Cancel rejects no one', async () => {
    const hand = await shown('?partner=dov');
    answer('get', '/api/partners/:id/waiting-messages', MESSAGES);
    await hand.click(cardOf('Dov Nomail').getByText('Reject'));
    (await asking()).getByText(CANCELS);
    await hand.click((await asking()).getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls).toEqual([]);
  });

  test('after that question rejects; Undo says how many messages are back', async () => {
    const hand = await shown('?partner=dov');
    answer('get', '/api/partners/:id/waiting-messages', MESSAGES);
    await hand.click(cardOf('Dov Nomail').getByText('Reject'));
    await hand.click((await asking()).getByText('Reject'));
    await seeToast({ title: 'Partner Updated', text: 'Dov Nomail removed from approved list.' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    answer('post', '/api/partners/:id/undo-decision', { ...aPartner({ status: 'approved' }), waitingMessages: 2 });
    await hand.click(screen.getByText('Undo'));
    await seeToast({ title: 'Partner Updated', text: 'Dov Nomail is approved again, with 2 unsent messages.' });
  });
});

test('Delete Partner asks, and takes the partner away', async () => {
  const hand = await shown('?partner=cleo');
  await hand.click(cardOf('Cleo Nomail').getByText('Delete Partner'));
  const asking = within(await screen.findByRole('alertdialog', { name: 'Delete Partner?' }));
  asking.getByText('Are you sure you want to delete Cleo Nomail? This action cannot be undone.');
  await waitFor(() => expect(asking.getByText<HTMLButtonElement>('Delete Partner').disabled).toBe(false));
  await hand.click(asking.getByText('Delete Partner'));
  await seeToast({ title: 'Partner Deleted' });
  await inList('Ada Mail', 'Ben Mail', 'Dov Nomail');
  expect(figure('Email Pending')).toBe('1');
});
