import type { TaskList } from 'graphile-worker';
import type { Deps } from './context.ts';
import type { TaskName } from './reactions.ts';
import { cancelMessages } from './tasks/cancelMessages.ts';
import { completeCampaign } from './tasks/completeCampaign.ts';
import { findContact } from './tasks/findContact.ts';
import { findPartners } from './tasks/findPartners.ts';
import { finishMessageRun } from './tasks/finishMessages.ts';
import { planCampaign } from './tasks/planCampaign.ts';
import { rescorePartners } from './tasks/rescorePartners.ts';
import { sendMessage } from './tasks/sendMessage.ts';
import { sweep } from './tasks/sweep.ts';
import { type Handler, task } from './tasks/task.ts';
import { withdrawApprovals } from './tasks/withdrawApprovals.ts';
import { writeMessage } from './tasks/writeMessage.ts';
import { writePartnerProfile } from './tasks/writePartnerProfile.ts';

const handlers: Record<TaskName, Handler> = {
  'find-partners': findPartners,
  'write-partner-profile': writePartnerProfile,
  'rescore-partners': rescorePartners,
  'find-contact': findContact,
  'write-message': writeMessage,
  'finish-messages': finishMessageRun,
  'plan-campaign': planCampaign,
  'complete-campaign': completeCampaign,
  'cancel-messages': cancelMessages,
  'withdraw-approvals': withdrawApprovals,
  'send-message': sendMessage,
};

/** All tasks by name, for Graphile Worker. */
export function taskList(deps: Deps): TaskList {
  const named = Object.entries(handlers).map(([name, handler]) => [name, task(deps, name, handler)] as const);
  return { ...Object.fromEntries(named), sweep: sweep(deps) };
}

/** Graphile's cron lines: what runs by the clock. */
export const CRONTAB = '* * * * * sweep ?max=1';
