import { counted, wholeNumber } from './numbers.ts';

/** "$1,234.50": US dollars with as many decimals as the figure needs to be told from its neighbours. */
export function dollars(amount: number, decimals: number): string {
  return `$${amount.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}`;
}

/** An amount that a person typed: "$50", "$12.50". */
export function typedDollars(amount: number): string {
  return dollars(amount, Number.isInteger(amount) ? 0 : 2);
}

/** "$1.25", or "less than $0.01" for tiny costs, so that no cost of a list is missing from its sum. */
export const costInWords = (amount: number): string => smallCost(amount, 2);

/** The same with other decimals. */
export function smallCost(amount: number, decimals: number): string {
  const least = 10 ** -decimals;
  return amount > 0 && amount < least / 2 ? `less than ${dollars(least, decimals)}` : dollars(amount, decimals);
}

/** "about $0.04", or "cost unknown" for null. */
export function aboutCost(amount: number | null): string {
  if (amount === null) return 'cost unknown';
  return amount < 0.005 ? costInWords(amount) : `about ${dollars(amount, 2)}`;
}

/** Some calls of the AI, and those among them whose model has no known price. */
type Calls = { calls: number; unpricedCalls: number };

/** The text for what calls cost: "Cost unknown" when that is known of none of them. */
export function costOrUnknown({ calls, unpricedCalls }: Calls, cost: string): string {
  return calls > 0 && unpricedCalls === calls ? 'Cost unknown' : cost;
}

/** "12 calls"; "12 calls, 3 of unknown cost". */
export function callsInWords({ calls, unpricedCalls }: Calls): string {
  const all = counted(calls, 'call');
  return unpricedCalls > 0 && unpricedCalls < calls ? `${all}, ${wholeNumber(unpricedCalls)} of unknown cost` : all;
}

const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The next round amount, where the scale of a chart ends; at least ten cents. */
export function roundedUp(amount: number): number {
  if (amount <= 0.1) return 0.1;
  const power = 10 ** Math.floor(Math.log10(amount));
  return (STEPS.find((step) => step * power >= amount) ?? 10) * power;
}
