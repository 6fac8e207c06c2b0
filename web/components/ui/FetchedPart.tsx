import { Component, type ReactNode, Suspense } from 'react';
import { ConnectionLost } from '../../lib/connection.ts';
import { loadAgain, NotLoaded } from '../../lib/onDemand.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Button } from './Button.tsx';

type Props = {
  /** Closes the part again: its code could not be fetched. Without it, a button in its place tries again. */
  onLost?: () => void;
  fallback?: ReactNode;
  children: ReactNode;
};

const UPDATED = 'Partner Pilot was updated. Reload the page to continue. Unsaved changes will be lost.';

/**
 * Around what opens on a screen by code of its own, such as a dialog. If that code cannot be fetched, it says so and closes the part. The screen and
 * its typed text stay, and the next press tries again.
 */
export class FetchedPart extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof NotLoaded)) return;
    loadAgain();
    showToast({
      title: 'Connection Failed',
      text: error.updated ? UPDATED : new ConnectionLost().message,
      variant: 'destructive',
    });
    if (!this.props.onLost) return;
    this.props.onLost();
    this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error instanceof NotLoaded)
      return this.props.onLost ? null : <Button onClick={() => this.setState({ error: null })}>Load again</Button>;
    if (error) throw error;
    return <Suspense fallback={this.props.fallback ?? null}>{this.props.children}</Suspense>;
  }
}
