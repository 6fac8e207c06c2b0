import { describe, expect, test } from 'vitest';
import { outcomeOf, profileMark } from '../../web/features/profile/awaitedProfile.ts';
import { isAwaited } from '../../web/features/search/api.ts';

describe('a search that goes on over a reload', () => {
  const asked = { occasion: 'further', owner: 'u1' } as const;
  test('is the one that the call named', () => {
    expect(isAwaited({ ...asked, id: 's2' }, 's2', 'u1')).toBe(true);
    expect(isAwaited({ ...asked, id: 's2' }, 's3', 'u1')).toBe(false);
  });
  test('is the first after the one that was known when it was asked for', () => {
    expect(isAwaited({ ...asked, after: 's1' }, 's1', 'u1')).toBe(false);
    expect(isAwaited({ ...asked, after: 's1' }, 's2', 'u1')).toBe(true);
    expect(isAwaited({ ...asked, after: null }, 's1', 'u1')).toBe(true);
  });
  test('is nobody else’s', () => expect(isAwaited({ ...asked, after: 's1' }, 's2', 'u2')).toBe(false));
});

describe('a partner profile that goes on over a reload', () => {
  const view = (profileGeneration: 'none' | 'running' | 'generated' | 'failed', description: string | null = null) => ({
    profileGeneration,
    generatedProfile:
      description === null
        ? null
        : { description, industry: '', minFollowers: 0, minEngagement: 0, platforms: [], targetAudience: '' },
  });
  const asked = { owner: 'u1', before: profileMark(view('generated', 'old')) };
  test('is not the one from before the request', () => {
    expect(outcomeOf(asked, view('generated', 'old'))).toBeNull();
    expect(outcomeOf(asked, view('generated', 'new'))).toBe('generated');
    expect(outcomeOf(asked, view('failed', 'old'))).toBe('failed');
  });
  test('was answered, whatever came, once it was seen running', () => {
    expect(outcomeOf(asked, view('running', 'old'))).toBe('running');
    expect(outcomeOf({ owner: 'u1' }, view('generated', 'old'))).toBe('generated');
    expect(outcomeOf({ owner: 'u1' }, view('running', 'old'))).toBe('running');
    expect(outcomeOf({ owner: 'u1' }, view('none'))).toBeNull();
  });
});
