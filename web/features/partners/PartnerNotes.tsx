import { type KeyboardEvent, useState } from 'react';
import type { PartnerDetailView } from '../../../api/views.ts';
import { sameTag } from '../../../events/partners/partnerFilter.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { MOST_TAGS } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { RemovableChip } from '../../components/ui/Chip.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Textarea } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { usePartnerDetail, useSaveNotes } from './api.ts';
import { useNoteDraft } from './noteDraft.ts';
import { PanelSection } from './PartnerEvidence.tsx';
import { TagInput, tidyTag } from './TagInput.tsx';

/** The user's own words about a partner. Typed text is kept for this tab until it is saved. */
export function PartnerNotes(props: { id: string }) {
  const { data: partner } = usePartnerDetail(props.id);
  if (!partner || partner.erased || partner.unreadable) return null;
  return (
    <PanelSection title="Notes and tags">
      <Tags partner={partner} />
      <Note partner={partner} />
    </PanelSection>
  );
}

/** `autoFocus`: the person asked to write it. */
export function Note({
  partner: { id, note },
  autoFocus = false,
}: {
  partner: PartnerDetailView;
  autoFocus?: boolean;
}) {
  const { draft, keep } = useNoteDraft(id);
  const save = useSaveNotes(id);
  const text = draft?.text ?? note;
  const tooLong = text.trim().length > LONGEST.notes;
  const isOver = Boolean(draft && draft.over !== note && draft.text !== note && !save.isPending);

  const submit = (): void => {
    // over a note that was saved elsewhere: the person has seen that here
    if (draft && !tooLong && !save.isPending) save.mutate({ note: { text: draft.text, seen: note } });
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
        limit={LONGEST.notes}
        error={tooLong ? `Notes can have up to ${wholeNumber(LONGEST.notes)} characters.` : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            autoFocus={autoFocus}
            dir="auto"
            rows={2}
            placeholder="Add a note"
            className="field-sizing-content max-h-60"
            value={text}
            onKeyDown={press}
            onChange={({ target }) =>
              keep((before) =>
                // while another text is being saved, the old one is a change
                target.value === note && !save.isPending ? null : { text: target.value, over: before?.over ?? note },
              )
            }
          />
        )}
      </Field>
      {isOver && (
        <Notice tone="warn" className="mt-2">
          This note was changed elsewhere while you typed. Save yours over it, or discard yours.
          <details className="mt-1">
            <summary className="w-fit cursor-pointer font-medium">Show the other</summary>
            <p dir="auto" className="whitespace-pre-line break-words">
              {note}
            </p>
          </details>
        </Notice>
      )}
      {draft && (
        <div className="mt-2 flex justify-end gap-1.5">
          <Button size="small" variant="ghost" onClick={() => keep(() => null)}>
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

function Tags({ partner: { id, tags } }: { partner: PartnerDetailView }) {
  const [typed, setTyped] = useState('');
  const save = useSaveNotes(id);

  const add = (): void => {
    const tag = tidyTag(typed);
    if (tag === '' || save.isPending) return;
    setTyped('');
    if (!tags.some((known) => sameTag(known, tag))) save.mutate({ addTag: tag });
  };
  return (
    <div className="mb-2 flex flex-wrap items-center gap-1.5">
      {tags.map((tag) => (
        <RemovableChip key={tag} removeLabel={`Remove tag ${tag}`} onRemove={() => save.mutate({ removeTag: tag })}>
          <bdi dir="auto" className="max-w-48 truncate" title={tag}>
            {tag}
          </bdi>
        </RemovableChip>
      ))}
      {tags.length < MOST_TAGS && (
        <TagInput
          aria-label="Add a tag"
          placeholder="Add a tag"
          except={tags}
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
