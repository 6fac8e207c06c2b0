/** A command's decision: its events by stream, or these with a result (db/store.ts). */
export type Decided<E> = Readonly<Record<string, readonly E[] | undefined>>;
export type Answer<E> = Decided<E> | readonly [Decided<E>, unknown];

const isPair = <E>(answer: Answer<E>): answer is readonly [Decided<E>, unknown] => Array.isArray(answer);

export const eventsOf = <E>(answer: Answer<E>): Decided<E> => (isPair(answer) ? answer[0] : answer);
export const resultOf = <E>(answer: Answer<E>): unknown => (isPair(answer) ? answer[1] : undefined);
