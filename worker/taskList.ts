import type { TaskList } from 'graphile-worker';
import { checkAiModel } from './checkAiModel.ts';
import type { Deps } from './context.ts';
import type { TaskName } from './reactors.ts';
import { askIssuer } from './tasks/askIssuer.ts';
import { cancelMessages } from './tasks/cancelMessages.ts';
import { cancelSuppressed } from './tasks/cancelSuppressed.ts';
import { checkDomain } from './tasks/checkDomain.ts';
import { checkRates } from './tasks/checkRates.ts';
import { classifyReply } from './tasks/classifyReply.ts';
import { completeCampaign } from './tasks/completeCampaign.ts';
import { connectGmail } from './tasks/connectGmail.ts';
import { connectMicrosoft } from './tasks/connectMicrosoft.ts';
import { connectSmtp } from './tasks/connectSmtp.ts';
import { draftAnswer } from './tasks/draftAnswer.ts';
import { erase } from './tasks/erase.ts';
import { eraseDeleted } from './tasks/eraseDeleted.ts';
import { fetchPicture } from './tasks/fetchPicture.ts';
import { findContact } from './tasks/findContact.ts';
import { findPartners } from './tasks/findPartners.ts';
import { finishMessageRun } from './tasks/finishMessages.ts';
import { followUp } from './tasks/followUp.ts';
import { forgetSecret } from './tasks/forgetSecret.ts';
import { importPartners } from './tasks/importPartners.ts';
import { mailAccess } from './tasks/mailAccess.ts';
import { planCampaign } from './tasks/planCampaign.ts';
import { readMail } from './tasks/readMail.ts';
import { readMailboxes } from './tasks/readMailboxes.ts';
import { reconcileSends } from './tasks/reconcileSends.ts';
import { replanMailbox } from './tasks/replanMailbox.ts';
import { requeueOpenRequests } from './tasks/requeueOpenRequests.ts';
import { rescorePartners } from './tasks/rescorePartners.ts';
import { resumeAnswered } from './tasks/resumeAnswered.ts';
import { resumeSends } from './tasks/resumeSends.ts';
import { retryJob } from './tasks/retryJob.ts';
import { reviseMessage } from './tasks/reviseMessage.ts';
import { revokeGmail } from './tasks/revokeGmail.ts';
import { sealLog } from './tasks/sealLog.ts';
import { sendMessage } from './tasks/sendMessage.ts';
import { sendSendGridTest } from './tasks/sendSendGridTest.ts';
import { sendSmtpTest } from './tasks/sendSmtpTest.ts';
import { sendTestEmail } from './tasks/sendTestEmail.ts';
import { sweep } from './tasks/sweep.ts';
import { sweepSignIn } from './tasks/sweepSignIn.ts';
import { type Handler, task } from './tasks/task.ts';
import { tellAdmins } from './tasks/tellAdmins.ts';
import { verifyContact } from './tasks/verifyContact.ts';
import { withdrawApprovals } from './tasks/withdrawApprovals.ts';
import { writeMessage } from './tasks/writeMessage.ts';
import { writePartnerProfile } from './tasks/writePartnerProfile.ts';
import type { TakePlace } from './tenantPlaces.ts';

const handlers: Record<TaskName, Handler> = {
  'find-partners': findPartners,
  'import-partners': importPartners,
  'write-partner-profile': writePartnerProfile,
  'rescore-partners': rescorePartners,
  'fetch-picture': fetchPicture,
  'find-contact': findContact,
  'verify-contact': verifyContact,
  'follow-up': followUp,
  'write-message': writeMessage,
  'finish-messages': finishMessageRun,
  'plan-campaign': planCampaign,
  'complete-campaign': completeCampaign,
  'cancel-messages': cancelMessages,
  'cancel-suppressed': cancelSuppressed,
  'resume-answered': resumeAnswered,
  'withdraw-approvals': withdrawApprovals,
  'replan-mailbox': replanMailbox,
  'resume-sends': resumeSends,
  'requeue-open-requests': requeueOpenRequests,
  'retry-job': retryJob,
  erase,
  'erase-deleted': eraseDeleted,
  'mail-access': mailAccess,
  'ask-issuer': askIssuer,
  'reconcile-sends': reconcileSends,
  'connect-gmail': connectGmail,
  'revoke-gmail': revokeGmail,
  'send-test-email': sendTestEmail,
  'check-domain': checkDomain,
  'read-mail': readMail,
  'classify-reply': classifyReply,
  'draft-answer': draftAnswer,
  'revise-message': reviseMessage,
  'connect-smtp': connectSmtp,
  'connect-microsoft': connectMicrosoft,
  'send-smtp-test': sendSmtpTest,
  'send-sendgrid-test': sendSendGridTest,
  'check-rates': checkRates,
  'forget-secret': forgetSecret,
  'tell-admins': tellAdmins,
  'send-message': sendMessage,
};

/**
 * What each runner does, so that none takes the places of another: mails may hang on their provider, searches and texts take long, and what
 * only decides must not wait for either.
 */
const SENDING: readonly TaskName[] = [
  'send-message',
  'reconcile-sends',
  'mail-access',
  'ask-issuer',
  'connect-gmail',
  'revoke-gmail',
  'send-test-email',
  'check-domain',
  'read-mail',
  'connect-smtp',
  'connect-microsoft',
  'send-smtp-test',
  'send-sendgrid-test',
];
const ASKING: readonly TaskName[] = [
  'find-partners',
  'import-partners',
  'write-partner-profile',
  'rescore-partners',
  'fetch-picture',
  'find-contact',
  'verify-contact',
  'write-message',
  'classify-reply',
  'draft-answer',
  'revise-message',
];

const tasksOf = (deps: Deps, names: readonly TaskName[], takePlace?: TakePlace): TaskList =>
  Object.fromEntries(names.map((name) => [name, task(deps, name, handlers[name], takePlace)]));

/** The sending of mails, for Graphile Worker. */
export const sendingTasks = (deps: Deps, takePlace: TakePlace): TaskList => tasksOf(deps, SENDING, takePlace);

/** What asks AI and people data, or goes through all partners of a tenant. */
export const askingTasks = (deps: Deps, takePlace: TakePlace): TaskList => tasksOf(deps, ASKING, takePlace);

/** All the rest: what plans, cancels and completes, in moments. */
export const decidingTasks = (deps: Deps): TaskList => {
  const names = (Object.keys(handlers) as TaskName[]).filter(
    (name) => !SENDING.includes(name) && !ASKING.includes(name),
  );
  return {
    ...tasksOf(deps, names),
    sweep: sweep(deps),
    'sweep-sign-in': sweepSignIn(deps),
    'seal-log': sealLog(deps),
    'check-ai-model': () => checkAiModel(deps),
    'read-mailboxes': (_payload, { addJob }) => readMailboxes(deps, addJob),
  };
};

/** Graphile's cron lines: what runs by the clock, on the runner that decides. */
export const crontab = ({ readMailEveryMs }: Pick<Deps, 'readMailEveryMs'>): string =>
  [
    '* * * * * sweep ?max=1',
    '* * * * * seal-log ?max=1',
    '17 * * * * erase-deleted ?max=1',
    '23 4 * * * check-ai-model ?max=1',
    '47 * * * * sweep-sign-in ?max=1',
    ...(readMailEveryMs === undefined ? [] : ['* * * * * read-mailboxes ?max=1']),
  ].join('\n');
