import { crc32, deflateSync } from 'node:zlib';
import { Hono } from 'hono';
import { hashOf } from '../hash.ts';
import { channels } from './channels.ts';

/** Pixels of each side, as YouTube's smallest thumbnail. */
const SIZE = 88;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of two colors: the head and shoulders of nobody, before a ground of their own. */
function portrait(seed: string): Buffer {
  const color = (name: string, least: number) =>
    [0, 1, 2].map((part) => least + (hashOf(`${seed} ${name} ${part}`) % 110));
  const head = 13 + (hashOf(`${seed} head`) % 6);
  const middle = SIZE / 2;
  const rows = Array.from({ length: SIZE }, (_, y) =>
    Buffer.from([
      // no filter
      0,
      ...Array.from({ length: SIZE }, (__, x) => {
        const inHead = (x - middle) ** 2 + (y - 34) ** 2 < head ** 2;
        const inShoulders = ((x - middle) / 1.25) ** 2 + (y - 88) ** 2 < 28 ** 2;
        return inHead || inShoulders ? 1 : 0;
      }),
    ]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // 8 bits that name a color of the palette
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...color('ground', 120), ...color('figure', 40)])),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const isGone = (channelId: string): boolean => hashOf(`${channelId} picture`) % 6 === 0;

/** Where the thumbnails of a channel lie; YouTube serves them from another host than its API. */
export const pictureUrl = (origin: string, channelId: string): string => `${origin}/pictures/${channelId}=s${SIZE}`;

/** The thumbnails of the sample channels. Some are gone, as happens when an owner changes theirs. */
export const pictureRoutes = () =>
  new Hono().get('/pictures/:name', (c) => {
    const [id = ''] = c.req.param('name').split('=');
    const known = channels.some(({ resource }) => resource.id === id);
    if (!known || isGone(id)) return c.text('Not found', 404);
    return c.body(Uint8Array.from(portrait(id)), 200, { 'Content-Type': 'image/png' });
  });
