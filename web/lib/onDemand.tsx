import { type ComponentType, type ReactNode, use } from 'react';

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
 * A part of the app that is fetched when it is first shown. Unlike React's lazy it can be asked for again after it failed. Around a
 * screen is the ErrorBoundary, around what opens on a screen a FetchedPart.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  const part = () => {
    loading ??= load().catch(async () => {
      const updated = await wasUpdated();
      failed.add(() => {
        loading = null;
      });
      throw new NotLoaded(updated);
    });
    return loading;
  };
  function Fetched(props: Props) {
    const Part = use(part());
    return <Part {...props} />;
  }
  // what fails is said when it is shown
  return Object.assign(Fetched, { ahead: () => void part().catch(() => undefined) });
}

/** After an update of the installation an open page asks for files that are gone; a page loaded again names the new ones. */
async function wasUpdated(): Promise<boolean> {
  const scripts = [...document.querySelectorAll('script[type=module][src]')];
  if (scripts.length === 0) return false;
  const page = await fetch('/', { cache: 'no-store' }).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  );
  return page !== null && scripts.some((script) => !page.includes(script.getAttribute('src') ?? ''));
}
