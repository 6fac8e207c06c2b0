import { byScore } from '../partners/score.ts';

type WithPartner = { partner: { score: number | null } | null };

/**
 * In the order in which emails get their places: the best match first, for a limit or a pause may stop those behind it; equal ones in the
 * order in which they are given.
 */
export const bestFirst = <Row extends WithPartner>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => byScore(a.partner?.score ?? null, b.partner?.score ?? null));
