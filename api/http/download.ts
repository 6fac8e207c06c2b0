/**
 * The headers of a file that a stranger sent: the browser saves it and shows it nowhere, whatever it is. Its name keeps no characters that hide its
 * ending, such as those that turn the direction of writing.
 */
export function asDownload(name: string): Record<string, string> {
  const plain = name.replace(/[\p{C}\p{Zl}\p{Zp}\\/]/gu, '_') || 'attachment';
  const encoded = encodeURIComponent(plain).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encoded}`,
    'Cache-Control': 'private, no-store',
  };
}
