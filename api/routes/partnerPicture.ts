import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { partnersById } from '../../db/read/partners.ts';
import { ref } from '../../db/store.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';

/** The picture of a partner, as the worker fetched it. */
export function partnerPictureRoutes({ store }: Deps) {
  return new Hono<Env>().get('/partners/:id/picture', answers('image/*'), etag(), async (c) => {
    const { tenant } = c.get('user');
    const id = c.req.param('id');
    const [row] = await partnersById(store, tenant, [id]);
    const pictureId = row?.state.picture;
    const events = pictureId ? await store.history(tenant, ref('partner', id)) : [];
    const stored = events.findLast((event) => event.type === 'PartnerPictureStored');
    if (!stored?.personal) throw new Refused({ code: 'no_picture' });
    const { type, bytes } = stored.personal;
    return c.body(Uint8Array.from(Buffer.from(bytes, 'base64')), 200, {
      'Content-Type': type,
      // its address names the picture; after an erasure it leaves the browser soon
      'Cache-Control': 'private, max-age=3600',
    });
  });
}
