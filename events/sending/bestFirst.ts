type WithPartner = { partner: { score: number } | null };

/**
 * In the order in which emails get their places: the best match first, for a limit or a pause may stop those behind it; equal ones in the
 * order in which they are given.
 */
export const bestFirst = <Row extends WithPartner>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (b.partner?.score ?? -1) - (a.partner?.score ?? -1));
