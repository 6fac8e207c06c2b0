import { readAs } from '../connect.ts';
import type { Store } from '../store.ts';
import {
  conditionOf,
  countOf,
  DASHBOARD_METRICS,
  MESSAGE_FILTERS,
  type Metric,
  PARTNER_FILTERS,
  SPANS,
  type Span,
} from './metrics.ts';

export type Stats = {
  partners: number;
  approved: number;
  sent: number;
  written: number;
  replied: number;
  /** The same figures gained in the last 30 days, and in the 30 days before. */
  recent: { partners: number; approved: number; sent: number; written: number; replied: number };
  before: { partners: number; approved: number; sent: number; written: number; replied: number };
};

type Figures = Stats['recent'];

/** What each figure counts, by the name that the screens have for it. */
const FIGURES = {
  partners: 'totalPartners',
  approved: 'approvedPartners',
  sent: 'totalEmailsSent',
  written: 'partnersWrittenTo',
  replied: 'partnersReplied',
} as const satisfies Record<keyof Figures, keyof typeof DASHBOARD_METRICS>;

const COLUMNS = (Object.keys(FIGURES) as (keyof Figures)[]).flatMap((figure) => [
  { figure, span: undefined, as: figure },
  ...SPANS.map((span) => ({ figure, span, as: `${figure}_${span}` })),
]);

/**
 * The dashboard's figures, counted over rows. `sent` counts messages that left, `written` the partners they went to, `replied` those of
 * them who answered; messages of deleted campaigns count (rulings).
 */
export async function readStats(store: Store, tenant: string): Promise<Stats> {
  const now = store.now();
  const counts = await readAs(store.sql, tenant, async (tx) => {
    const columns = (of: Metric['of']) =>
      COLUMNS.filter(({ figure }) => DASHBOARD_METRICS[FIGURES[figure]].of === of).map(
        ({ figure, span, as }, index) => {
          const number = DASHBOARD_METRICS[FIGURES[figure]];
          const count = countOf(number, tx, conditionOf(tx, store.rows, number, span && { span, now }));
          return tx`${index > 0 ? tx`,` : tx``} ${count} as ${tx(as)}`;
        },
      );
    const partners = tx<Record<string, number>[]>`
      select ${columns('partners')} from ${store.rows(tx, 'partners')} p
      where p.tenant_id = ${tenant} and ${PARTNER_FILTERS.all(tx)}`.execute();
    // every figure of messages is of sent ones, whose phase has an index
    const messages = tx<Record<string, number>[]>`
      select ${columns('messages')} from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and m.phase = 'sent' and ${MESSAGE_FILTERS.sent(tx)}`;
    return { ...(await partners)[0], ...(await messages)[0] } as Record<string, number>;
  });
  const figures = (span?: Span): Figures => {
    const of = (figure: keyof Figures) => counts[span ? `${figure}_${span}` : figure] ?? 0;
    return {
      partners: of('partners'),
      approved: of('approved'),
      sent: of('sent'),
      written: of('written'),
      replied: of('replied'),
    };
  };
  return { ...figures(), recent: figures('recent'), before: figures('before') };
}
