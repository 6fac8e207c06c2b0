import { useLocation, useSearchParams } from 'wouter';
import type { PartnerView, SavedViewView } from '../../../api/views.ts';
import { savedViewForm } from '../../../events/partners/savedViewsInput.ts';
import type { PartnerList } from '../../../events/shared/options.ts';
import { NamedRows, NameField } from '../../components/ui/NamedRows.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import type { TableColumn } from '../../components/ui/table/columns.ts';
import { columnsParam, useColumnChoice } from '../../components/ui/table/useColumns.ts';
import { client, unwrap } from '../../lib/client.ts';
import { namedItems } from '../../lib/namedItems.ts';
import { showToast } from '../../lib/toasts.ts';

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
  const views = keptViews.useAll();
  const saving = keptViews.useSave();
  const query = queryOf(params, columnsParam(columns));
  const own = views.data?.filter((view) => view.list === list) ?? [];
  const current = own.find((view) => view.query === query);

  function save(name: string, clear: () => void): string | undefined {
    const form = savedViewForm.safeParse({ list, name, query });
    if (!form.success) return form.error.issues[0]?.message;
    saving.mutate(form.data, {
      onSuccess: () => {
        showToast({ title: 'List Saved', text: `"${name}" is under Lists now.` });
        clear();
      },
    });
    return undefined;
  }

  return (
    <>
      {views.isError && <LoadFailed again={views}>The lists could not be loaded.</LoadFailed>}
      <NamedRows
        className="mb-2 max-h-64 overflow-y-auto border-b pb-2"
        kept={keptViews}
        items={own}
        current={current}
        formOf={({ id: _, ...view }) => view}
        onChoose={(view) => {
          go(`/${list}${view.query && `?${view.query}`}`);
          onChosen();
        }}
      />
      {current ? (
        <p className="px-2 py-1 text-ink-2 text-small">
          This is <bdi>{current.name}</bdi>.
        </p>
      ) : (
        <div className="p-1">
          <NameField noun="list" label="Save as list" action="Save" pending={saving.isPending} onName={save} />
        </div>
      )}
    </>
  );
}

const calls = client.api['saved-views'];

const keptViews = namedItems<SavedViewView, Omit<SavedViewView, 'id'>>('list', 'saved-views', {
  all: (init) => unwrap(calls.$get({}, { init })),
  save: (json) => unwrap(calls.$put({ json })),
  rename: (id, name) => unwrap(calls[':id'].$patch({ param: { id }, json: { name } })),
  remove: (id) => unwrap(calls[':id'].$delete({ param: { id } })),
});
