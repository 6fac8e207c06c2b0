import { counted, wholeNumber } from './numbers.ts';

/** How many there are; not `exact`: more than these. */
export type Total = { total: number; exact: boolean };

export const exactly = (total: number): Total => ({ total, exact: true });

export const totalNumber = ({ total, exact }: Total): string => `${wholeNumber(total)}${exact ? '' : '+'}`;

/** "1,000+ partners" */
export const totalWords = (of: Total, noun: string): string =>
  of.exact ? counted(of.total, noun) : `${totalNumber(of)} ${noun}s`;
