import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { onDemand } from '../lib/onDemand.tsx';
import './app.css';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { SessionGate } from './SessionGate.tsx';
import { PageSpinner } from './Spinner.tsx';

const GmailCallback = onDemand(() =>
  import('../features/settings/GmailCallback.tsx').then((module) => module.GmailCallback),
);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary whole>
      {/* Google's sign-in comes back here, in a window that closes at once and needs neither session nor shell */}
      {window.location.pathname === '/gmail/callback' ? (
        <Suspense fallback={<PageSpinner label="Loading" />}>
          <GmailCallback />
        </Suspense>
      ) : (
        <SessionGate />
      )}
    </ErrorBoundary>
  </StrictMode>,
);
