import { useMutation } from '@tanstack/react-query';
import { ApiError, hasStatus, serverWords } from '../../lib/apiError.ts';

/** Asks for the address of Google's sign-in. GET /api/gmail/auth-url; until Gmail sending is there, the server says why it cannot. */
export async function fetchGmailAuthUrl(): Promise<{ authUrl: string }> {
  const response = await fetch('/api/gmail/auth-url', { credentials: 'include' });
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText);
  return (await response.json()) as { authUrl: string };
}

export function useConnectGmail() {
  return useMutation({
    mutationFn: fetchGmailAuthUrl,
    meta: {
      failure: (error) => ({
        title: 'Connection Failed',
        text: hasStatus(error, 404)
          ? 'This version cannot send through Gmail yet. Choose SendGrid below.'
          : serverWords(error, 'Failed to connect Gmail'),
      }),
    },
    onSuccess: ({ authUrl }) => {
      window.open(authUrl, 'gmail-sign-in', 'width=600,height=700');
    },
  });
}
