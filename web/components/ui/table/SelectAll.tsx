import { Checkbox } from '../Checkbox.tsx';
import type { TableSelection } from './columns.ts';

/** The checkbox of all rows in view; `worded`: with its label beside it. */
export function SelectAll(props: { rows: readonly { id: string }[]; selection: TableSelection; worded?: boolean }) {
  const { rows, selection } = props;
  const selected = rows.filter(({ id }) => selection.ids.has(id)).length;
  const all = rows.length > 0 && selected === rows.length;
  return (
    <Checkbox
      label="Select All Visible"
      hideLabel={!props.worded}
      checked={all}
      mixed={selected > 0 && !all}
      onChange={(checked) =>
        selection.mark(
          rows.map(({ id }) => id),
          checked,
        )
      }
    />
  );
}
