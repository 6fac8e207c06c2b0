/** Whether a text of the campaign begins in this way, whatever it quotes. */
export const isTaken = (sentence: string, openings: readonly string[]): boolean => {
  const startOf = (text: string) =>
    text
      .replace(/[“"][^”"]*[”"]/g, '…')
      .split(/\s+/)
      .slice(0, 3)
      .join(' ')
      .toLowerCase();
  return openings.some((opening) => startOf(opening) === startOf(sentence));
};
