import { type AiBudgets, budgetMonth, budgetOf } from '../../events/ai/budget.ts';
import { ownerAccount, ownersOf } from '../accounts/workspace.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { ref, type Store } from '../store.ts';
import { settingValue } from './settingValue.ts';

/** The budgets of every month for all users together, and for each user who has none of their own. */
async function installationBudgets(store: Store): Promise<AiBudgets> {
  const [installation, user] = await Promise.all([
    settingValue(store, 'ai_budget'),
    settingValue(store, 'ai_budget_per_user'),
  ]);
  return { installation: budgetOf(installation), user: budgetOf(user) };
}

/** The budgets that a workspace's calls count toward: its owner's own one goes before that of every user. */
export async function budgetsOf(store: Store, tenant: string): Promise<AiBudgets> {
  const [budgets, owner] = await Promise.all([installationBudgets(store), ownerAccount(store, tenant)]);
  return { ...budgets, user: owner.aiBudgetUsd ?? budgets.user };
}

/** AI costs in the month of a moment, by workspace. */
export async function readAiSpent(sql: Sql | Tx, now: Date): Promise<Map<string, number>> {
  const rows = await sql<{ tenant: string; spent: number }[]>`
    select tenant, spent_usd as spent from read.ai_spent(${`${budgetMonth(now.toISOString())}-01`})`;
  return new Map(rows.map(({ tenant, spent }) => [tenant, spent]));
}

/** A user's AI costs in a month and their budget: their own, else that of every user. */
export type UserBudget = { userId: string; limitUsd: number | null; spentUsd: number };
export type BudgetReport = { installation: Omit<UserBudget, 'userId'>; users: UserBudget[] };

/** The budgets of this month: of all together, and of each user with costs who was not deleted. For admins. */
export async function readBudgetReport(store: Store): Promise<BudgetReport> {
  const [budgets, spent] = await Promise.all([installationBudgets(store), readAiSpent(store.sql, store.now())]);
  const owners = await ownersOf(store.sql, [...spent.keys()]);
  const users = [...owners].map(async ([workspace, userId]): Promise<UserBudget | null> => {
    const { status, aiBudgetUsd } = (await store.load('system', ref('user', userId))).state;
    // no call needs their budget, and no one can change it
    if (status === 'deleted') return null;
    return { userId, limitUsd: aiBudgetUsd ?? budgets.user, spentUsd: spent.get(workspace) ?? 0 };
  });
  return {
    installation: { limitUsd: budgets.installation, spentUsd: sumOf(spent) },
    users: (await Promise.all(users)).filter((user) => user !== null),
  };
}

/** All workspaces together. */
export const sumOf = (spent: ReadonlyMap<string, number>): number =>
  [...spent.values()].reduce((total, one) => total + one, 0);
