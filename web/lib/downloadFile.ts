export function downloadFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has read the address once this turn of the loop is over.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** The same for the answer of an export, under the server's file name if it gives one. */
export async function downloadResponse(
  response: Pick<Response, 'blob' | 'headers'>,
  fallbackName: string,
): Promise<void> {
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  downloadFile(await response.blob(), named ?? fallbackName);
}
