import { Component, type ReactNode } from 'react';

/** A screen that broke says so and offers the way on; `resetKey` (the route) tries again by itself. */
export class ErrorBoundary extends Component<{ children: ReactNode; resetKey?: string }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(before: { resetKey?: string }): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="mx-auto max-w-form px-4 py-16" role="alert">
        <h1 className="font-bold text-title">This page could not be shown</h1>
        <p className="mt-1 text-ink-2">
          Nothing was lost: what you saved is on the server. Load the page again; if it happens once more, go back to
          the dashboard.
        </p>
        <div className="mt-4 flex gap-4">
          <button type="button" className="link" onClick={() => window.location.reload()}>
            Load again
          </button>
          <a className="link" href="/dashboard">
            Go to the dashboard
          </a>
        </div>
      </main>
    );
  }
}
