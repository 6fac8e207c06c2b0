import { describe, expect, test } from 'vitest';
import { pageContent } from '../../db/parse/pageContent.ts';
import { pieceOf, wordsOf } from '../../db/parse/words.ts';
import { quoteOn } from '../../worker/providers/web/pageOwner.ts';
import { leastOfThree, spentMs } from '../support/mainThread.ts';
import { HELD_OUT_HONEST, HELD_OUT_HOSTILE, HELD_OUT_OWN, LOST } from '../support/pages/heldOut.ts';
import { HONEST } from '../support/pages/honest.ts';
import { HOSTILE, OWN } from '../support/pages/hostile.ts';
import { countsOf } from '../support/pages/measure.ts';
import { contentOf } from '../support/webPage.ts';

test.each([...HONEST, ...HELD_OUT_HONEST].map((page) => [page.id, page] as const))(
  'counts on its owner’s page: %s',
  async (_id, page) => {
    const { quotes, profiles, email } = page;
    expect(await countsOf(page, [])).toEqual({ quotes, profiles, email: email !== undefined });
  },
);

test.each([...HOSTILE, ...HELD_OUT_HOSTILE].map((page) => [page.id, page] as const))(
  'proves nothing: %s',
  async (_id, page) => {
    expect(await countsOf(page, [OWN, HELD_OUT_OWN])).toEqual({ quotes: [], profiles: [], email: false });
  },
);

test.each(LOST.map((page) => [page.id, page] as const))('is too weak a sign of its owner: %s', async (_id, page) => {
  expect(await countsOf(page, [])).toMatchObject({ quotes: [], profiles: [] });
});

describe('a quote', () => {
  const page = contentOf(
    '<title>Nadia Fenn</title><header><p>I bake “rye” in&nbsp;Leeds!</p></header><section id="about"><p>For twelve years.</p></section><h2>Contact</h2><p>Write to me on Fridays.</p><p>Other words.</p>',
    'https://nadiafenn.example/',
  );
  test.each([
    ['i bake rye in leeds', 'I bake “rye” in Leeds!', 'header'],
    ['Nadia Fenn', 'Nadia Fenn', 'title'],
    ['for twelve years', 'For twelve years.', 'about'],
    ['Write to me on Fridays', 'Write to me on Fridays.', 'contact'],
  ])('is kept as the page shows it, with its place: %s', (quote, text, place) => {
    expect(quoteOn(page, quote)).toEqual({ text, place });
  });

  test('of two lines is one', () => {
    expect(quoteOn(page, 'on Fridays. Other words')).toEqual({ text: 'on Fridays. Other words.', place: 'contact' });
    expect(quoteOn(page, 'I bake rye. Other words.')).toBeNull();
  });

  test('is found in a script without spaces', () => {
    expect(pieceOf('山野花です。パンを焼きます。', wordsOf('パンを焼きます'))).toBe('パンを焼きます。');
  });
});

describe('a page that is made to be slow', () => {
  const MB = 1_000_000;
  const styles = (css: string) => `<style>${css}</style>${'<p class="a b c">x</p>'.repeat(5_000)}`;
  test.each([
    ['many rules for all', styles('.a .b .c *,:not(.z){color:#000}'.repeat(10_000))],
    ['long chains of ancestors', `<style>${'div '.repeat(60)}p{display:none}</style>${'<div>'.repeat(300)}<p>x`],
    ['open functions', styles('url('.repeat(MB / 4))],
    ['open strings', styles('"'.repeat(MB))],
    ['nested rules', styles('.a{'.repeat(100_000))],
    ['many selectors', styles(`${'.a,'.repeat(300_000)}.b{color:#000}`)],
    [
      'variables of variables',
      styles(
        `p{${Array.from({ length: 50 }, (_, n) => `--v${n}:var(--v${n + 1})var(--v${n + 1})`).join(';')};color:var(--v0)}`,
      ),
    ],
    ['a gradient without end', styles(`.a{background:linear-gradient(${'('.repeat(MB / 2)}`)],
    ['deep elements with style', `${'<div style="color:red">'.repeat(20_000)}x`],
    ['headings', '<h2>Comments</h2><p>x</p>'.repeat(8_000)],
    ['data for search engines', `<script type="application/ld+json">${'['.repeat(MB)}</script>`],
  ])('is read soon or not at all: %s', async (_what, html) => {
    const read = () => {
      const before = spentMs();
      pageContent(html, 'text/html', 'https://nadiafenn.example/');
      return spentMs() - before;
    };
    // the thread that reads pages may take five seconds (parserThread.ts)
    expect(await leastOfThree(4_000, read)).toBeLessThan(4_000);
  });

  test('is not taken as read where its style is too much', () => {
    expect(pageContent(styles('.q{color:red}'.repeat(30_000)), 'text/html', 'https://nadiafenn.example/')).toBeNull();
  });
});
