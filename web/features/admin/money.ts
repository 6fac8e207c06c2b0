/** "$1,234.50": US dollars with as many decimals as the figure needs to be told from its neighbours. */
export function dollars(amount: number, decimals: number): string {
  return `$${amount.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}`;
}

/** An amount that a person typed: "$50", "$12.50". */
export function typedDollars(amount: number): string {
  return dollars(amount, Number.isInteger(amount) ? 0 : 2);
}
