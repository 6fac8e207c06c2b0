import { LONGEST } from '../shared/longest.ts';
import { MOST_TAGS } from '../shared/options.ts';
import { Refused } from '../shared/refused.ts';
import { sameJson } from '../shared/sameJson.ts';
import type { PartnerEvent, PartnerState } from './partner.ts';
import { sameTag } from './partnerFilter.ts';
import type { NotesChange } from './partnersInput.ts';

/** A note that changes nothing is no event. Refused `conflict` where another tab has saved another note than the one that was `seen`. */
export function editNotes(state: PartnerState, { note, addTag, removeTag, addNote }: NotesChange): PartnerEvent[] {
  if (state.status === 'none' || state.status === 'deleted') throw new Refused({ code: 'no_partner' });
  if (state.erased) throw new Refused({ code: 'notes_of_erased' });
  const { text: before, tags: all } = state.notes;
  const { text: written = before, seen = before } = note ?? {};
  const text = [written, addNote].filter(Boolean).join('\n');
  if (seen !== before && written !== before) throw new Refused({ code: 'note_changed' });
  const tags = all.filter((tag) => removeTag === undefined || !sameTag(tag, removeTag));
  if (addTag !== undefined && !tags.some((tag) => sameTag(tag, addTag))) tags.push(addTag);
  if (tags.length > MOST_TAGS) throw new Refused({ code: 'tags_full', most: MOST_TAGS });
  if (addNote !== undefined && text.length > LONGEST.notes) throw new Refused({ code: 'note_full' });
  const edited = { text, tags };
  return sameJson(state.notes, edited) ? [] : [{ type: 'PartnerNotesEdited', data: {}, personal: edited }];
}
