import type { NotesChange } from '../inputs/partners.ts';
import { MOST_TAGS } from '../shared/options.ts';
import { Refused } from '../shared/refused.ts';
import { sameJson } from '../shared/sameJson.ts';
import type { PartnerEvent, PartnerState } from './partner.ts';
import { sameTag } from './partnerFilter.ts';

/** What changes nothing is no event. Refused `conflict` where another tab has saved another note than the one that was `seen`. */
export function editNotes(state: PartnerState, { note, addTag, removeTag }: NotesChange): PartnerEvent[] {
  if (state.status === 'none' || state.status === 'deleted') throw new Refused('not_found', 'Partner not found');
  if (state.erased) throw new Refused('gone', 'This person was erased, so nothing is kept about them.');
  const { text: before, tags: all } = state.notes;
  const { text = before, seen = before } = note ?? {};
  if (seen !== before && text !== before)
    throw new Refused('conflict', 'This note was changed elsewhere. Read it before you save yours.');
  const tags = all.filter((tag) => tag !== removeTag);
  if (addTag !== undefined && !tags.some((tag) => sameTag(tag, addTag))) tags.push(addTag);
  if (tags.length > MOST_TAGS) throw new Refused('illegal', `A partner has at most ${MOST_TAGS} tags.`);
  const edited = { text, tags };
  return sameJson(state.notes, edited) ? [] : [{ type: 'PartnerNotesEdited', data: {}, personal: edited }];
}
