import type { Cursor } from '../log/tail.ts';

/**
 * A place of the whole log as screens keep it: `EPOCH-TX-POSITION` (feed.ts adds a hash). Its meaning is ours; events/history/historyInput.ts checks
 * it.
 */
export const cursorText = ({ epoch, tx, position }: Cursor): string => `${epoch}-${tx}-${position}`;

export function cursorOf(text: string): Cursor {
  const [epoch = '0', tx = '0', position = '0'] = text.split('-');
  return { epoch: Number(epoch), tx, position };
}

/** After the newest event that there can be. */
export const END_OF_LOG: Cursor = { epoch: 2_147_483_647, tx: '0', position: '0' };
