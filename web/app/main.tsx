import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentUserQuery } from '../features/session/currentUser.ts';
import { whenSignedOut } from '../lib/client.ts';
import { queryClient } from '../lib/queryClient.ts';
import './app.css';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { SessionGate } from './SessionGate.tsx';

whenSignedOut(() => {
  // Before anyone is signed in, a 401 is only the answer "nobody": the landing page shows.
  if (!queryClient.getQueryData(currentUserQuery().queryKey)) return;
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/api/login?next=${encodeURIComponent(here)}`);
});

// After an update of the installation an open page asks for chunks that are gone: loading it anew gets the new version, once.
window.addEventListener('vite:preloadError', (event) => {
  const reloaded = Number(sessionStorage.getItem('reloaded-at') ?? 0);
  if (Date.now() - reloaded < 10_000) return;
  sessionStorage.setItem('reloaded-at', String(Date.now()));
  event.preventDefault();
  window.location.reload();
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <SessionGate />
      </ErrorBoundary>
    </QueryClientProvider>
  </StrictMode>,
);
