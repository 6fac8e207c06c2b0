import { Pencil, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { PartnerView, SavedViewView } from '../../../api/views.ts';
import { savedViewForm, savedViewName } from '../../../events/partners/savedViewsInput.ts';
import type { PartnerList } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import type { TableColumn } from '../../components/ui/table/columns.ts';
import { columnsParam, useColumnChoice } from '../../components/ui/table/useColumns.ts';
import { showToast } from '../../lib/toasts.ts';
import { useRemoveView, useRenameView, useSavedViews, useSaveView } from './api.ts';

/** The filters, the order and the columns; the open partner is no part of a view. */
function queryOf(params: URLSearchParams, columns: string): string {
  const kept = new URLSearchParams(params);
  kept.delete('partner');
  kept.set('columns', columns);
  kept.sort();
  return kept.toString();
}

/** Goes to a list that was saved, renames or removes one, or saves what the screen shows now under a name. */
export function SavedViewsPanel(props: {
  list: PartnerList;
  columns: readonly TableColumn<PartnerView>[];
  onChosen: () => void;
}) {
  const { list, onChosen } = props;
  const [params] = useSearchParams();
  const [, go] = useLocation();
  const [columns] = useColumnChoice(list, props.columns);
  const views = useSavedViews();
  const saving = useSaveView();
  const removing = useRemoveView();
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const query = queryOf(params, columnsParam(columns));
  const own = views.data?.filter((view) => view.list === list) ?? [];
  const current = own.find((view) => view.query === query);

  function save(event: FormEvent): void {
    event.preventDefault();
    const form = savedViewForm.safeParse({ list, name, query });
    setWrong(form.error?.issues[0]?.message ?? null);
    if (!form.success || saving.isPending) return;
    saving.mutate(form.data, {
      onSuccess: () => {
        showToast({ title: 'List Saved', text: `"${form.data.name}" is under Lists now.` });
        setName('');
      },
    });
  }

  function remove({ id, name: removed, query: its }: SavedViewView): void {
    removing.mutate(id, {
      onSuccess: () =>
        showToast({
          title: 'List Removed',
          text: removed,
          action: {
            label: 'Undo',
            instead: `Save the list ${removed} again`,
            act: () => saving.mutate({ list, name: removed, query: its }),
          },
        }),
    });
  }

  return (
    <>
      {views.isError && <LoadFailed again={views}>The lists could not be loaded.</LoadFailed>}
      {own.length > 0 && (
        <ul className="mb-2 max-h-64 overflow-y-auto border-b pb-2">
          {own.map((view) =>
            view.id === renaming ? (
              <li key={view.id}>
                <Rename view={view} onDone={() => setRenaming(null)} />
              </li>
            ) : (
              <li key={view.id} className="flex items-center gap-1">
                <Button
                  variant="ghost"
                  className="min-w-0 flex-1 justify-start!"
                  aria-current={view === current ? 'true' : undefined}
                  onClick={() => {
                    go(`/${list}${view.query && `?${view.query}`}`);
                    onChosen();
                  }}
                >
                  <bdi className={view === current ? 'truncate font-semibold' : 'truncate'}>{view.name}</bdi>
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Rename list ${view.name}`}
                  onClick={() => setRenaming(view.id)}
                >
                  <Pencil aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove list ${view.name}`}
                  disabled={removing.isPending}
                  onClick={() => remove(view)}
                >
                  <X aria-hidden />
                </Button>
              </li>
            ),
          )}
        </ul>
      )}
      {current ? (
        <p className="px-2 py-1 text-ink-2 text-small">
          This is <bdi>{current.name}</bdi>.
        </p>
      ) : (
        <form onSubmit={save} className="p-1">
          <Field label="Save as list" error={wrong ?? undefined}>
            {(control) => (
              <span className="flex gap-2">
                <Input {...control} dir="auto" value={name} onChange={(event) => setName(event.target.value)} />
                <Button type="submit" pending={saving.isPending}>
                  Save
                </Button>
              </span>
            )}
          </Field>
        </form>
      )}
    </>
  );
}

function Rename(props: { view: SavedViewView; onDone: () => void }) {
  const { view, onDone } = props;
  const rename = useRenameView();
  const [name, setName] = useState(view.name);
  const [wrong, setWrong] = useState<string | null>(null);

  function save(event: FormEvent): void {
    event.preventDefault();
    const form = savedViewName.safeParse({ name });
    setWrong(form.error?.issues[0]?.message ?? null);
    if (form.success && !rename.isPending) rename.mutate({ id: view.id, ...form.data }, { onSuccess: onDone });
  }
  return (
    <form onSubmit={save} className="p-1">
      <Field label={`New name of ${view.name}`} hideLabel error={wrong ?? undefined}>
        {(control) => (
          <span className="flex gap-2">
            <Input {...control} autoFocus dir="auto" value={name} onChange={(event) => setName(event.target.value)} />
            <Button type="submit" pending={rename.isPending}>
              Rename
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}
