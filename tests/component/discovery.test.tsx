import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import type { Platform } from '../../events/shared/options.ts';
import { DiscoveryScreen } from '../../web/features/discovery/DiscoveryScreen.tsx';
import { FilterFields } from '../../web/features/partners/FilterFields.tsx';
import { answer, reads } from './support/api.ts';
import { downloads } from './support/downloads.ts';
import { fillIn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import {
  address,
  button,
  cardOf,
  figure,
  headOf,
  names,
  openFilters,
  rowElement,
  rowOf,
} from './support/partnerRows.ts';
import { fivePeople, keepPartners } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aProfile } from './support/views.ts';

const EVERYONE = fivePeople().map(({ name }) => name ?? '');
const ENGAGED_FIRST = ['Dov Kessler', 'Cleo Marsh', 'Ben Okafor', 'Ada Lindqvist', 'Eli Sand'];

async function shown(search = '', list = fivePeople()): Promise<UserEvent> {
  keepPartners(list);
  const hand = await renderPart(<DiscoveryScreen />, `/discovery${search}`);
  await screen.findByLabelText('Search partners');
  return hand;
}
const prefer = (...preferredPlatforms: Platform[]) =>
  answer('get', '/api/business-profile', aProfile({ preferredPlatforms }));
const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const searchBox = () => screen.getByLabelText<HTMLInputElement>('Search partners');
const inList = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

describe('the screen', () => {
  test('its title, its actions, the counts of each status, and how far the review is', async () => {
    await shown();
    screen.getByRole('heading', { level: 1, name: 'Partner Discovery' });
    expect(document.title).toContain('Partner Discovery');
    const actions = ['Add from LinkedIn', 'Adjust Profile', 'Generate New Matches', 'Export CSV (5)', 'Import CSV'];
    for (const name of actions) expect(button(name).disabled, name).toBe(false);
    expect(['Total', 'Pending Review', 'Approved', 'Rejected'].map(figure)).toEqual(['5', '3', '1', '1']);
    const bar = screen.getByLabelText('Review progress');
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['2', '5']);
    screen.getByText('2 of 5 reviewed');
  });

  test('without a pending partner there is no bar, and nothing to decide on all at once', async () => {
    await shown('', fivePeople().slice(3));
    expect(figure('Pending Review')).toBe('0');
    expect(screen.queryByLabelText('Review progress')).toBeNull();
    expect(screen.queryByText('Accept or reject all')).toBeNull();
  });

  test('a partner without evidence comes last, however high the match', async () => {
    const [first, ...others] = fivePeople();
    if (!first) throw new Error('The list is empty.');
    await shown('', [{ ...first, verified: false }, ...others]);
    expect(names()).toEqual([...others, first].map(({ name }) => name));
  });

  test('each row has name, figures, match with a label, and where they stand; the best match comes first', async () => {
    await shown();
    const texts: [string, string[]][] = [
      ['Ada Lindqvist', ['@adaruns', 'LinkedIn', 'Fitness', '950', '0.8%', 'Match 92', 'Excellent', 'Pending review']],
      ['Ben Okafor', ['@bencooks', 'Instagram', 'Food', '12.5K', '3.4%', 'Match 81', 'Good', 'Pending review']],
      ['Cleo Marsh', ['@cleomarsh', 'YouTube', 'Travel', '1.2M', '5%', 'Match 76', 'Good', 'Pending review']],
      ['Dov Kessler', ['@dovplays', 'TikTok', 'Gaming', '52.0K', '10.2%', 'Match 70', 'Fair', 'Approved']],
      ['Eli Sand', ['@elisand', 'Twitter/X', 'Technology', '–', 'Match 40', 'Fair', 'Rejected']],
    ];
    expect(names()).toEqual(texts.map(([name]) => name));
    for (const [name, expected] of texts) {
      for (const text of expected) expect(rowElement(name).textContent, name).toContain(text);
    }
  });

  test('a match has its color in the row, and another one on the card', async () => {
    const scores = [90, 89, 75, 74, 69];
    await shown('?partner=ada', fivePeople().map((one, at) => ({ ...one, matchScore: scores[at] })) as PartnerView[]);
    const colors = names().map(
      (name) => /bg-bar-\w+/.exec(rowElement(name).querySelector('i b')?.className ?? '')?.[0],
    );
    expect(colors).toEqual(['bg-bar-good', 'bg-bar-warn', 'bg-bar-warn', 'bg-bar-bad', 'bg-bar-bad']);
    expect((await cardOf('Ada Lindqvist').findByText('90%')).className).toContain('text-good');
  });

  test('a press opens a row, one at a time, and a second press closes it', async () => {
    const hand = await shown();
    await hand.click(rowOf('Cleo Marsh').getByText('1.2M'));
    await screen.findByLabelText('About Cleo Marsh');
    await cardOf('Cleo Marsh').findByText('Slow trips by rail.');
    expect(address()).toBe('?partner=cleo');
    await hand.click(rowElement('Ben Okafor'));
    await screen.findByLabelText('About Ben Okafor');
    expect(screen.queryByLabelText('About Cleo Marsh')).toBeNull();
    await hand.click(rowElement('Ben Okafor'));
    await waitFor(() => expect(screen.queryByLabelText(/^About/)).toBeNull());
    expect(address()).toBe('');
  });

  test('what changes elsewhere shows at once', async () => {
    const kept = keepPartners([]);
    await renderPart(<DiscoveryScreen />);
    await screen.findByRole('heading', { name: 'No partners yet' });
    kept.list = fivePeople();
    notice({ kind: 'partner', id: 'ada', type: 'PartnerImported', version: 1 });
    await inList('Ada Lindqvist', 'Ben Okafor', 'Cleo Marsh', 'Dov Kessler', 'Eli Sand');
  });
});

describe('loading', () => {
  test('an empty list says how to get partners', async () => {
    keepPartners([]);
    await renderPart(<DiscoveryScreen />, '/discovery');
    await screen.findByRole('heading', { name: 'No partners yet' });
    screen.getByText('Find the first 10');
    expect(figure('Total')).toBe('0');
    expect(screen.queryByLabelText('Search partners')).toBeNull();
  });

  test('an address with a partner who is gone opens no one, and forgets them', async () => {
    await shown('?search=Ada&partner=gone');
    await inList('Ada Lindqvist');
    expect(screen.queryByLabelText(/^About/)).toBeNull();
    await waitFor(() => expect(address()).toBe('?search=Ada'));
  });
});

describe('the filters', () => {
  test('each offers its options', async () => {
    await renderPart(<FilterFields counts={undefined} filter={{}} onChange={() => undefined} />);
    for (const [label, expected] of [
      [
        'Industry',
        'All industries,Technology,Fashion,Fitness,Food & Beverage,Travel,Beauty,Gaming,Education,Finance,Health,Lifestyle,Business',
      ],
      ['Min followers', 'Any followers,1K+ followers,5K+ followers,10K+ followers,50K+ followers,100K+ followers'],
      ['Min engagement', 'Any engagement,1%+ engagement,3%+ engagement,5%+ engagement,10%+ engagement'],
      ['Min match', 'Any match,50%+ match,70%+ match,80%+ match,90%+ match'],
      ['Sort by', 'Best match first,Most followers,Most engagement,Name, A–Z,Industry,Email,Newest first'],
    ] as const)
      expect([...select(label).options].map(({ text }) => text).join(',')).toBe(expected);
  });

  test('each narrows or orders the list, and is kept in the address', async () => {
    const hand = await shown();
    await openFilters(hand);
    for (const [label, option, search, found] of [
      ['Industry', 'Food & Beverage', '?industry=Food+%26+Beverage', ['Ben Okafor']],
      ['Min followers', '50K+ followers', '?minFollowers=50000', ['Cleo Marsh', 'Dov Kessler']],
      ['Min engagement', '10%+ engagement', '?minEngagement=10', ['Dov Kessler']],
      ['Min match', '80%+ match', '?minMatchScore=80', ['Ada Lindqvist', 'Ben Okafor']],
      ['Sort by', 'Name, A–Z', '?sort=name', EVERYONE],
      ['Sort by', 'Most engagement', '?sort=engagement', ENGAGED_FIRST],
    ] as const) {
      await hand.selectOptions(select(label), option);
      await inList(...found);
      expect(address()).toBe(search);
      await hand.selectOptions(select(label), select(label).options[0] as HTMLOptionElement);
      await inList(...EVERYONE);
      expect(address()).toBe('');
    }
  });

  test('a least number can let through who has no known one; a pill says so and takes it away', async () => {
    const hand = await shown();
    await openFilters(hand);
    expect(screen.queryByLabelText('Include unknown numbers')).toBeNull();
    await hand.selectOptions(select('Min engagement'), '10%+ engagement');
    await inList('Dov Kessler');
    await hand.click(screen.getByLabelText('Include unknown numbers'));
    await inList('Dov Kessler', 'Eli Sand');
    expect(address()).toBe('?minEngagement=10&includeUnknown=true');
    await hand.click(screen.getByLabelText('Remove filter: Include unknown numbers'));
    await inList('Dov Kessler');
    expect(address()).toBe('?minEngagement=10');
  });

  test('the one platform, who was contacted and when, and all of it cleared at once', async () => {
    const hand = await shown();
    await openFilters(hand);
    await hand.selectOptions(select('Platform'), 'YouTube');
    await inList('Cleo Marsh');
    await hand.selectOptions(select('Contacted'), 'Replied');
    await hand.selectOptions(select('Last contact'), 'Last contact over 30 days ago');
    expect(address()).toBe('?platforms=youtube&contacted=replied&lastContact=over_30');
    await hand.click(screen.getByLabelText('Remove filter: Replied'));
    expect(address()).toBe('?platforms=youtube&lastContact=over_30');
    await hand.click(screen.getByText('Clear all'));
    await inList(...EVERYONE);
    expect(address()).toBe('');
  });

  test('the search looks into name, username and bio', async () => {
    const hand = await shown();
    for (const [typed, found] of [
      ['cleo MARSH', 'Cleo Marsh'],
      ['bencooks', 'Ben Okafor'],
      ['vermont', 'Ada Lindqvist'],
    ] as const) {
      await fillIn(hand, searchBox(), typed);
      await inList(found);
    }
  });

  test.each([
    ['Pending Review3', '?status=pending', ['Ada Lindqvist', 'Ben Okafor', 'Cleo Marsh']],
    ['Approved1', '?status=approved', ['Dov Kessler']],
    ['Rejected1', '?status=rejected', ['Eli Sand']],
    ['Email found1', '?emailStatus=email_found', ['Ben Okafor']],
    ['No email yet4', '?emailStatus=pending', ['Ada Lindqvist', 'Cleo Marsh', 'Dov Kessler', 'Eli Sand']],
    ['No email found0', '?emailStatus=no_email_found', []],
  ])('the chip %s', async (text, search, found) => {
    const hand = await shown();
    await openFilters(hand);
    const chip = [...document.querySelectorAll('[aria-pressed]')].find((one) => one.textContent === text) as Element;
    await hand.click(chip);
    expect(chip.getAttribute('aria-pressed')).toBe('true');
    await inList(...found);
    expect(address()).toBe(search);
  });

  test('Total and the cross of a filter show everyone again', async () => {
    const hand = await shown('?status=rejected&emailStatus=pending');
    await inList('Eli Sand');
    await hand.click(within(screen.getByLabelText('Summary')).getByText('Total'));
    await hand.click(screen.getByLabelText('Remove filter: No email yet'));
    await waitFor(() => expect(names()).toEqual(EVERYONE));
    expect(address()).toBe('');
  });

  test('the address fills them in, and opens its partner', async () => {
    await shown('?search=o&minFollowers=10000&status=pending&partner=ben');
    await inList('Ben Okafor', 'Cleo Marsh');
    expect(searchBox().value).toBe('o');
    screen.getByText('10K+ followers');
    cardOf('Ben Okafor');
  });

  test('Clear Filters clears what narrows the list, and keeps the order', async () => {
    const hand = await shown('?search=nobody&status=pending&sort=followers');
    await screen.findByRole('heading', { name: 'No partners match your current filters' });
    expect(button('Export CSV (0)').disabled).toBe(true);
    await hand.click(screen.getByText('Clear Filters'));
    await inList('Cleo Marsh', 'Dov Kessler', 'Ben Okafor', 'Ada Lindqvist', 'Eli Sand');
    expect(searchBox().value).toBe('');
    expect(address()).toBe('?sort=followers');
  });
});

describe('preferred platforms', () => {
  test('restrict the list; a chip says so and takes the restriction away, another one restores it', async () => {
    prefer('linkedin', 'instagram');
    const hand = await shown();
    await inList('Ada Lindqvist', 'Ben Okafor');
    expect(figure('Total')).toBe('2');
    screen.getByText('Preferred platforms only · 3 hidden');
    await hand.click(screen.getByLabelText('Show the 3 on other platforms'));
    await waitFor(() => expect(names()).toEqual(EVERYONE));
    expect(address()).toBe('?platforms=all');
    await hand.click(screen.getByText('Preferred platforms only'));
    await inList('Ada Lindqvist', 'Ben Okafor');
    expect(address()).toBe('');
  });

  test('follow the profile when it changes', async () => {
    prefer('linkedin');
    await shown();
    await inList('Ada Lindqvist');
    prefer();
    notice({ kind: 'profile', id: 'u1', type: 'ProfileUpdated', version: 2 });
    await waitFor(() => expect(names()).toEqual(EVERYONE));
  });

  test('when they alone hide everyone, Clear Filters shows every platform', async () => {
    prefer('youtube');
    const hand = await shown('', fivePeople().slice(0, 2));
    await screen.findByRole('heading', { name: 'No partners match your current filters' });
    expect(button('Export CSV (0)').disabled).toBe(true);
    await hand.click(screen.getByText('Clear Filters'));
    await inList('Ada Lindqvist', 'Ben Okafor');
    expect(address()).toBe('?platforms=all');
  });

  test('a partner of the address whom they hide is shown above the list', async () => {
    prefer('linkedin');
    const hand = await shown('?partner=cleo');
    await screen.findByText('Your preferred platforms hide Cleo Marsh.');
    await cardOf('Cleo Marsh').findByText('Slow trips by rail.');
    await hand.click(screen.getByText('Show every platform'));
    await waitFor(() => expect(screen.queryByText('Your preferred platforms hide Cleo Marsh.')).toBeNull());
    await waitFor(() => expect(headOf('Cleo Marsh').getAttribute('aria-expanded')).toBe('true'));
  });

  test('a partner of the address whom the filters hide can be closed again', async () => {
    const hand = await shown('?partner=cleo&search=Ada');
    await screen.findByText('Your filters hide Cleo Marsh.');
    await hand.click(cardOf('Cleo Marsh').getByLabelText('Close'));
    await waitFor(() => expect(screen.queryByText('Your filters hide Cleo Marsh.')).toBeNull());
    expect(address()).toBe('?search=Ada');
  });
});

describe('Export CSV', () => {
  const sent = () => reads.find((path) => path.startsWith('/api/partners/export'))?.split('?')[1] ?? '';
  const exports = (csv: () => Response) => answer('get', '/api/partners/export', csv);

  test('sends only the filters that are set, and saves the file under the name that the server gives', async () => {
    const saved = downloads();
    const hand = await shown('?industry=Fitness&minFollowers=0&emailStatus=pending');
    const named = { 'Content-Disposition': 'attachment; filename="partners-of-today.csv"' };
    exports(() => new Response('name\nAda', { headers: named }));
    await hand.click(button('Export CSV (1)'));
    await seeToast({ title: 'Export Complete', text: '1 partner exported as CSV.' });
    expect(sent()).toBe('industry=Fitness&minFollowers=0&emailStatus=pending');
    expect(saved).toEqual([{ name: 'partners-of-today.csv', text: 'name\nAda' }]);
  });

  test('without a name from the server it is partners-export-{date}.csv; the preferred platforms are sent, too', async () => {
    const saved = downloads();
    prefer('linkedin', 'instagram');
    const hand = await shown();
    exports(() => new Response('name'));
    await hand.click(await screen.findByRole('button', { name: 'Export CSV (2)' }));
    await seeToast({ title: 'Export Complete', text: '2 partners exported as CSV.' });
    expect(sent()).toBe('platforms=linkedin%2Cinstagram');
    const today = new Intl.DateTimeFormat('sv-SE').format(new Date());
    expect(saved.map(({ name }) => name)).toEqual([`partners-export-${today}.csv`]);
  });
});
