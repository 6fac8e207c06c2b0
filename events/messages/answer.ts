/** An answer to what came back: a message of its own, whose step says what it is. */

/** How the steps of answers begin. */
export const ANSWER = 'a';

export const isAnswer = (step: string): boolean => step.startsWith(ANSWER);
