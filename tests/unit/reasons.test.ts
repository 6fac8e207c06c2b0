import fc from 'fast-check';
import { Hono } from 'hono';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { answerError } from '../../api/http/errors.ts';
import { aiRefusal } from '../../api/sending/aiRefusal.ts';
import { type AnyEvent, KINDS, type Kind } from '../../events/shared/event.ts';
import { reasonSchema } from '../../events/shared/reasonSchema.ts';
import { REASONS, type Reason, type ReasonCode, reasonText } from '../../events/shared/reasons.ts';
import { REFUSALS, type RefusalCase, refusalKind, refusalText } from '../../events/shared/refusals.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Command } from '../support/commands.ts';

const TABLE = '../../events/shared/reasons.ts';
const OF_REFUSALS = '../../events/shared/refusals.ts';
const turned = (words: string): string => [...words].reverse().join('');
const HISTORIES = { seed: 7, numRuns: 15 };

/** The program with the words of both tables as they are, or each of them reversed. */
async function program(words: 'as they are' | 'reversed') {
  vi.resetModules();
  if (words === 'reversed') {
    vi.doMock(TABLE, async (original) => {
      const table = await original<typeof import('../../events/shared/reasons.ts')>();
      const reversed = (reason: Reason) => turned(table.reasonText(reason));
      return { ...table, reasonText: reversed, reasonSentence: reversed };
    });
    vi.doMock(OF_REFUSALS, async (original) => {
      const table = await original<typeof import('../../events/shared/refusals.ts')>();
      return { ...table, refusalText: (refusal: RefusalCase) => turned(table.refusalText(refusal)) };
    });
  }
  const [{ aggregateOf }, { Refused }, { commands }, { fold }, { aiRefusal }, { alreadyListed }] = await Promise.all([
    import('../../events/catalog.ts'),
    import('../../events/shared/refused.ts'),
    import('../support/commands.ts'),
    import('../support/scenario.ts'),
    import('../../api/sending/aiRefusal.ts'),
    import('../../events/partners/partner.ts'),
  ]);
  vi.doUnmock(TABLE);
  vi.doUnmock(OF_REFUSALS);

  /** The decisions of random commands, refusals by code, and their folds. */
  function histories(kind: Kind) {
    const aggregate = aggregateOf(kind);
    const sequences = fc.sample(
      fc.array(commands[kind] as fc.Arbitrary<Command<never>>, { minLength: 5, maxLength: 40 }),
      HISTORIES,
    );
    return sequences.map((sequence) => {
      const history: AnyEvent[] = [];
      const refusals: string[] = [];
      for (const command of sequence) {
        try {
          history.push(...command(fold(aggregate, history) as never));
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          refusals.push(`${error.refusal} ${error.code}`);
        }
      }
      return { history, refusals, state: fold(aggregate, history) };
    });
  }
  const answerTo = (code: ReasonCode) => {
    const error = aiRefusal({ code } as Reason, 'no text', new Date(0));
    return error instanceof Refused ? error.refusal : (error as { status?: number }).status;
  };
  return {
    histories,
    answers: (Object.keys(REASONS) as ReasonCode[]).map(answerTo),
    said: alreadyListed('url').message,
  };
}

const before = await program('as they are');
const after = await program('reversed');
afterAll(() => vi.resetModules());

describe('other words change no decision', () => {
  test('though they are shown', () => {
    expect(before.said).toMatch(/already exists\.$/);
    expect(after.said).not.toBe(before.said);
  });

  test.each(KINDS)('of %s, and no state', (kind) => {
    expect(after.histories(kind)).toEqual(before.histories(kind));
  });

  test('and no status of an answer', () => {
    expect(after.answers).toEqual(before.answers);
    expect(new Set(before.answers)).toEqual(new Set(['limit', 503]));
  });
});

describe('an answer that refuses', () => {
  const app = new Hono().onError(answerError);
  app.get('/credits', () => {
    throw new Refused({ code: 'credits_used_up', used: 2, limit: 2, retryAfterSeconds: 59.5 });
  });
  app.get('/provider', () => {
    throw aiRefusal({ code: 'ai_declined' }, 'No text was written.', new Date(0));
  });

  test('says its words, and in the details its code', async () => {
    const answer = await app.request('/credits');
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '60']);
    const numbers = { used: 2, limit: 2 };
    const details = { code: 'credits_used_up', ...numbers };
    expect(await answer.json()).toEqual({ error: 'Monthly credit limit exceeded', ...numbers, details });
  });

  test('tells the code of what a provider did not do', async () => {
    const answer = await app.request('/provider');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ error: 'No text was written.', details: { code: 'ai_declined' } });
  });

  test('says why a message has not left', () => {
    const refused: RefusalCase = { code: 'did_not_leave', status: 'deferred', reason: { code: 'mailbox_full' } };
    expect(refusalKind(refused)).toBe('illegal');
    expect(refusalText(refused)).toBe(
      'Not sent yet: the daily limit of your mailbox is reached. It is tried again automatically.',
    );
  });

  test('has one code for each text of a kind', () => {
    const plain = Object.values(REFUSALS).filter(([, words]) => typeof words === 'string');
    expect(new Set(plain.map((one) => one.join(' '))).size).toBe(plain.length);
  });
});

describe('the words', () => {
  const plain = Object.entries(REASONS).filter(([, words]) => typeof words === 'string');

  test.each(plain)('of %s have no full stop', (code) => {
    expect(reasonText({ code } as Reason)).toMatch(/[^.\s]$/);
  });

  test('of an inner reason are part of those of the outer one', () => {
    const reason: Reason = { code: 'taken_back', reason: { code: 'mailbox_full' } };
    expect(reasonText(reason)).toBe('Send Now was taken back after a day: the daily limit of your mailbox is reached');
  });

  test('name a setting to operators alone', () => {
    const reason: Reason = { code: 'provider_key_refused', provider: 'Hunter', setting: 'HUNTER_API_KEY' };
    expect(reasonText(reason)).toBe('Hunter refused the key. Ask your administrator to check it');
    expect(reasonText(reason, 'operator')).toBe('Hunter refused the key in HUNTER_API_KEY. Check it');
  });

  test('belong to known codes', () => {
    expect(reasonSchema.safeParse({ code: 'replied' }).success).toBe(true);
    expect(reasonSchema.safeParse({ code: 'the words' }).success).toBe(false);
  });
});
