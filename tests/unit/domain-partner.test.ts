import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  concludeContactSearch,
  editContact,
  importedContact,
  requestContactSearch,
} from '../../events/partners/contact.ts';
import { duplicateKey, normalisedUrl } from '../../events/partners/duplicateKey.ts';
import { editNotes } from '../../events/partners/editNotes.ts';
import {
  addPartner,
  changePartnerStatus,
  deletePartner,
  discoverPartner,
  type PartnerEvent,
  partner,
  scorePartner,
} from '../../events/partners/partner.ts';
import type { NotesChange } from '../../events/partners/partnersInput.ts';
import { PARTNER_STATUSES, PLATFORMS } from '../../events/shared/options.ts';
import { aPerson } from '../support/samples.ts';
import { fold, given } from '../support/scenario.ts';

const { facts, person } = aPerson();
const discovered: PartnerEvent = {
  type: 'PartnerDiscovered',
  data: { ...facts, searchId: 's1', keys: [] },
  personal: person,
};
const approved: PartnerEvent = { type: 'PartnerApproved', data: {} };
const rejected: PartnerEvent = { type: 'PartnerRejected', data: {} };
const deleted: PartnerEvent = { type: 'PartnerDeleted', data: {} };
const erased: PartnerEvent = { type: 'PersonErased', data: {} };
const searching: PartnerEvent = { type: 'ContactSearchRequested', data: { contactSearchId: 'c1', period: '2026-03' } };
const manual: PartnerEvent = {
  type: 'ContactEdited',
  data: { confidence: 0.5 },
  personal: { email: 'maren@run.example', socialProfiles: [] },
};

describe('coming in', () => {
  test('a person that a search finds is pending', () => {
    given(partner)
      .when((state) => discoverPartner(state, aPerson(), 's1'))
      .gives(discovered);
    expect(given(partner, discovered).state).toMatchObject({
      status: 'pending',
      emailStatus: 'pending',
      searchId: 's1',
    });
  });

  test('a known person, deleted ones included, is not found again', () => {
    given(partner, discovered)
      .when((state) => discoverPartner(state, aPerson(), 's2'))
      .gives();
    given(partner, discovered, deleted)
      .when((state) => discoverPartner(state, aPerson(), 's2'))
      .gives();
  });

  test('a known person cannot be added, a deleted one can, and starts afresh', () => {
    const add = (state: typeof partner.initial) => addPartner(state, aPerson(), 'url');
    given(partner, discovered).when(add).refuses('conflict', 'A partner with this LinkedIn profile already exists.');
    given(partner, discovered, rejected)
      .when((state) => addPartner(state, aPerson(), 'import'))
      .refuses('conflict', /already exists/);
    const added: PartnerEvent = { type: 'PartnerAdded', data: { ...facts, by: 'url', keys: [] }, personal: person };
    given(partner, discovered, approved, manual, deleted).when(add).gives(added);
    expect(given(partner, discovered, approved, manual, deleted, erased, added).state).toMatchObject({
      status: 'pending',
      contact: null,
      erased: false,
      person,
    });
  });
});

describe('status', () => {
  const histories = { pending: [discovered], approved: [discovered, approved], rejected: [discovered, rejected] };
  const legal: Record<string, PartnerEvent[]> = {
    'pending approved': [approved],
    'pending rejected': [rejected],
    'approved rejected': [rejected],
    'rejected approved': [approved],
    'pending pending': [],
    'approved approved': [],
    'rejected rejected': [],
  };
  const pairs = PARTNER_STATUSES.flatMap((from) => PARTNER_STATUSES.map((to) => [from, to] as const));

  test.each(pairs)('%s → %s', (from, to) => {
    const change = given(partner, ...histories[from]).when((state) => changePartnerStatus(state, to));
    const events = legal[`${from} ${to}`];
    if (events) change.gives(...events);
    else change.refuses('illegal', `This partner is ${from} and cannot become ${to}.`);
  });

  test('a partner that is not there, or not there any more, is not found', () => {
    for (const history of [[], [discovered, deleted]]) {
      given(partner, ...history)
        .when((state) => changePartnerStatus(state, 'approved'))
        .refuses('not_found', 'Partner not found');
      given(partner, ...history)
        .when(deletePartner)
        .refuses('not_found');
      given(partner, ...history)
        .when((state) => requestContactSearch(state, 'c1', '2026-03'))
        .refuses('not_found');
      given(partner, ...history)
        .when((state) => editContact(state, { email: 'a@b.example' }))
        .refuses('not_found');
    }
  });
});

describe('contact', () => {
  test('is looked for only for an approved partner, once at a time', () => {
    const ask = (state: typeof partner.initial) => requestContactSearch(state, 'c1', '2026-03');
    given(partner, discovered).when(ask).refuses('illegal');
    given(partner, discovered, rejected).when(ask).refuses('illegal');
    given(partner, discovered, approved).when(ask).gives(searching);
    given(partner, discovered, approved, searching)
      .when((state) => requestContactSearch(state, 'c2', '2026-03'))
      .gives();
    given(partner, discovered, approved, erased)
      .when(ask)
      .refuses('illegal', /erased/);
  });

  test('only the open search may end, once', () => {
    const end = (id: string) => (state: typeof partner.initial) =>
      concludeContactSearch(state, id, { outcome: 'not_found', steps: [] });
    given(partner, discovered, approved, searching)
      .when(end('c1'))
      .gives({ type: 'ContactNotFound', data: { contactSearchId: 'c1', steps: [] } });
    given(partner, discovered, approved, searching).when(end('c2')).gives();
    given(partner, discovered, approved).when(end('c1')).gives();
  });

  const outcome = {
    outcome: 'found' as const,
    source: 'people_data_labs' as const,
    email: 'maren@run.example',
    socialProfiles: [{ platform: 'x', url: 'u' }],
    confidence: 0.9,
    sourceUrl: null,
    verification: null,
    steps: [],
  };
  test('an address that is found is kept, unless the partner was deleted or erased meanwhile', () => {
    const end = (state: typeof partner.initial) => concludeContactSearch(state, 'c1', outcome);
    given(partner, discovered, approved, searching)
      .when(end)
      .gives({
        type: 'ContactFound',
        data: { contactSearchId: 'c1', source: 'people_data_labs', confidence: 0.9, verification: null, steps: [] },
        personal: { email: outcome.email, socialProfiles: outcome.socialProfiles, sourceUrl: null },
      });
    const dropped: PartnerEvent = {
      type: 'ContactSearchFailed',
      data: { contactSearchId: 'c1', reason: { code: 'partner_deleted' }, steps: [] },
    };
    given(partner, discovered, approved, searching, deleted).when(end).gives(dropped);
    given(partner, discovered, approved, searching, erased).when(end).gives(dropped);
  });

  test('an edit keeps known profiles and confidence; without any the confidence is 0.5', () => {
    const edit = (state: typeof partner.initial) => editContact(state, { email: 'maren@run.example' });
    given(partner, discovered).when(edit).gives(manual);
    const found = concludeContactSearch(given(partner, discovered, approved, searching).state, 'c1', outcome);
    given(partner, discovered, approved, searching, ...found)
      .when((state) => editContact(state, { email: 'new@run.example' }))
      .gives({
        type: 'ContactEdited',
        data: { confidence: 0.9 },
        personal: { email: 'new@run.example', socialProfiles: outcome.socialProfiles },
      });
  });

  test('an address typed while a search is open wins over what the search finds; the search is recorded all the same', () => {
    const open = [discovered, approved, searching, manual];
    const ended = concludeContactSearch(given(partner, ...open).state, 'c1', outcome);
    expect(ended).toMatchObject([
      { type: 'ContactFound', data: { contactSearchId: 'c1', source: 'people_data_labs' } },
    ]);
    const { state } = given(partner, ...open, ...ended);
    expect(state).toMatchObject({
      emailStatus: 'email_found',
      openContactSearch: null,
      lastContactSearch: { id: 'c1', outcome: 'found', source: 'people_data_labs' },
    });
    expect(state.contact).toEqual(given(partner, ...open).state.contact);
    expect(state.contact?.source).toBe('manual');
    // a search that was asked for after the edit is meant to replace it
    const after = [discovered, approved, manual, searching];
    const found = concludeContactSearch(given(partner, ...after).state, 'c1', outcome);
    expect(given(partner, ...after, ...found).state.contact).toMatchObject({ email: outcome.email, confidence: 0.9 });
  });

  test('a search that finds nothing does not take a known address away', () => {
    const nothing: PartnerEvent = { type: 'ContactNotFound', data: { contactSearchId: 'c1', steps: [] } };
    expect(given(partner, discovered, approved, searching, nothing).state.emailStatus).toBe('no_email_found');
    expect(given(partner, discovered, approved, manual, searching, nothing).state).toMatchObject({
      emailStatus: 'email_found',
      contact: { email: 'maren@run.example' },
    });
  });
});

test('an unchanged score is no event; a deleted or erased partner is not scored', () => {
  const match = {
    score: 40,
    by: 'rules' as const,
    parts: [{ part: 'topic' as const, points: 40, max: 40, reason: 'r' }],
    supports: [],
  };
  const scored = scorePartner(given(partner, discovered).state, match);
  expect(scored).toHaveLength(1);
  given(partner, discovered, ...scored)
    .when((state) => scorePartner(state, match))
    .gives();
  // the same number by the AI's rubric is no longer a rough one
  expect(scorePartner(given(partner, discovered, ...scored).state, { ...match, by: 'rubric' })).toHaveLength(1);
  given(partner, discovered, deleted)
    .when((state) => scorePartner(state, match))
    .gives();
  given(partner, discovered, erased)
    .when((state) => scorePartner(state, match))
    .gives();
});

test('erasing leaves no trace of the person in the state', () => {
  const state = fold(partner, [
    discovered,
    ...importedContact('maren@run.example'),
    ...scorePartner(given(partner, discovered).state, { score: 1, by: 'rules', parts: [], supports: [] }),
    erased,
  ]);
  expect(JSON.stringify(state)).not.toMatch(/Maren|maren/);
  expect(state).toMatchObject({ erased: true, person: null, emailStatus: 'email_found', contact: { email: null } });
});

describe('duplicates', () => {
  test.each([
    ['https://www.linkedin.com/in/Maren/', 'linkedin.com/in/maren'],
    ['HTTP://LinkedIn.com/in/maren', 'linkedin.com/in/maren'],
    ['www.linkedin.com/in/maren?trk=x#top', 'linkedin.com/in/maren'],
    ['https://instagram.com/', 'instagram.com'],
    ['https://uk.linkedin.com/in/maren', 'linkedin.com/in/maren'],
    ['https://m.youtube.com/@Maren', 'youtube.com/@maren'],
    ['https://twitter.com/maren', 'x.com/maren'],
    ['https://netflix.com/maren', 'netflix.com/maren'],
    ['https://example.com:8080/A//', 'example.com:8080/a'],
  ])('%s is %s', (url, key) => expect(normalisedUrl(url)).toBe(key));

  test('text that is no URL falls back to platform and username, without its @ and case', () => {
    expect(normalisedUrl('not a url')).toBeNull();
    expect(duplicateKey({ profileUrl: 'not a url', platform: 'tiktok', username: '@Maren ' })).toBe(
      'url:tiktok.com/@maren',
    );
    expect(duplicateKey({ profileUrl: null, platform: 'youtube', username: ' ' })).toBe('user:youtube:');
  });

  test.each([
    ['linkedin', 'https://de.linkedin.com/in/DUP/'],
    ['instagram', 'instagram.com/dup'],
    ['tiktok', 'https://www.tiktok.com/@dup?lang=en'],
    ['youtube', 'https://m.youtube.com/@dup'],
    ['twitter', 'https://mobile.twitter.com/dup'],
    ['twitter', 'https://x.com/dup'],
  ] as const)('a user name on %s is the profile %s', (platform, profileUrl) => {
    expect(duplicateKey({ profileUrl: null, platform, username: '@DUP' })).toBe(
      duplicateKey({ profileUrl, platform, username: null }),
    );
  });

  test('the same profile written in another way is never added twice', () => {
    const handle = fc.stringMatching(/^[a-zA-Z0-9-]{1,12}$/);
    const spelling = fc.record({
      scheme: fc.constantFrom('http://', 'https://', 'HTTPS://', ''),
      www: fc.constantFrom('', 'www.', 'WWW.'),
      slash: fc.constantFrom('', '/', '//'),
      upper: fc.boolean(),
      query: fc.constantFrom('', '?utm=1', '#about'),
      platform: fc.constantFrom(...PLATFORMS),
    });
    fc.assert(
      fc.property(handle, fc.array(spelling, { minLength: 1, maxLength: 6 }), (name, spellings) => {
        const log = new Map<string, PartnerEvent[]>();
        for (const { scheme, www, slash, upper, query, platform } of spellings) {
          const profileUrl = `${scheme}${www}Linkedin.com/in/${upper ? name.toUpperCase() : name}${slash}${query}`;
          const key = duplicateKey({ profileUrl, platform, username: null });
          const history = log.get(key) ?? [];
          log.set(key, [
            ...history,
            ...discoverPartner(fold(partner, history), aPerson({ person: { profileUrl } }), 's'),
          ]);
        }
        expect([...log.values()].flat()).toHaveLength(1);
      }),
    );
  });
});

describe('notes', () => {
  const wrote = { text: 'Met at the fair.', tags: ['warm'] };
  const asEdited = (personal: typeof wrote): PartnerEvent => ({ type: 'PartnerNotesEdited', data: {}, personal });
  const edited = asEdited(wrote);
  const edit = (change: NotesChange) => (state: typeof partner.initial) => editNotes(state, change);
  const note = { text: 'Likes hills.', seen: '' };

  test('are kept, and the same again are no event', () => {
    given(partner, discovered)
      .when(edit({ note }))
      .gives(asEdited({ text: 'Likes hills.', tags: [] }));
    expect(given(partner, discovered, edited).state).toMatchObject({ notes: wrote });
    given(partner, discovered, edited)
      .when(edit({ note: { text: wrote.text, seen: '' }, addTag: 'Warm', removeTag: 'cold' }))
      .gives();
  });

  test('that another tab has changed are not overwritten', () => {
    given(partner, discovered, edited)
      .when(edit({ note }))
      .refuses('conflict', 'This note was changed elsewhere. Read it before you save yours.');
  });

  test('tags come and go one by one, whatever became of the note', () => {
    given(partner, discovered, edited)
      .when(edit({ addTag: 'fair' }))
      .gives(asEdited({ text: wrote.text, tags: ['warm', 'fair'] }));
    given(partner, discovered, edited)
      .when(edit({ removeTag: 'warm' }))
      .gives(asEdited({ text: wrote.text, tags: [] }));
    const full = asEdited({ text: '', tags: Array.from({ length: 12 }, (_, at) => `tag ${at}`) });
    given(partner, discovered, full)
      .when(edit({ addTag: 'one more' }))
      .refuses('illegal', 'A partner has at most 12 tags.');
    given(partner, discovered, edited)
      .when(edit({ removeTag: 'WARM' }))
      .gives(asEdited({ text: wrote.text, tags: [] }));
  });

  test('a note for many is put below the one that exists, if it has room', () => {
    given(partner, discovered, edited)
      .when(edit({ addNote: 'Likes hills.' }))
      .gives(asEdited({ text: 'Met at the fair.\nLikes hills.', tags: ['warm'] }));
    given(partner, discovered, edited)
      .when(edit({ addNote: 'x'.repeat(4_000) }))
      .refuses('illegal', 'The note would be longer than 4,000 characters.');
  });

  test('go with the person, and none is written about somebody who is gone', () => {
    expect(given(partner, discovered, edited, erased).state.notes).toEqual({ text: '', tags: [] });
    given(partner, discovered, erased).when(edit({ note })).refuses('gone');
    given(partner, discovered, deleted).when(edit({ note })).refuses('not_found');
  });
});
