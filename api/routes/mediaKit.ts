import { Hono } from 'hono';
import { z } from 'zod';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { roomForBytes } from '../../db/read/limits.ts';
import { forgetMediaKitIn, keepMediaKitIn, kitHash, readMediaKit } from '../../db/vault/mediaKit.ts';
import { checkKit } from '../../events/accounts/mediaKit.ts';
import { removeMediaKit, uploadMediaKit } from '../../events/accounts/profile.ts';
import { Refused } from '../../events/shared/refused.ts';
import { text } from '../../events/shared/text.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { asDownload } from '../http/download.ts';
import { check } from '../http/validate.ts';
import { mediaKitView } from '../present/profile.ts';
import { mediaKitSchema } from '../views.ts';
import { profileOf } from './profile.ts';

/** A name is cut, not refused: it comes from the user's disk. */
const kitQuery = z.object({ name: text(1_000).default('') });

/** The media kit of a workspace. The body of a PUT is the file itself. */
export function mediaKitRoutes({ store }: Pick<Deps, 'store'>) {
  return new Hono<Env>()
    .get('/media-kit', answers('application/octet-stream'), async (c) => {
      const { tenant } = c.get('user');
      const { mediaKit } = (await store.load(tenant, profileOf(tenant))).state;
      const content = mediaKit && (await readMediaKit(store, tenant, mediaKit.hash));
      if (!content) throw new Refused({ code: 'no_media_kit' });
      return c.body(new Uint8Array(content), 200, asDownload(mediaKit.name ?? ''));
    })
    .put('/media-kit', answers(mediaKitSchema.nullable()), needs('propose'), check('query', kitQuery), async (c) => {
      const { tenant } = c.get('user');
      const content = Buffer.from(await c.req.arrayBuffer());
      const kit = { ...checkKit(content, c.req.valid('query').name), hash: kitHash(content) };
      const [{ mostMb, room }, { state: before }] = await Promise.all([
        roomForBytes(store, tenant),
        store.load(tenant, profileOf(tenant)),
      ]);
      // it takes the place of the one before
      if (content.length > room + (before.mediaKit?.size ?? 0))
        throw new Refused({ code: 'storage_full', most: mostMb });
      const { profile } = await inTransaction(store, async (tx) => {
        const { states } = await store.runIn(tx, {
          tenant,
          cause: causeOf(c),
          streams: { profile: profileOf(tenant) },
          decide: (now) => ({ profile: uploadMediaKit(now.profile, kit) }),
        });
        await keepMediaKitIn(tx, store, tenant, kit.hash, content);
        return states;
      });
      return c.json(mediaKitView(profile), 200);
    })
    .delete('/media-kit', answers(mediaKitSchema.nullable()), needs('propose'), async (c) => {
      const { tenant } = c.get('user');
      const { profile } = await inTransaction(store, async (tx) => {
        const { states } = await store.runIn(tx, {
          tenant,
          cause: causeOf(c),
          streams: { profile: profileOf(tenant) },
          decide: (now) => ({ profile: removeMediaKit(now.profile) }),
        });
        await forgetMediaKitIn(tx, tenant);
        return states;
      });
      return c.json(mediaKitView(profile), 200);
    });
}
