const ends: (() => void)[] = [];

/** Has something ended with the test. */
export const afterTest = (end: () => void): void => void ends.push(end);

export function endAll(): void {
  for (const end of ends.splice(0)) end();
}
