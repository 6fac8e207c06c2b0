import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { BusinessProfileView } from '../../api/views.ts';
import { AdjustProfileDialog } from '../../web/features/discovery/AdjustProfileDialog.tsx';
import { DiscoveryScreen } from '../../web/features/discovery/DiscoveryScreen.tsx';
import { answer, calls, failed, hold } from './support/api.ts';
import { notice } from './support/notices.ts';
import { button } from './support/partnerRows.ts';
import { keepPartners } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { aSearch } from './support/setupViews.ts';
import { seeToast } from './support/toast.ts';
import { aPartner, aProfile, aUser } from './support/views.ts';

const box = () => within(screen.getByRole('dialog'));
const field = (label: string | RegExp) => box().getByLabelText<HTMLInputElement>(label);
/** The error beside a refused field. */
const errorOf = (label: string | RegExp): string | null | undefined => {
  expect(field(label).getAttribute('aria-invalid')).toBe('true');
  return document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent;
};
const typeOver = async (hand: UserEvent, label: string | RegExp, text: string) => {
  await hand.clear(field(label));
  await hand.click(field(label));
  if (text) await hand.paste(text);
};

describe("'Add from LinkedIn'", () => {
  const URL_FIELD = 'LinkedIn profile URL';
  const ADDRESS = 'https://www.linkedin.com/in/adaruns';
  const FORMAT = 'Please enter a valid LinkedIn profile URL in format: linkedin.com/in/username';
  const added = () => ({ partner: aPartner({ platform: 'linkedin' }) });

  async function opened(): Promise<UserEvent> {
    keepPartners([]);
    const hand = await renderPart(<DiscoveryScreen />, '/discovery');
    await hand.click(await screen.findByText('Add from LinkedIn'));
    await screen.findByRole('dialog', { name: 'Add from LinkedIn' });
    return hand;
  }
  async function add(typed: string): Promise<UserEvent> {
    const hand = await opened();
    await typeOver(hand, URL_FIELD, typed);
    await hand.click(box().getByText('Add Partner'));
    return hand;
  }

  test('what is wrong is said beside the field, in focus, and by a notice, and what was typed stays', async () => {
    const hand = await opened();
    const refused = async (typed: string, title: string, text: string | RegExp) => {
      await typeOver(hand, URL_FIELD, typed);
      await hand.click(box().getByText('Add Partner'));
      await seeToast({ title, text, variant: 'destructive' });
      expect(field(URL_FIELD).value).toBe(typed);
    };
    for (const [typed, title, text] of [
      ['', 'URL Required', 'Please enter a LinkedIn profile URL.'],
      ['https://example.com/in/ada', 'Invalid LinkedIn URL', FORMAT],
      ['https://notlinkedin.com/in/ada', 'Invalid URL Format', FORMAT],
    ] as const) {
      await refused(typed, title, text);
      expect(errorOf(URL_FIELD)).toBe(text);
      expect(document.activeElement).toBe(field(URL_FIELD));
    }
    expect(calls).toEqual([]);
    for (const [status, details, title, text] of [
      [409, { code: 'profile_listed' }, 'Add Partner Failed', 'A partner with this LinkedIn profile already exists.'],
      [400, { code: 'linkedin_elsewhere' }, 'Invalid LinkedIn URL', FORMAT],
    ] as const) {
      answer('post', '/api/partners/ingest-url', () => failed(status, 'any words', { details }));
      await refused(ADDRESS, title, text);
      await waitFor(() => expect(errorOf(URL_FIELD)).toBe(text));
      expect(document.activeElement).toBe(field(URL_FIELD));
      await hand.type(field(URL_FIELD), 'x');
      expect(field(URL_FIELD).getAttribute('aria-invalid')).toBeNull();
    }
    answer('post', '/api/partners/ingest-url', () => Response.error());
    await refused(ADDRESS, 'Add Partner Failed', /connection/i);
  });

  test("'Adding...', once for a double click, then the name, and the focus is back on the button", async () => {
    const hand = await opened();
    const { held, release } = hold();
    answer('post', '/api/partners/ingest-url', () => held.then(added));
    await typeOver(hand, URL_FIELD, ' linkedin.com/in/adaruns ');
    await hand.dblClick(box().getByText('Add Partner'));
    expect(box().getByText('Adding...').getAttribute('aria-busy')).toBe('true');
    release();
    await seeToast({ title: 'Partner Added', text: 'Ada Lindqvist has been added to your list for review.' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.map(({ body }) => body)).toEqual([{ profileUrl: 'linkedin.com/in/adaruns' }]);
    expect(document.activeElement).toBe(button('Add from LinkedIn'));
  });

  test('says when the preferred platforms hide whom it added', async () => {
    answer('get', '/api/business-profile', aProfile({ preferredPlatforms: ['youtube'] }));
    answer('post', '/api/partners/ingest-url', added());
    await add(ADDRESS);
    await seeToast({ title: 'Partner Added', text: 'for review. Your preferred platforms hide them.' });
  });

  test.each([
    [aSearch({ id: 'late', found: 1 }), 'Partner Added', 'The partner has been added', undefined],
    [
      aSearch({ id: 'late', status: 'failed', found: 0, error: 'People Data Labs did not answer' }),
      'Add Partner Failed',
      'Unable to generate partner data from this profile: People Data Labs did not answer',
      'destructive' as const,
    ],
  ])(
    'a profile that is still being read is not called added; its end is said: $status',
    async (end, title, text, variant) => {
      let search = aSearch({ id: 'late', status: 'running', found: 0, finishedAt: null });
      answer('get', '/api/searches/:id', () => search, '/api/searches/late');
      answer('post', '/api/partners/ingest-url', () => Response.json({ accepted: true, id: 'late' }, { status: 202 }));
      await add(ADDRESS);
      await seeToast({ title: 'Still Reading the Profile', text: 'This takes longer than usual.' });
      search = end;
      notice({ kind: 'search', id: 'late', type: 'SearchCompleted', version: 2 });
      await seeToast({ title, text, ...(variant && { variant }) });
    },
  );

  test('a sandbox leads to its sample people', async () => {
    answer('get', '/api/auth/user', aUser({ sandboxOutboxUrl: 'http://localhost:3001/outbox' }));
    await opened();
    const link = await screen.findByRole('link', { name: 'See the sample people' });
    expect(link.getAttribute('href')).toBe('http://localhost:3001/people');
  });
});

describe("'Adjust Profile'", () => {
  const closed = vi.fn();
  const searched = vi.fn();
  async function opened(more: Partial<BusinessProfileView> = {}): Promise<UserEvent> {
    closed.mockClear();
    searched.mockClear();
    answer('put', '/api/business-profile', aProfile(more));
    return renderPart(<AdjustProfileDialog profile={aProfile(more)} count={10} onSearch={searched} onClose={closed} />);
  }
  const AUDIENCE = { partnerCriteria: { targetAudience: 'Trail runners in North America' } };
  const save = (hand: UserEvent) => hand.click(box().getByText('Save'));
  test('begins with the business and the criteria: 5000 followers, 2 % and LinkedIn unless changed', async () => {
    await opened();
    expect(field('Business name').value).toBe('Northwind Trail Gear');
    expect([field('Min followers').value, field('Min engagement (%)').value]).toEqual(['5000', '2']);
    expect(field('Min engagement (%)').step).toBe('0.1');
    const platforms = box().getAllByRole('checkbox');
    expect(platforms).toHaveLength(5);
    expect(platforms.filter((one) => (one as HTMLInputElement).checked)).toEqual([field('LinkedIn')]);
    // the industry of the profile comes from another list
    const options = [...box().getByLabelText<HTMLSelectElement>('Industry').options].map(({ text }) => text);
    expect(options.join(',')).toBe(
      'Technology,Finance,Health & Wellness,E-commerce,Education,Marketing,Creative Services,Fitness',
    );
  });

  test('what is missing is said beside its field, with the focus on the first', async () => {
    const hand = await opened();
    await typeOver(hand, 'Business name', ' ');
    // nothing and less than nothing count as 0
    await typeOver(hand, 'Min followers', '-5');
    await hand.clear(field('Min engagement (%)'));
    await hand.tab();
    expect([field('Min followers').value, field('Min engagement (%)').value]).toEqual(['0', '0']);
    await typeOver(hand, 'Min engagement (%)', '101');
    await save(hand);
    await box().findByText('Business name is required');
    expect(document.activeElement).toBe(field('Business name'));
    expect(errorOf('Target audience')).toBe('Please provide more details about your target audience');
    expect(errorOf('Min engagement (%)')).toBe('Min engagement must be at most 100 percent');
    expect(calls).toEqual([]);
  });

  test('saves all of it; platforms that were preferred follow the new choice', async () => {
    const hand = await opened({ ...AUDIENCE, preferredPlatforms: ['linkedin', 'instagram'] });
    await hand.selectOptions(box().getByLabelText('Industry'), 'E-commerce');
    await hand.clear(field('Min followers'));
    await hand.click(box().getByLabelText('LinkedIn'));
    await hand.click(box().getByLabelText('YouTube'));
    await save(hand);
    await seeToast({ title: 'Profile Updated', text: 'Your partners are scored again, and the next search uses it.' });
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    const business = {
      businessName: 'Northwind Trail Gear',
      industry: 'E-commerce',
      targetAudience: 'Trail runners in North America',
      description: 'Light packs for long runs.',
    };
    const criteria = {
      minFollowers: 0,
      minEngagement: 2,
      platforms: ['youtube'],
      additionalCriteria: '',
      exclusions: [],
    };
    expect(calls[0]?.body).toEqual({
      ...business,
      preferredPlatforms: ['youtube'],
      partnerCriteria: { ...business, ...criteria },
    });
  });

  test('who is left out is listed beside the audience: added, removed, and saved with the criteria', async () => {
    const hand = await opened({
      partnerCriteria: { ...AUDIENCE.partnerCriteria, exclusions: ['no competitors', 'no fast fashion'] },
    });
    await hand.click(box().getByLabelText('Remove no competitors'));
    expect(document.activeElement).toBe(field(/^Leave out/));
    await hand.keyboard('no   shops{Enter}No Fast Fashion{Enter}');
    // what is typed when Save is pressed counts, too
    await hand.keyboard('over 1M followers');
    await save(hand);
    await seeToast({ title: 'Profile Updated' });
    const exclusions = ['no fast fashion', 'no shops', 'over 1M followers'];
    expect(calls[0]?.body).toMatchObject({ partnerCriteria: { exclusions } });
  });

  test('an eleventh one is refused beside the field, and stays typed', async () => {
    const hand = await opened({
      partnerCriteria: { ...AUDIENCE.partnerCriteria, exclusions: Array.from({ length: 10 }, (_, at) => `not ${at}`) },
    });
    await hand.type(field(/^Leave out/), 'one more{Enter}');
    expect(errorOf(/^Leave out/)).toBe('There can be at most 10. Remove one to add another.');
    expect(field(/^Leave out/).value).toBe('one more');
    await hand.click(box().getByLabelText('Remove not 3'));
    expect(field(/^Leave out/).getAttribute('aria-invalid')).toBeNull();
    await hand.keyboard('{Enter}');
    expect(box().getAllByRole('listitem')).toHaveLength(10);
    box().getByText('one more');
  });

  test("'Save and search' searches by what was saved, and not at all if that failed", async () => {
    const hand = await opened(AUDIENCE);
    answer('put', '/api/business-profile', () => failed(500));
    await hand.click(box().getByText('Save and search'));
    await seeToast({ title: 'Error', variant: 'destructive' });
    expect(searched).not.toHaveBeenCalled();
    const saved = aProfile({ partnerCriteria: { targetAudience: 'Climbers of all ages' } });
    answer('put', '/api/business-profile', saved);
    await hand.click(box().getByText('Save and search'));
    await waitFor(() => expect(searched).toHaveBeenCalledExactlyOnceWith(saved));
    expect(closed).toHaveBeenCalledOnce();
  });

  test('without preferred platforms, none are made', async () => {
    const hand = await opened(AUDIENCE);
    await save(hand);
    await seeToast({ title: 'Profile Updated' });
    expect(calls[0]?.body).not.toHaveProperty('preferredPlatforms');
  });
});
