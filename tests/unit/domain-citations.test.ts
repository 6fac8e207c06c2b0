import { expect, test } from 'vitest';
import { citedParts } from '../../events/messages/citations.ts';

const BODY = [
  'Hi Wren,',
  '',
  'You run a repair clinic for packs and vests on the first Sunday of every month, and I’d like to send something. We make a running vest.',
  '',
  'Your film about the Long Trail shows the use we build for! Would you like 15% for your viewers?',
].join('\n');

const cited = (facts: { id: string; text: string }[], body = BODY) =>
  citedParts(body, facts).flatMap((part) => part.facts.map((id) => [id, part.text.slice(0, 24)]));

test('a fact belongs to the sentence that shares the most words with it', () => {
  expect(
    cited([
      { id: 'e1', text: 'I run a repair clinic for packs and vests on the first Sunday of every month.' },
      { id: 'e2', text: '“Long Trail, three days, all rain” (film)' },
    ]),
  ).toEqual([
    ['e1', 'You run a repair clinic '],
    ['e2', 'Your film about the Long'],
  ]);
});

test('a fact that no sentence repeats belongs to none; common and short words are no sign', () => {
  expect(cited([{ id: 'e3', text: 'What would you like to have from them?' }])).toEqual([]);
  expect(cited([{ id: 'e4', text: 'Sewing teacher, Burlington' }])).toEqual([]);
});

test('one long word or a number is enough, and two facts may share a sentence', () => {
  const body = 'Your 48,203 readers know Burlington well.';
  expect(
    cited(
      [
        { id: 'e1', text: 'Burlington, Vermont' },
        { id: 'e2', text: '48,203 followers' },
      ],
      body,
    ),
  ).toEqual([
    ['e1', body.slice(0, 24)],
    ['e2', body.slice(0, 24)],
  ]);
});

test('all parts in a row are the text, whatever it holds', () => {
  for (const text of [
    '',
    '\n\n',
    BODY,
    'مرحبا يا يوسف. كيف حالك؟',
    '你好。我们做背心！',
    '  a  b\t\n c. d  ',
    '👩‍🚀 hi! 🎒',
  ])
    expect(
      citedParts(text, [])
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
});
