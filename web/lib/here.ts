import { useEffect, useRef } from 'react';

/** Something that can be done with what is open. `id` is unique on the screen. */
export type HereCommand = { id: string; text: string; keys?: string; run: () => void };

const shown = new Set<{ current: readonly HereCommand[] }>();

/** Offers these in the palette while the part that calls it is on the screen. */
export function useHere(commands: readonly HereCommand[]): void {
  const own = useRef(commands);
  useEffect(() => {
    own.current = commands;
  });
  useEffect(() => {
    shown.add(own);
    return () => void shown.delete(own);
  }, []);
}

/** The newest part of the screen first. */
export const commandsHere = (): HereCommand[] => [...shown].reverse().flatMap(({ current }) => current);
