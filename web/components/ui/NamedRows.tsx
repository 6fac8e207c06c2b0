import { Pencil, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { capitalised } from '../../../events/shared/format.ts';
import { type ItemNoun, itemName } from '../../../events/shared/itemName.ts';
import type { KeptItems } from '../../lib/namedItems.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { Input } from './Input.tsx';

type Named = { id: string; name: string };

/** What is kept by name: each is chosen, renamed or removed. `formOf`: what saves it again. */
export function NamedRows<Item extends Named, Form>(props: {
  kept: KeptItems<Item, Form>;
  items: readonly Item[];
  formOf: (item: Item) => Form;
  label?: string;
  titleOf?: (item: Item) => string;
  current?: Item | undefined;
  onChoose: (item: Item) => void;
  className?: string;
}) {
  const { kept, items, current } = props;
  const { noun } = kept;
  const saving = kept.useSave();
  const removing = kept.useRemove();
  const renaming = kept.useRename();
  const [renamed, setRenamed] = useState<string | null>(null);
  if (items.length === 0) return null;
  const remove = (item: Item): void =>
    removing.mutate(item.id, {
      onSuccess: () =>
        showToast({
          title: `${capitalised(noun)} Removed`,
          text: item.name,
          action: {
            label: 'Undo',
            instead: `Save the ${noun} ${item.name} again`,
            act: () => saving.mutate(props.formOf(item)),
          },
        }),
    });
  return (
    <ul aria-label={props.label} className={props.className}>
      {items.map((item) => (
        <li key={item.id} className={item.id === renamed ? 'p-1' : 'flex items-center gap-1'}>
          {item.id === renamed ? (
            <NameField
              {...{ noun, label: `New name of ${item.name}`, hideLabel: true, initial: item.name, action: 'Rename' }}
              pending={renaming.isPending}
              onName={(name) => {
                renaming.mutate({ id: item.id, name }, { onSuccess: () => setRenamed(null) });
                return undefined;
              }}
            />
          ) : (
            <>
              <Button
                variant="ghost"
                className="min-w-0 flex-1 justify-start!"
                title={props.titleOf?.(item)}
                aria-current={item === current ? 'true' : undefined}
                onClick={() => props.onChoose(item)}
              >
                <bdi className={item === current ? 'truncate font-semibold' : 'truncate'}>{item.name}</bdi>
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Rename ${noun} ${item.name}`}
                onClick={() => setRenamed(item.id)}
              >
                <Pencil aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove ${noun} ${item.name}`}
                disabled={removing.isPending}
                onClick={() => remove(item)}
              >
                <X aria-hidden />
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A name and its button. It is no form, because a form may be around it. `onName`: answers what else is wrong. */
export function NameField(props: {
  noun: ItemNoun;
  label: string;
  hideLabel?: true;
  hint?: string;
  placeholder?: string;
  initial?: string;
  action: string;
  pending: boolean;
  onName: (name: string, clear: () => void) => string | undefined;
}) {
  const { noun, label, hideLabel = false, hint, placeholder, initial = '', action, pending, onName } = props;
  const [name, setName] = useState(initial);
  const [wrong, setWrong] = useState<string | undefined>();
  const submit = (): void => {
    const checked = itemName(noun).safeParse(name);
    if (!checked.success) setWrong(checked.error.issues[0]?.message);
    else if (!pending) setWrong(onName(checked.data, () => setName('')));
  };
  const submitByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // a form around it would save or send its own text
    event.preventDefault();
    submit();
  };
  return (
    <Field label={label} hideLabel={hideLabel} error={wrong} hint={hint}>
      {(control) => (
        <span className="flex gap-2">
          <Input
            {...control}
            autoFocus={initial !== ''}
            dir="auto"
            placeholder={placeholder}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={submitByKey}
          />
          <Button pending={pending} onClick={submit}>
            {action}
          </Button>
        </span>
      )}
    </Field>
  );
}
