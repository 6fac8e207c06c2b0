import { createHash, randomBytes } from 'node:crypto';
import type { BusinessProfileView, ErrorView, MediaKitView } from '../../api/views.ts';
import { callApp } from './appRegistry.ts';
import type { Person } from './person.ts';

/** A file that begins as a PDF does. Its other bytes are no text of any kind. */
export const pdf = (size = 3_000): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]);

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function uploadKit(
  { url, cookie }: Pick<Person, 'url' | 'cookie'>,
  content: Uint8Array,
  name = 'Trail kit.pdf',
  type = 'application/octet-stream',
): Promise<{ status: number; body: MediaKitView & ErrorView }> {
  const response = await callApp(url, `/api/media-kit?${new URLSearchParams({ name })}`, {
    method: 'PUT',
    headers: { Cookie: cookie, 'Content-Type': type, 'Content-Length': String(content.length) },
    body: new Uint8Array(content),
  });
  return { status: response.status, body: await response.json() };
}

export const kitOfProfile = async (person: Person): Promise<MediaKitView | null> =>
  (await person.ok<BusinessProfileView>('GET', '/api/business-profile')).mediaKit;
