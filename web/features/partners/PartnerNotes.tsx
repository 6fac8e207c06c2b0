import { type KeyboardEvent, useState } from 'react';
import type { NotesView, PartnerDetailView } from '../../../api/views.ts';
import { sameTag } from '../../../events/partners/partnerFilter.ts';
import { Button } from '../../components/ui/Button.tsx';
import { RemovableChip } from '../../components/ui/Chip.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { keptDrafts } from '../../lib/keptDrafts.ts';
import { useCurrentUser } from '../session/currentUser.ts';
import { PanelSection } from './PartnerEvidence.tsx';
import { usePartnerDetail } from './partnerDetail.ts';
import { useSaveNotes } from './saveNotes.ts';

/** As the server counts (events/inputs/partners.ts). */
const MOST_CHARACTERS = 4_000;
const MOST_TAGS = 12;
const LONGEST_TAG = 40;

const useDrafts = keptDrafts<{ text: string; edit: number }>('notes');

/** The user's own words about a partner. What is typed is kept for this tab until it is saved. */
export function PartnerNotes(props: { id: string }) {
  const { data: partner } = usePartnerDetail(props.id);
  if (!partner || partner.erased || partner.unreadable) return null;
  return (
    <PanelSection title="Notes and tags">
      <Tags partner={partner} />
      <NotesText partner={partner} />
    </PanelSection>
  );
}

function NotesText({ partner }: { partner: PartnerDetailView }) {
  const { notes, tags } = partner;
  const [drafts, keep] = useDrafts(useCurrentUser().data?.id ?? '');
  const save = useSaveNotes(partner.id);
  const draft = drafts[partner.id];
  const text = draft?.text ?? notes.text;
  const tooLong = text.length > MOST_CHARACTERS;

  const discard = () => keep(partner.id, () => null);
  const submit = (): void => {
    if (!draft || tooLong || save.isPending) return;
    const onSuccess = ({ edit }: NotesView) =>
      keep(partner.id, (now) => (now && now.text !== draft.text ? { text: now.text, edit } : null));
    save.mutate({ ...draft, tags }, { onSuccess });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Notes"
        hideLabel
        error={tooLong ? `Notes can have up to ${MOST_CHARACTERS.toLocaleString('en-US')} characters.` : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={2}
            placeholder="Add a note"
            className="field-sizing-content max-h-60"
            value={text}
            onKeyDown={press}
            onChange={({ target }) =>
              keep(partner.id, (before) =>
                // while another text is being saved, the old one is a change
                target.value === notes.text && !save.isPending
                  ? null
                  : { text: target.value, edit: before?.edit ?? notes.edit },
              )
            }
          />
        )}
      </Field>
      {draft && (
        <div className="mt-2 flex justify-end gap-1.5">
          <Button size="small" variant="ghost" onClick={discard}>
            Discard
          </Button>
          <Button size="small" type="submit" disabled={tooLong} pending={save.isPending}>
            Save note
          </Button>
        </div>
      )}
    </form>
  );
}

function Tags({ partner }: { partner: PartnerDetailView }) {
  const { tags, notes } = partner;
  const [typed, setTyped] = useState('');
  const save = useSaveNotes(partner.id);
  const change = (next: string[]) => save.mutate({ text: notes.text, tags: next, edit: notes.edit });

  const add = (): void => {
    const tag = typed.trim().replace(/\s+/g, ' ');
    if (tag === '' || save.isPending) return;
    setTyped('');
    if (!tags.some((known) => sameTag(known, tag))) change([...tags, tag]);
  };
  return (
    <div className="mb-2 flex flex-wrap items-center gap-1.5">
      {tags.map((tag) => (
        <RemovableChip key={tag} removeLabel={`Remove tag ${tag}`} onRemove={() => change(without(tags, tag))}>
          <bdi dir="auto" className="max-w-48 truncate" title={tag}>
            {tag}
          </bdi>
        </RemovableChip>
      ))}
      {tags.length < MOST_TAGS && (
        <Input
          aria-label="Add a tag"
          placeholder="Add a tag"
          dir="auto"
          maxLength={LONGEST_TAG}
          className="h-7 w-28 text-note"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return;
            event.preventDefault();
            add();
          }}
        />
      )}
    </div>
  );
}

const without = (tags: readonly string[], tag: string): string[] => tags.filter((one) => one !== tag);
