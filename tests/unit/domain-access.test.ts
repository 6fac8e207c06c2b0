import { describe, expect, test } from 'vitest';
import { type AccountLinkState, accountLink, consumeLink, linkClosed } from '../../events/accounts/accountLink.ts';
import { installation } from '../../events/accounts/installation.ts';
import { identityRefused, issuerHost, linkByAddress, whyAddressUnproven } from '../../events/accounts/issuer.ts';
import { whyWeak, wordsAbout } from '../../events/accounts/password.ts';
import { admitNewUser, isSignUpOpen } from '../../events/accounts/signUpPolicy.ts';
import {
  canAdminister,
  confirmAddress,
  joinByInvitation,
  makeAccessToken,
  maySignIn,
  mustAwaitInvitation,
  mustBeAnother,
  mustBeOpen,
  mustHaveSecondFactor,
  mustKeepAnAdmin,
  notToOneself,
  resetPassword,
} from '../../events/accounts/user.ts';
import { type UserEvent, type UserState, user } from '../../events/accounts/userState.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import type { Scope } from '../../events/shared/tokenScopes.ts';
import { fold, given } from '../support/scenario.ts';

const PAUSED = refusalText({ code: 'account_paused' });

const email = 'kim@northwind.example';
const personal = { email, username: null, firstName: 'Kim', lastName: null };
const signedUp: UserEvent = { type: 'UserSignedUp', data: { isAdmin: false, emailHmac: 'f00' }, personal };
const invited: UserEvent = { type: 'UserInvited', data: { isAdmin: true, emailHmac: 'f00' }, personal };
const accepted: UserEvent = { type: 'InvitationAccepted', data: {} };
const confirmed: UserEvent = { type: 'EmailConfirmed', data: {} };
const paused: UserEvent = { type: 'UserPaused', data: {} };
const deleted: UserEvent = { type: 'UserDeleted', data: {} };
const password = (by: 'invitation' | 'reset'): UserEvent => ({ type: 'PasswordSet', data: { by } });
/** Checks that decide nothing. */
const only =
  (check: (state: UserState) => void) =>
  (state: UserState): UserEvent[] => {
    check(state);
    return [];
  };
const ISSUER = 'https://id.example/realm';
const vouched = { issuer: ISSUER, emailVerified: true, picture: null };
const linked: UserEvent = { type: 'IssuerLinked', data: { issuer: ISSUER }, personal: { picture: null } };

describe('an access token', () => {
  const token = { tokenId: 't1', scopes: ['read', 'send'] as Scope[], expiresAt: '2026-12-01T00:00:00.000Z' };
  const make =
    (open: number, scopes = token.scopes) =>
    (state: UserState) =>
      makeAccessToken(state, { ...token, scopes, name: 'Zapier', open });
  const granted: UserEvent = { type: 'AdminGranted', data: {} };
  const auditor: UserEvent = { type: 'AuditorGranted', data: {} };
  const beyond = (scope: Scope) => refusalText({ code: 'token_beyond_role', scope });

  test('has scopes of its owner’s role alone, and there are not too many', () => {
    const made = (scopes: Scope[]): UserEvent => ({
      type: 'AccessTokenMade',
      data: { ...token, scopes },
      personal: { name: 'Zapier' },
    });
    given(user, signedUp).when(make(19)).gives(made(token.scopes));
    given(user, signedUp)
      .when(make(20))
      .refuses('illegal', refusalText({ code: 'tokens_full', most: 20 }));
    given(user, signedUp)
      .when(make(0, ['admin']))
      .refuses('illegal', beyond('admin'));
    given(user, signedUp, granted)
      .when(make(0, ['admin']))
      .gives(made(['admin']));
    given(user, signedUp, auditor).when(make(0)).refuses('illegal', beyond('send'));
    given(user, signedUp, paused).when(make(0)).refuses('forbidden', PAUSED);
  });

  test('keeps its name for the history until the account is erased; of many, the latest do', () => {
    const made = (number: number): UserEvent => ({
      type: 'AccessTokenMade',
      data: { ...token, tokenId: `t${number}` },
      personal: { name: `Script ${number}` },
    });
    const revoked: UserEvent = { type: 'AccessTokenRevoked', data: { tokenId: 't1' } };
    expect(fold(user, [signedUp, made(1), revoked]).tokens).toEqual([{ id: 't1', name: 'Script 1' }]);
    const many = Array.from({ length: 51 }, (_, number) => made(number));
    expect(fold(user, [signedUp, ...many]).tokens.map(({ id }) => id)).toEqual(
      many.slice(1).map((_, index) => `t${index + 1}`),
    );
    expect(fold(user, [signedUp, made(1), deleted, { type: 'PersonErased', data: {} }]).tokens).toEqual([]);
  });
});

describe('who comes in', () => {
  test.each([
    ['signed up', [signedUp], true, false],
    ['invited, and not joined yet', [invited], false, false],
    ['an admin who joined', [invited, accepted], true, true],
    ['paused', [invited, accepted, paused], false, false],
    ['deleted', [invited, accepted, deleted], false, false],
  ] as const)('%s', (_name, history, enters, administers) => {
    const state = fold(user, history);
    expect([maySignIn(state), canAdminister(state)]).toEqual([enters, administers]);
  });

  test('an account that is paused or closed is not open, and says which', () => {
    given(user, signedUp).when(only(mustBeOpen)).gives();
    given(user, signedUp, paused).when(only(mustBeOpen)).refuses('forbidden', PAUSED);
    given(user, signedUp, deleted)
      .when(only(mustBeOpen))
      .refuses('forbidden', /cannot be used/);
  });
});

describe('account links', () => {
  const mailed = { handedOver: false };
  test('an invitation is accepted once; only a mailed one confirms the address', () => {
    given(user, invited)
      .when((state) => joinByInvitation(state, mailed))
      .gives(accepted, confirmed, password('invitation'));
    given(user, invited)
      .when((state) => joinByInvitation(state, { handedOver: true }))
      .gives(accepted, password('invitation'));
    given(user, invited, accepted)
      .when((state) => joinByInvitation(state, mailed))
      .refuses('conflict', 'You have joined already. Sign in.');
    given(user, invited, paused)
      .when((state) => joinByInvitation(state, mailed))
      .refuses('forbidden', PAUSED);
  });
  test('a reset sets the password and confirms the address, but not of a paused account', () => {
    given(user, signedUp).when(resetPassword).gives(password('reset'), confirmed);
    given(user, signedUp, confirmed).when(resetPassword).gives(password('reset'));
    given(user, signedUp, paused).when(resetPassword).refuses('forbidden', PAUSED);
    given(user, signedUp, deleted).when(resetPassword).refuses('not_found');
  });
  test('a confirmation is about the address that it was sent to', () => {
    given(user, signedUp)
      .when((state) => confirmAddress(state, email))
      .gives(confirmed);
    given(user, signedUp)
      .when((state) => confirmAddress(state, 'old@northwind.example'))
      .refuses('conflict');
  });
  test('only somebody who has not joined is invited again', () => {
    given(user, invited).when(only(mustAwaitInvitation)).gives();
    given(user, invited, accepted)
      .when(only(mustAwaitInvitation))
      .refuses('conflict', /joined already/);
    given(user, invited, paused)
      .when(only(mustAwaitInvitation))
      .refuses('illegal', /paused/);
    given(user, invited, deleted).when(only(mustAwaitInvitation)).refuses('not_found');
    given(user).when(only(mustAwaitInvitation)).refuses('not_found');
  });
  test('what a link asks for is used once, and not when nothing came of it', () => {
    const asked = { type: 'AccessRequested', data: { what: 'reset', userId: 'u1' } } as const;
    const mailedLink = { type: 'AccessMailed', data: { notice: false } } as const;
    const used = { type: 'AccessUsed', data: { userId: 'u1' } } as const;
    const ended = { type: 'AccessEnded', data: { reason: { code: 'request_too_old' } } } as const;
    const failed = { type: 'AccessMailFailed', data: { reason: { code: 'sendgrid_refused' } } } as const;
    const use = (state: AccountLinkState) => consumeLink(state, 'u1');
    given(accountLink, asked, mailedLink).when(use).gives(used);
    for (const history of [[], [asked, mailedLink, used], [asked, ended], [asked, failed]] as const)
      given(accountLink, ...history)
        .when(use)
        .refuses('conflict', /used before/);
  });
  test('a link that was closed is gone', () => expect(linkClosed().refusal).toBe('gone'));
});

describe('admins', () => {
  const admin = fold(user, [invited, accepted]);
  test.each([
    ['loses the rights', { ...admin, isAdmin: false }],
    ['is paused', fold(user, [invited, accepted, paused])],
    ['is deleted', fold(user, [invited, accepted, deleted])],
  ])('the only one %s: refused, unless there is another', (_name, after) => {
    given(user, invited, accepted)
      .when(only((before) => mustKeepAnAdmin(before, after, false)))
      .refuses('illegal', /only admin who can sign in/);
    expect(() => mustKeepAnAdmin(admin, after, true)).not.toThrow();
  });
  test('other changes, and those of others, are free', () => {
    expect(() => mustKeepAnAdmin(admin, { ...admin, monthlyCredits: 7 }, false)).not.toThrow();
    expect(() => mustKeepAnAdmin(fold(user, [signedUp]), fold(user, [signedUp, paused]), false)).not.toThrow();
  });
  test('nobody locks themselves out', () => {
    expect(notToOneself('pause', false)).toMatchObject({
      refusal: 'illegal',
      message: 'You cannot pause your own account. Ask another admin to do it.',
    });
    expect(notToOneself('erase', true).message).toMatch(/^You cannot erase your own account: you are the/);
    expect(() => mustBeAnother('u1', 'u1')).toThrow(/with a code/);
    expect(() => mustBeAnother('u1', 'u2')).not.toThrow();
  });
  test('there is a second factor to turn off, or to make codes for', () => {
    const on: UserEvent = { type: 'SecondFactorTurnedOn', data: {} };
    given(user, signedUp)
      .when(only((state) => mustHaveSecondFactor(state, 'turn_off')))
      .refuses('conflict');
    given(user, signedUp)
      .when(only((state) => mustHaveSecondFactor(state, 'recovery_codes')))
      .refuses('illegal');
    given(user, signedUp, on)
      .when(only((state) => mustHaveSecondFactor(state, 'turn_off')))
      .gives();
  });
});

describe('sign-up', () => {
  const empty = installation.initial;
  const begun = { ...empty, firstAdmin: 'u0' };
  test('is open for the first account, and later where the administrator says so', () => {
    expect([isSignUpOpen('invite', empty), isSignUpOpen('invite', begun), isSignUpOpen('open', begun)]).toEqual([
      true,
      false,
      true,
    ]);
  });
  test('the first one is the admin', () => {
    const first = admitNewUser(empty, 'u1', { signup: 'invite', onlyAsFirst: true });
    expect(first).toMatchObject({ isAdmin: true, events: [{ type: 'FirstAdminNamed' }] });
    expect(admitNewUser(begun, 'u1', { signup: 'open', onlyAsFirst: false })).toEqual({ isAdmin: false, events: [] });
  });
  test('who came too late as the first, or uninvited, is refused', () => {
    const late = () => admitNewUser(begun, 'u1', { signup: 'open', onlyAsFirst: true });
    const uninvited = () => admitNewUser(begun, 'u1', { signup: 'invite', onlyAsFirst: false });
    expect(late).toThrow('Somebody else was first.');
    expect(uninvited).toThrow('Sign-up is closed.');
  });
});

describe('an issuer vouches', () => {
  test.each([
    ['a confirmed address', true, email, false, null],
    ['one that it says nothing of, where the administrator vouches', null, email, true, null],
    ['one that it says nothing of', null, email, false, /does not say/],
    ['one that it has not confirmed', false, email, true, /has not confirmed/],
    ['none', true, undefined, true, /did not tell/],
  ])('for %s', (_name, emailVerified, address, emailsConfirmed, why) => {
    const said = whyAddressUnproven({ issuer: ISSUER, emailVerified }, address, emailsConfirmed);
    if (why === null) expect(said).toBeNull();
    else expect(said).toMatch(why);
    expect(said ?? issuerHost(ISSUER)).toMatch(/^id\.example/);
  });

  test('an account is linked by an address that we know to be theirs, or by an invitation', () => {
    given(user, signedUp, confirmed)
      .when((state) => linkByAddress(state, vouched))
      .gives(linked);
    given(user, invited)
      .when((state) => linkByAddress(state, vouched))
      .gives(accepted, confirmed, linked);
    given(user, signedUp)
      .when((state) => linkByAddress(state, vouched))
      .refuses('forbidden', /nobody has confirmed/);
    given(user, signedUp, confirmed, paused)
      .when((state) => linkByAddress(state, vouched))
      .refuses('forbidden', PAUSED);
  });

  test('a second identity of the same issuer is another person', () => {
    expect(identityRefused([], ISSUER)).toMatchObject({ refusal: 'conflict' });
    expect(identityRefused([ISSUER], ISSUER)).toMatchObject({ refusal: 'forbidden' });
  });
});

describe('passwords', () => {
  test('few guesses are enough for what others know', () => {
    expect(wordsAbout(personal)).toEqual(expect.arrayContaining([email, 'kim', 'Kim', 'northwind', 'Partner Pilot']));
    expect(whyWeak({ score: 1, warning: 'userInputs' })).toMatch(/your name or address/);
    expect(whyWeak({ score: 0, warning: null })).toMatch(/few tries are enough/);
    expect(whyWeak({ score: 2, warning: null })).toMatch(/few tries are enough/);
    expect(whyWeak({ score: 3, warning: 'common' })).toBeNull();
  });
});
