import { expect, test } from 'vitest';
import { UNSUBSCRIBE_WORDS } from '../../events/messages/unsubscribeWords.ts';
import { LANGUAGE_CODES } from '../../events/shared/languages.ts';

test.each(LANGUAGE_CODES)('the page to unsubscribe names sender and recipient in %s', (language) => {
  const { ask, button, done, doneLead } = UNSUBSCRIBE_WORDS[language];
  for (const lead of [ask, doneLead])
    for (const name of ['{sender}', '{address}']) expect(lead.split(name)).toHaveLength(2);
  const others = LANGUAGE_CODES.filter((other) => other !== language).map((other) => UNSUBSCRIBE_WORDS[other]);
  for (const other of others) expect([other.ask, other.doneLead]).not.toEqual([ask, doneLead]);
  expect(button && done).not.toMatch(/\{/);
});
