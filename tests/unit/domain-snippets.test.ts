import { expect, test } from 'vitest';
import { removeSnippet, type Snippet, saveSnippet, snippetForm, snippets } from '../../events/messages/snippets.ts';
import { fold } from '../support/scenario.ts';

const snippet = (name: string, text = 'Hi {{firstName}}', id = name): Snippet => ({ id, name, text });
const having = (count: number) => ({ snippets: Array.from({ length: count }, (_, at) => snippet(`s${at}`)) });

test('a snippet of the same name is replaced, whatever its case, and keeps its id', () => {
  const saved = fold(snippets, saveSnippet(snippets.initial, snippet('Call')));
  expect(saveSnippet(saved, snippet('Call', 'Hi {{firstName}}', 'other'))).toEqual([]);
  expect(
    fold(snippets, [
      ...saveSnippet(snippets.initial, snippet('Call')),
      ...saveSnippet(saved, snippet('CALL', 'Hey', 'other')),
    ]),
  ).toEqual({
    snippets: [{ id: 'Call', name: 'CALL', text: 'Hey' }],
  });
});

test('there are at most 100, and removing one makes room', () => {
  expect(() => saveSnippet(having(100), snippet('new'))).toThrow('There are 100 snippets. Remove one first.');
  expect(saveSnippet(having(100), snippet('S7', 'Hey'))).toHaveLength(1);
  expect(removeSnippet(having(3), 's1')).toEqual([{ type: 'SnippetRemoved', data: { snippetId: 's1' } }]);
  expect(removeSnippet(having(3), 's9')).toEqual([]);
});

test.each([
  [{ name: ' ', text: 'x' }, 'Name the snippet'],
  [{ name: 'a', text: 'x'.repeat(2001) }, 'A snippet must be at most 2,000 characters'],
  [{ name: 'a', text: 'Hi {{nick}}' }, 'Write out {{nick}}: nothing fills it in'],
])('the form refuses %j', (form, error) => {
  expect(snippetForm.safeParse(form).error?.issues[0]?.message).toBe(error);
});
