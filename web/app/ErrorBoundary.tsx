import { Component, type ReactNode } from 'react';
import { buttonClasses } from '../components/ui/Button.tsx';
import { loadAgain, NotLoaded } from '../lib/onDemand.tsx';

type Props = {
  children: ReactNode;
  resetKey?: string;
  /** Called before the screen is tried again, to forget what may have broken it. */
  onAgain?: () => void;
  /** Around the whole page, not inside the shell. */
  whole?: boolean;
};

const WORDS = {
  broke: {
    title: 'This page could not be shown',
    text: 'Your saved data is safe. Try again, or go back to the dashboard.',
  },
  notLoaded: {
    title: 'This page could not be loaded',
    text: 'The connection to the server failed. Check it, then try again.',
  },
};

/** The installation was updated: only a page loaded again knows where the code is. */
const isGone = (error: Error): boolean => error instanceof NotLoaded && error.updated;

/** A screen's code is fetched again this long after each failure. After that only by hand, or when the connection returns. */
const FETCH_AGAIN_MS = [3_000, 6_000, 12_000];

/** A screen that broke says so and offers the way on; `resetKey` (the route and the connection) tries again automatically. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };
  private fetchedAgain = 0;
  private fetchAgain: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    if (isGone(error)) window.location.reload();
    else if (error instanceof NotLoaded) {
      // a connection that has just come back may still fail the first fetch
      const wait = FETCH_AGAIN_MS[this.fetchedAgain];
      this.fetchedAgain += 1;
      clearTimeout(this.fetchAgain);
      if (wait !== undefined) this.fetchAgain = setTimeout(this.again, wait);
    }
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey === this.props.resetKey) return;
    this.fetchedAgain = 0;
    if (this.state.error) this.again();
  }

  override componentWillUnmount(): void {
    clearTimeout(this.fetchAgain);
  }

  again = (): void => {
    clearTimeout(this.fetchAgain);
    loadAgain();
    this.props.onAgain?.();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (isGone(error)) return null;
    const { title, text } = error instanceof NotLoaded ? WORDS.notLoaded : WORDS.broke;
    const Part = this.props.whole ? 'main' : 'div';
    return (
      <Part className="mx-auto max-w-form px-4 py-16 text-center" role="alert">
        <h1 className="font-bold text-title tracking-title">{title}</h1>
        <p className="mt-1 mb-4 text-ink-2">{text}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <button type="button" className={buttonClasses('primary')} onClick={this.again}>
            Try again
          </button>
          <a className={buttonClasses('outline')} href="/dashboard">
            Go to Dashboard
          </a>
        </div>
      </Part>
    );
  }
}
