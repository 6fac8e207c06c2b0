/** Short texts that a workspace keeps by name, to insert them where a text is typed. One stream a workspace. */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { LONGEST } from '../shared/longest.ts';
import { Refused } from '../shared/refused.ts';
import { hasOnlyVariables, isOneLine, notAVariable, requiredText } from '../shared/text.ts';

const MOST_SNIPPETS = 100;

/** PUT /api/snippets. */
export const snippetForm = z.object({
  name: requiredText('Name the snippet', 60, 'The name of a snippet has at most 60 characters').refine(
    isOneLine,
    'The name must be a single line',
  ),
  text: requiredText('Write the text', LONGEST.snippet, 'A snippet must be at most 2,000 characters').refine(
    hasOnlyVariables,
    notAVariable,
  ),
});
export type SnippetForm = z.infer<typeof snippetForm>;

export const snippetsDefinitions = {
  /** A snippet of the same id is replaced. */
  SnippetSaved: {
    version: 1,
    data: z.object({ snippetId: z.string() }),
    personal: z.object({ name: z.string(), text: z.string() }),
  },
  SnippetRemoved: { version: 1, data: z.object({ snippetId: z.string() }) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type SnippetsEvent = EventOf<typeof snippetsDefinitions>;

export type Snippet = SnippetForm & { id: string };
export type SnippetsState = { snippets: readonly Snippet[] };

const without = (snippets: readonly Snippet[], id: string) => snippets.filter((snippet) => snippet.id !== id);

function evolve({ snippets }: SnippetsState, event: Recorded<SnippetsEvent>): SnippetsState {
  switch (event.type) {
    case 'SnippetSaved': {
      const { snippetId: id } = event.data;
      // one that cannot be read is dropped
      const saved = event.personal ? [{ id, ...event.personal }] : [];
      return { snippets: [...without(snippets, id), ...saved] };
    }
    case 'SnippetRemoved':
      return { snippets: without(snippets, event.data.snippetId) };
    case 'PersonErased':
      return { snippets: [] };
  }
}

export const snippets: Aggregate<SnippetsState, SnippetsEvent> = {
  kind: 'snippets',
  definitions: snippetsDefinitions,
  projectionVersion: 1,
  initial: { snippets: [] },
  evolve,
};

/** One of the same name is replaced, whatever its case. */
export function saveSnippet({ snippets }: SnippetsState, { id, name, text }: Snippet): SnippetsEvent[] {
  const same = snippets.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (same?.name === name && same.text === text) return [];
  if (!same && snippets.length >= MOST_SNIPPETS) throw new Refused({ code: 'snippets_full', most: MOST_SNIPPETS });
  return [{ type: 'SnippetSaved', data: { snippetId: same?.id ?? id }, personal: { name, text } }];
}

export const removeSnippet = ({ snippets }: SnippetsState, snippetId: string): SnippetsEvent[] =>
  snippets.some(({ id }) => id === snippetId) ? [{ type: 'SnippetRemoved', data: { snippetId } }] : [];
