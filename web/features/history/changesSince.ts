import type { ListChangesView } from '../../../api/views.ts';
import { fieldWords } from './fieldWords.ts';

/** At most this many fields of an entry are named. */
const MOST_NAMED = 6;

/** The changes of a list entry since a moment, in words. null: none. */
export function changeSince(changes: ListChangesView, id: string): string | null {
  if (changes.gone.includes(id)) return 'Gone since';
  const fields = changes.changed.find((entry) => entry.id === id)?.fields;
  if (!fields) return null;
  const words = fieldWords(fields);
  if (words.length === 0) return 'Changed since';
  const named = words.slice(0, MOST_NAMED).join(', ');
  return `Changed since: ${named}${words.length > MOST_NAMED ? ` and ${words.length - MOST_NAMED} more` : ''}`;
}
