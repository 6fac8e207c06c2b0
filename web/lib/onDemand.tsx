import { type ComponentType, createElement, lazy, type ReactNode } from 'react';

/** Thrown while rendering a part whose code could not be fetched: there is no connection, or the installation was `updated`. */
export class NotLoaded extends Error {
  constructor(readonly updated: boolean) {
    super('The code of this part could not be loaded.');
    this.name = 'NotLoaded';
  }
}

const failed = new Set<() => void>();

/** Lets the parts that could not be loaded be asked for once more. */
export function loadAgain(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** `ahead`: has its code fetched before it is shown. */
export type OnDemand<Props> = ((props: Props) => ReactNode) & { ahead(): void };

/**
 * React's lazy, but a load that failed is tried again: React keeps it for as long as the page lives. Around a screen is the ErrorBoundary,
 * around what opens on a screen a FetchedPart.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  const loadPart = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      failed.add(() => {
        Part = lazy(loadPart);
      });
      throw new NotLoaded(await wasUpdated());
    }
  };
  let Part = lazy(loadPart);
  // the browser keeps what it has fetched
  const ahead = () => void load().catch(() => undefined);
  return Object.assign((props: Props) => createElement(Part as ComponentType<Props>, props), { ahead });
}

/** After an update, an open page asks for files that are gone. A page loaded again names the new ones. */
async function wasUpdated(): Promise<boolean> {
  const scripts = [...document.querySelectorAll('script[type=module][src]')];
  if (scripts.length === 0) return false;
  const page = await fetch('/', { cache: 'no-store' }).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  );
  return page !== null && scripts.some((script) => !page.includes(script.getAttribute('src') ?? ''));
}
