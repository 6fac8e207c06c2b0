import { Button } from '../../components/ui/Button.tsx';
import { type Total, totalNumber } from '../../lib/total.ts';

/** Selects also those whom the filters let through and who are not in the browser yet. */
export function SelectAllButton(props: { total: Total | null; selected: number; all: boolean; onSelect: () => void }) {
  const { total } = props;
  if (!total || props.all || total.total <= props.selected) return null;
  return (
    <Button variant="ghost" onClick={props.onSelect}>
      Select all {totalNumber(total)}
    </Button>
  );
}
