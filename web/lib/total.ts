import { counted, wholeNumber } from './numbers.ts';

/** How many there are; not `exact`: more than these. */
export type Total = { total: number; exact: boolean };

export const exactly = (total: number): Total => ({ total, exact: true });

export const totalNumber = ({ total, exact }: Total): string => `${wholeNumber(total)}${exact ? '' : '+'}`;

/** The server counts no further. */
const MOST = 1_000;
/** "1,000+" of a count that ends there. */
export const upToMost = (count: number): string => totalNumber({ total: Math.min(count, MOST), exact: count <= MOST });

/** "1,000+ partners" */
export const totalWords = (of: Total, noun: string): string =>
  of.exact ? counted(of.total, noun) : `${totalNumber(of)} ${noun}s`;
