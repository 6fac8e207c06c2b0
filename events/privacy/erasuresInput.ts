import { z } from 'zod';
import { emailAddress } from '../partners/partnersInput.ts';
import { requiredText } from '../shared/text.ts';

const id = (name: string) => requiredText(`${name} is required`, 100, `${name} must be at most 100 characters`);
const tenant = id('tenant');

/** POST /api/admin/erasures: whom to erase of which tenant, which is a workspace by id. */
export const adminErasure = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('partner'), tenant, id: id('id') }),
    z.object({ kind: z.literal('address'), tenant, address: emailAddress }),
    z.object({ kind: z.literal('tenant'), tenant }),
  ],
  { error: 'kind must be partner, address or tenant' },
);
