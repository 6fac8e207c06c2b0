import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { onDemand } from '../lib/onDemand.tsx';
import './app.css';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { SessionGate } from './SessionGate.tsx';

const GmailCallback = onDemand(() =>
  import('../features/settings/SignInCallback.tsx').then((module) => module.GmailCallback),
);

const MicrosoftCallback = onDemand(() =>
  import('../features/settings/SignInCallback.tsx').then((module) => module.MicrosoftCallback),
);
/** The sign-ins at providers return to these, in a window that closes at once and needs no session or shell. */
const RETURNS: Readonly<Record<string, typeof GmailCallback>> = {
  '/gmail/callback': GmailCallback,
  '/microsoft/callback': MicrosoftCallback,
};
const Return = RETURNS[window.location.pathname];

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary whole>
      {Return ? (
        <Suspense fallback={null}>
          <Return />
        </Suspense>
      ) : (
        <SessionGate />
      )}
    </ErrorBoundary>
  </StrictMode>,
);
