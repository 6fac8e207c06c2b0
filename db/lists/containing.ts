/** The pattern of LIKE for texts that hold a word as it is written. */
export const containing = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
