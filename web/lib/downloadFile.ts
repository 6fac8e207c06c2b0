/** Hands a file to the browser's download. */
export function downloadFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has read the address once this turn of the loop is over.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
