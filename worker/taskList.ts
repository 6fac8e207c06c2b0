import type { TaskList } from 'graphile-worker';
import type { Deps } from './context.ts';
import type { TaskName } from './reactions.ts';
import { cancelMessages } from './tasks/cancelMessages.ts';
import { cancelSuppressed } from './tasks/cancelSuppressed.ts';
import { completeCampaign } from './tasks/completeCampaign.ts';
import { findContact } from './tasks/findContact.ts';
import { findPartners } from './tasks/findPartners.ts';
import { finishMessageRun } from './tasks/finishMessages.ts';
import { planCampaign } from './tasks/planCampaign.ts';
import { replanMailbox } from './tasks/replanMailbox.ts';
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
  'cancel-suppressed': cancelSuppressed,
  'withdraw-approvals': withdrawApprovals,
  'replan-mailbox': replanMailbox,
  'send-message': sendMessage,
};

/** Mails have a runner of their own: no long AI call or search takes its places, and no hanging mail theirs. */
const SENDING: TaskName = 'send-message';

/** All tasks by name but the sending of mails, for Graphile Worker. */
export function taskList(deps: Deps): TaskList {
  const named = Object.entries(handlers).filter(([name]) => name !== SENDING);
  const tasks = named.map(([name, handler]) => [name, task(deps, name, handler)] as const);
  return { ...Object.fromEntries(tasks), sweep: sweep(deps) };
}

export const sendingTaskList = (deps: Deps): TaskList => ({ [SENDING]: task(deps, SENDING, handlers[SENDING]) });

/** Graphile's cron lines: what runs by the clock. */
export const CRONTAB = '* * * * * sweep ?max=1';
