import { useEffect } from 'react';

let title = 'Partner Pilot';
let waiting = 0;

function show(): void {
  document.title = waiting > 0 ? `(${waiting > 99 ? '99+' : waiting}) ${title}` : title;
}

export function useTitle(screen: string): void {
  useEffect(() => {
    title = `${screen} · Partner Pilot`;
    show();
  }, [screen]);
}

/** Puts the number of things that wait before the tab's title. */
export function countInTitle(count: number): void {
  waiting = count;
  show();
}
