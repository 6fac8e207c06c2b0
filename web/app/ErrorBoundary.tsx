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

/** The installation was updated: only a page loaded anew knows where the code is. */
const isGone = (error: Error): boolean => error instanceof NotLoaded && error.updated;

/** A screen that broke says so and offers the way on; `resetKey` (the route and the connection) tries again automatically. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    if (isGone(error)) window.location.reload();
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.again();
  }

  again = (): void => {
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
