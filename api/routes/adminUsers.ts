import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { userByAddress } from '../../db/accounts/auth.ts';
import { changeUser } from '../../db/accounts/changeUser.ts';
import { askForErasure } from '../../db/erase/erase.ts';
import { erasedBefore } from '../../db/erase/erasedBefore.ts';
import { isLastAdmin } from '../../db/erase/lastAdmin.ts';
import { AlreadyTaken } from '../../db/log/conflicts.ts';
import { newId } from '../../db/log/newId.ts';
import { readNearLimits } from '../../db/read/limits.ts';
import { listUsers, type UserRow } from '../../db/read/users.ts';
import { ref } from '../../db/store.ts';
import { newUserForm } from '../../events/accounts/accountInput.ts';
import { workspaceOf } from '../../events/accounts/membership.ts';
import {
  changeAccount,
  changeDetails,
  invite,
  mustAwaitInvitation,
  mustBeAnother,
  mustExist,
  notToOneself,
  setAiBudget,
  setLimits,
  setMonthlyCredits,
  setRoles,
  turnSecondFactor,
} from '../../events/accounts/user.ts';
import type { UserState } from '../../events/accounts/userState.ts';
import { nearLimitsQuery, type UserChangeForm, userChange } from '../../events/accounts/usersInput.ts';
import type { ErasureSubject } from '../../events/privacy/erasure.ts';
import type { ToOneself } from '../../events/shared/refusals.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs, notes } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { adminUserView } from '../present/adminUser.ts';
import { inviteWith, newInvitation, sendInvitation, waitToInvite } from '../signIn/invitations.ts';
import { waitInWords } from '../signIn/signInAttempts.ts';
import { revokeUserToken, userTokens } from '../signIn/userTokens.ts';
import {
  accessTokensSchema,
  adminUsersSchema,
  type InvitedUserView,
  invitedUserSchema,
  nearLimitsSchema,
  revokedSchema,
  userDeletedSchema,
} from '../views.ts';

const NEAR_OF_PAGE = 20;

const TENANT: ErasureSubject = { kind: 'tenant', partnerId: null, addressHmac: null, why: 'request' };

/** Admins list, invite, change and delete accounts here. A deletion includes all data. */
export function adminUserRoutes(deps: Deps) {
  const { store } = deps;

  async function load(id: string): Promise<UserRow> {
    const { state, version } = await store.load('system', ref('user', id));
    mustExist(state);
    return { id, state, version };
  }

  const notOneself = async (own: string, id: string, what: ToOneself): Promise<void> => {
    if (own === id) throw notToOneself(what, await isLastAdmin(store, id));
  };

  /** Refused `conflict` at the field, also while an account with this address is still being erased. */
  async function taken(email: string): Promise<Refused> {
    const holder = await userByAddress(store.sql, store.pseudonyms.address('system', email));
    const leaving = holder && (await store.load('system', ref('user', holder))).state.status === 'deleted';
    return new Refused({ code: leaving ? 'user_address_leaving' : 'user_address_taken', field: 'email' });
  }

  /** For people only. No search uses a username, so two concurrent calls may both get it. */
  async function mustBeFree(username: string | null | undefined, id: string): Promise<void> {
    const folded = username?.toLowerCase();
    if (!folded) return;
    const others = (await listUsers(store)).filter((user) => user.id !== id);
    if (others.some(({ state }) => state.account?.username?.toLowerCase() === folded))
      throw new Refused({ code: 'username_taken', field: 'username' });
  }

  return new Hono<Env>()
    .get('/admin/users', answers(adminUsersSchema), etag(), async (c) => {
      return c.json({ users: (await listUsers(store)).map(adminUserView) }, 200);
    })
    .get('/admin/limits', answers(nearLimitsSchema), check('query', nearLimitsQuery), async (c) => {
      const { after } = c.req.valid('query');
      return c.json(await readNearLimits(store, { after, limit: NEAR_OF_PAGE }), 200);
    })
    .post('/admin/users', answers(invitedUserSchema, 201), needs('admin'), check('json', newUserForm), async (c) => {
      const { email, username, firstName, lastName, isAdmin, isPaused } = c.req.valid('json');
      const id = newId();
      await mustBeFree(username, id);
      const names = { username: username || null, firstName: firstName || null, lastName: lastName || null };
      const emailHmac = store.pseudonyms.address('system', email);
      const workspaceId = newId();
      const make = (user: UserState) => invite(user, { email, ...names, isAdmin, isPaused, emailHmac, workspaceId });
      const cause = causeOf(c);
      const alone = { tenant: 'system', cause, streams: { user: ref('user', id) } };
      if (!isPaused) await waitToInvite(deps, id);
      const made = isPaused
        ? store.run({ ...alone, decide: ({ user }) => ({ user: make(user) }) }).then(() => null)
        : inviteWith(deps, id, cause, make);
      const invitation = await made.catch(async (error: unknown) => {
        if (error instanceof AlreadyTaken && error.rule === 'address') throw await taken(email);
        throw error;
      });
      return c.json({ ...adminUserView(await load(id)), invitation }, 201);
    })
    .post('/admin/users/:id/invitation', answers(invitedUserSchema), needs('admin'), async (c) => {
      const row = await load(c.req.param('id'));
      mustAwaitInvitation(row.state);
      const wait = await waitToInvite(deps, row.id);
      if (wait > 0) {
        throw new Refused({ code: 'invited_often', wait: waitInWords(wait), retryAfterSeconds: wait });
      }
      const invitation = await sendInvitation(deps, row.id, causeOf(c));
      const view: InvitedUserView = { ...adminUserView(row), invitation };
      return c.json(view, 200);
    })
    .put('/admin/users/:id', answers(invitedUserSchema), needs('admin'), check('json', userChange), async (c) => {
      const id = c.req.param('id');
      const { userId: own } = c.get('user');
      const { version, ...wanted } = c.req.valid('json');
      const { state } = await load(id);
      if (wanted.isPaused) await notOneself(own, id, 'pause');
      if (wanted.isAdmin === false) await notOneself(own, id, 'demote');
      if (wanted.secondFactor === false) mustBeAnother(id, own);
      if (wanted.username !== state.account?.username) await mustBeFree(wanted.username, id);
      const invitation = newInvitation(deps, id);
      const mayJoinNow = state.status === 'paused' && wanted.isPaused === false && !state.joined;
      const mayMail = mayJoinNow && (await waitToInvite(deps, id)) === 0;
      const { invited } = await changeUser(store, {
        userId: id,
        cause: causeOf(c),
        version,
        decide: (user) => changesOf(user, wanted),
        notify: deps.mailer !== undefined,
        invitation: {
          ...invitation,
          isDue: (before, events) => mayMail && !before.joined && events.some(({ type }) => type === 'UserResumed'),
        },
      });
      const view: InvitedUserView = {
        ...adminUserView(await load(id)),
        invitation: invited ? invitation.sent() : null,
      };
      return c.json(view, 200);
    })
    .get('/admin/users/:id/tokens', answers(accessTokensSchema), async (c) => {
      const { id } = await load(c.req.param('id'));
      return c.json(await userTokens(store, id), 200);
    })
    .delete(
      '/admin/users/:id/tokens/:token',
      answers(revokedSchema),
      needs('admin'),
      notes('token_changed'),
      async (c) => {
        const { id } = await load(c.req.param('id'));
        await revokeUserToken(store, causeOf(c), id, c.req.param('token'));
        return c.json({ revoked: 1 }, 200);
      },
    )
    .delete('/admin/users/:id', answers(userDeletedSchema), needs('admin'), async (c) => {
      const id = c.req.param('id');
      const cause = causeOf(c);
      await notOneself(c.get('user').userId, id, 'delete');
      const { after } = await changeUser(store, {
        userId: id,
        cause,
        decide: (user) => changeAccount(user, 'deleted'),
      });
      const workspace = workspaceOf(after);
      if (workspace === null) {
        throw new Refused({ code: 'closed_without_workspace' });
      }
      // also when an earlier call came only so far
      if (!(await erasedBefore(store, workspace, TENANT))) {
        await askForErasure(store, workspace, cause, TENANT);
      }
      return c.json({ deleted: true as const }, 200);
    });
}

/** The events of a change; missing or unchanged fields give none. */
function changesOf(user: UserState, wanted: Omit<UserChangeForm, 'version'>) {
  const { username, firstName, lastName, isAdmin, isAuditor, isPaused, monthlyCredits, aiBudgetUsd, secondFactor } =
    wanted;
  const { limits = {} } = wanted;
  const names = {
    username: username === undefined ? (user.account?.username ?? null) : username,
    firstName: firstName === undefined ? (user.account?.firstName ?? null) : firstName,
    lastName: lastName === undefined ? (user.account?.lastName ?? null) : lastName,
  };
  return [
    ...changeDetails(user, names),
    ...setRoles(user, { isAdmin, isAuditor }),
    ...(monthlyCredits === undefined ? [] : setMonthlyCredits(user, monthlyCredits)),
    ...(aiBudgetUsd === undefined ? [] : setAiBudget(user, aiBudgetUsd)),
    ...setLimits(user, limits),
    ...(secondFactor === undefined ? [] : turnSecondFactor(user, secondFactor)),
    ...(isPaused === undefined ? [] : changeAccount(user, isPaused ? 'paused' : 'active')),
  ];
}
