import { memo, type ReactNode } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import type { TableColumn, TableSelection } from '../../components/ui/table/columns.ts';
import { DataTable } from '../../components/ui/table/DataTable.tsx';
import { useSortUrl } from '../../components/ui/table/sortUrl.ts';
import type { RowKeys } from '../../components/ui/table/useTableKeys.ts';
import type { Total } from '../../lib/total.ts';
import { useOpenPartner } from './openPartner.ts';
import { SORTS } from './sortPartners.ts';

const nameOf = ({ name }: PartnerView): string => name ?? 'partner';

/** A list of partners: the address names its order and the open one. */
export const PartnerTable = memo(function PartnerTable(props: {
  name: string;
  label: string;
  partners: readonly PartnerView[];
  total: Total | null;
  /** The last rows come into view: fetch more. */
  onEnd: () => void;
  columns: readonly TableColumn<PartnerView>[];
  actions: (partner: PartnerView) => ReactNode;
  selection?: TableSelection;
  keys?: RowKeys<PartnerView>;
  bulk?: ReactNode;
}) {
  const { partners, total, ...rest } = props;
  const [open, press] = useOpenPartner();
  const [sort, setSort] = useSortUrl(SORTS);
  return (
    <DataTable
      {...rest}
      rows={partners}
      total={total?.total}
      isSorted
      sort={sort}
      onSort={setSort}
      nameOf={nameOf}
      open={open}
      onOpen={press}
    />
  );
});
