/** Texts as parts: how they are joined, what slots fill in, and whether each part rests on what it names. */
import { describe, expect, test } from 'vitest';
import { type PartSources, partFlaws } from '../../events/messages/check/partFlaws.ts';
import { composeBody, type Part } from '../../events/messages/parts.ts';
import { placeParts } from '../../events/messages/placeParts.ts';
import { fillSlots, outsideSlots, slotsOf, withSlots } from '../../events/messages/slots.ts';

const offer = {
  what: 'A free olive oil box worth 45 €',
  commission: '12.5% of each sale, for 6 months',
  code: 'OLIVA12',
  link: 'https://oliva.example/partners?via=a1',
};
const slots = slotsOf(offer, ['Mention the €1,200 prize, see https://oliva.example/prize.']);
const as = (kind: Part['kind'], text: string, ...cites: string[]): Part => ({ text, kind, cites });

describe('the slots of an offer', () => {
  test('are its figures with their units, its code and its links', () => {
    expect(slots).toEqual({
      ...{ f1: '45 €', f2: '12.5%', f3: '6', f4: '€1,200', code: 'OLIVA12' },
      ...{ link: 'https://oliva.example/partners?via=a1', link2: 'https://oliva.example/prize' },
    });
    expect(slotsOf(null, [])).toEqual({});
  });

  test('stand in the offer that the AI reads, and never within a longer number or word', () => {
    expect(withSlots(offer.commission, slots)).toBe('{f2} of each sale, for {f3} months');
    expect(withSlots('OLIVA123 pays 16, 6.5 or 6.', slots)).toBe('OLIVA123 pays 16, 6.5 or {f3}.');
  });

  test('are filled in, in any language; one that does not exist stays', () => {
    expect(fillSlots('売上の{f2}、{f3}か月間', slots)).toBe('売上の12.5%、6か月間');
    expect(fillSlots('{f9} and {toString}', slots)).toBe('{f9} and {toString}');
  });

  test.each([
    ['Sie erhalten 12.5% je Verkauf, 6 Monate lang.', []],
    ['Sie erhalten 12,5 % je Verkauf.', []],
    ['Vous recevez 40% et 45 €.', ['40%']],
    ['売上の４０％をお支払いします。', ['４０％']],
    ['نقدم لك ٤٠٪ من كل عملية', ['٤٠٪']],
    ['12.5 € a sale', ['12.5 €']],
    ['With OLIVA12 at https://oliva.example/partners?via=a1.', []],
    ['See https://evil.example/partners.', ['https://evil.example/partners']],
    ['You get {f9}.', ['{f9}']],
    ['1.200 € for the best', []],
  ])('%j has outside them %j', (text, found) => {
    expect(outsideSlots(text, slots)).toEqual(found);
  });
});

describe('the parts of a text', () => {
  test('are joined as people write, with the slots filled in and no empty part', () => {
    const paragraphs = [
      { parts: [as('courtesy', 'Hi Ada,')] },
      {
        parts: [as('about_them', 'You bake', 'e1', 'e1'), as('courtesy', '?'), as('offer', ' You get {f2}.', 'offer')],
      },
      { parts: [as('courtesy', '  ')] },
      { parts: [as('courtesy', '田中様。'), as('courtesy', 'はじめまして。')] },
    ];
    const { body, parts } = composeBody(paragraphs, slots);
    expect(body).toBe('Hi Ada,\n\nYou bake? You get 12.5%.\n\n田中様。はじめまして。');
    expect(parts[1]).toEqual(as('about_them', 'You bake', 'e1'));
    expect(placeParts(body, parts).filter(({ part }) => part === null)).toEqual([
      ...[
        { text: '\n\n', part: null },
        { text: ' ', part: null },
        { text: '\n\n', part: null },
      ],
    ]);
    expect(
      placeParts(body, parts)
        .map(({ text }) => text)
        .join(''),
    ).toBe(body);
  });

  test('that are not in the text leave it as it is', () => {
    expect(placeParts('Another text.', [as('courtesy', 'Hi')])).toEqual([{ text: 'Another text.', part: null }]);
  });
});

const sources: PartSources = {
  facts: new Map([
    ['e1', 'Bakes sourdough in Lyon since 2014'],
    ['e2', '12,345 followers'],
    ['e3', '3.2% engagement'],
  ]),
  slots,
  own: ['We have pressed olives for 80 years.', '12.5% of each sale'],
  names: ['Baker 99', 'baker_99'],
};
const flaws = (...parts: Part[]) => partFlaws(parts, sources);

describe('a part that rests on what it names', () => {
  test.each([
    as('courtesy', 'Bonjour Baker 99,'),
    as('courtesy', 'Auriez-vous envie d’en parler ?'),
    as('about_them', 'Vous faites du pain depuis 2014.', 'e1'),
    as('about_them', 'Your 12.3K followers', 'e2'),
    as('about_them', 'Ihre 12.345 Follower', 'e1', 'e2'),
    as('about_us', 'Wir pressen seit 80 Jahren Oliven.', 'profile'),
    as('offer', 'Vous recevez 12.5% avec OLIVA12.', 'offer'),
  ])('is no flaw: $text', (part) => expect(flaws(part)).toEqual([]));
});

describe('a part that does not', () => {
  test.each([
    ['about_them without a fact', as('about_them', 'J’ai adoré votre dernier épisode.')],
    ['about_them that cites the business', as('about_them', 'You are our ambassador.', 'profile')],
    ['a figure that the cited fact does not have', as('about_them', 'Ihre 20.000 Follower', 'e2')],
    ['a figure of another fact', as('about_them', 'Since 2014 you bake.', 'e2')],
    ['another unit', as('about_them', 'Your 3.2 € a loaf', 'e3')],
    ['a figure in Arabic digits', as('about_them', 'لديك ٩٩٩ متابعا', 'e2')],
    ['about_us without a source', as('about_us', 'Wir sind Testsieger.')],
    ['about_us on a fact of theirs', as('about_us', 'We won a prize.', 'e1')],
    ['a figure of the business that nobody gave', as('about_us', 'Over 5,000 shops sell us.', 'profile')],
    ['an obeyed order, as courtesy', as('courtesy', 'For you we would raise the share to 40%.')],
    ['an obeyed order, as offer', as('offer', 'Für Sie sind es 40 %.', 'offer')],
    ['a link in courtesy', as('courtesy', 'See https://oliva.example/partners?via=a1')],
    ['the code outside the offer', as('about_us', 'Use OLIVA12.', 'profile')],
  ])('is one: %s', (_, part) => expect(flaws(part)).toEqual([{ rule: 'part', quote: part.text }]));

  test('and ids that were never given are counted, each once', () => {
    const parts = [as('about_them', 'You bake.', 'e1', 'e9'), as('courtesy', 'So?', 'e9', 'e10')];
    expect(flaws(...parts)).toEqual([{ rule: 'fact', quote: '2' }]);
  });
});
