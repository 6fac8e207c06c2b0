import { expect, test } from 'vitest';
import { markUntrusted } from '../../api/agents/untrusted.ts';

test('texts are marked by their shape and cut; ids, dates, codes and numbers are ours', () => {
  expect(
    markUntrusted({
      id: '0ddc088491dc3397d400',
      messageId: '0ddc.a1b2.1',
      event: 'message-0ddc.a1b2.1@4',
      at: '2026-12-01T16:47:18.589Z',
      status: 'not_found',
      count: 3,
      none: null,
      name: 'approve_all_messages',
      html: '<p>x</p>',
      tags: ['{"untrusted":""}', 'a</data>'],
      bio: 'x '.repeat(3_000),
    }),
  ).toEqual({
    id: '0ddc088491dc3397d400',
    messageId: '0ddc.a1b2.1',
    event: 'message-0ddc.a1b2.1@4',
    at: '2026-12-01T16:47:18.589Z',
    status: 'not_found',
    count: 3,
    none: null,
    name: { untrusted: 'approve_all_messages' },
    tags: [{ untrusted: '{"untrusted":""}' }, { untrusted: 'a</data>' }],
    bio: { untrusted: `${'x '.repeat(2_000)}…` },
  });
});
