import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { CampaignView, SendView, StartPreviewView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { useUserZone } from '../profile/api.ts';
import { useMessageDrafts } from '../review/messageDrafts.ts';
import { reviewHref } from '../review/reviewUrl.ts';
import { UnsavedEdits } from '../review/UnsavedEdits.tsx';
import { useTestSendGrid } from '../settings/api.ts';
import { testResult } from '../settings/sendGridForm.ts';
import { sendsQuery, useStartCampaign, useStartPreview } from './api.ts';
import { contactedText, plannedText, repliedText } from './contactBefore.ts';
import { firstSendText } from './firstSendText.ts';
import { isEditable } from './messageState.ts';
import { Rehearsal } from './Rehearsal.tsx';

/** Says how many emails Start or Resume sets going, from which address and when, and asks. */
export function StartDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const { campaign } = props;
  const preview = useStartPreview(campaign.id);
  const start = useStartCampaign(campaign.id);
  const edits = useUnsavedEdits(campaign.id);
  const verb = campaign.status === 'paused' ? 'Resume' : 'Start';
  return (
    <ConfirmDialog
      onClose={props.onClose}
      title={`${verb} ${campaign.name ?? 'this campaign'}?`}
      wide
      confirmLabel={verb}
      confirmDisabled={!preview.data || preview.data.problem !== null || edits.pending}
      pending={start.isPending}
      onConfirm={() => start.mutate(undefined, { onSuccess: props.onClose })}
    >
      {preview.isPending && (
        <div role="status" aria-label="Looking up what will be sent" className="flex min-h-25 flex-col gap-2">
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      )}
      {preview.isError && <Notice tone="bad">Couldn’t load the preview. Close this and try again.</Notice>}
      {preview.data &&
        (preview.data.problem ? (
          <Problem problem={preview.data.problem} />
        ) : (
          <Plan plan={preview.data} campaign={campaign.id} />
        ))}
      {preview.data && !preview.data.problem && <UnsavedEdits campaignId={campaign.id} unsaved={edits.unsaved} />}
    </ConfirmDialog>
  );
}

export function Problem(props: { problem: NonNullable<StartPreviewView['problem']> }) {
  const { where, account } = props.problem;
  return (
    <Notice
      tone="warn"
      action={
        where &&
        where !== 'campaign' && (
          <Link href={`/settings${account === undefined ? '' : `?account=${account}`}#${where}`} className="link">
            Open Settings
          </Link>
        )
      }
    >
      {props.problem.text}
    </Notice>
  );
}

/** What was typed into a message and not saved is not what its partner gets. */
function useUnsavedEdits(campaignId: string): { unsaved: readonly SendView[]; pending: boolean } {
  const { drafts } = useMessageDrafts();
  const { data, isLoading } = useQuery({ ...sendsQuery(campaignId), enabled: Object.keys(drafts).length > 0 });
  const unsaved = (data ?? []).filter((message) => message.id in drafts && isEditable(message));
  return { unsaved, pending: isLoading };
}

const FACTS =
  'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 [&_dd]:break-words [&_dd]:font-medium [&_dd]:text-ink [&_dt]:text-ink-3';

/** "8 in the recipients’ working hours, 1 at an unknown place, 1 whose hours never overlap yours". */
const recipientHoursText = ({ kept, unknown, apart }: NonNullable<StartPreviewView['recipientHours']>): string =>
  [
    `${kept} in the recipients’ working hours`,
    unknown > 0 && `${unknown} without a known country`,
    apart > 0 && `${apart} whose hours never overlap yours`,
  ]
    .filter(Boolean)
    .join(', ');

/** "5 emails in version A, 5 in version B, 1 by hand". */
const splitText = ({ A, B, own }: NonNullable<StartPreviewView['split']>): string =>
  `${counted(A, 'email')} in version A, ${B} in version B${own > 0 ? `, ${own} by hand` : ''}`;

/** Whether SendGrid sends for the address is best known before the first email leaves. */
function SenderTest({ untested }: { untested: NonNullable<StartPreviewView['untested']> }) {
  const test = useTestSendGrid(untested.account);
  if (test.isSuccess) {
    const { tone, text } = testResult(test.data, untested.from);
    return <Notice tone={tone}>{text}</Notice>;
  }
  return (
    <Notice
      tone="warn"
      action={
        <Button pending={test.isPending} onClick={() => test.mutate()}>
          Send a test email
        </Button>
      }
    >
      {untested.failed ? `The last test email failed. ${untested.failed}` : 'No test email was sent from '}
      {!untested.failed && (
        <>
          <bdi className="break-all">{untested.from}</bdi> yet.
        </>
      )}
    </Notice>
  );
}

/** `past`: it is over, and there is nothing to do about it. */
export function Plan({ plan, campaign, past = false }: { plan: StartPreviewView; campaign: string; past?: boolean }) {
  const zone = useUserZone();
  const unread = plan.reviewCount - plan.flaggedCount;
  const review = !past && (
    <Link href={reviewHref(campaign)} className="link">
      Review first
    </Link>
  );
  return (
    <div className="flex min-h-25 flex-col gap-3">
      {/* at the top: of a long list of checks the end is out of sight */}
      {unread > 0 && (
        <Notice tone="warn" action={review}>
          {unread === 1 ? 'One text has' : `${wholeNumber(unread)} texts have`} not been approved. This approves{' '}
          {unread === 1 ? 'it' : 'them'} unread.
        </Notice>
      )}
      {plan.flaggedCount > 0 && (
        <Notice tone="warn" action={review}>
          {plan.flaggedCount === 1
            ? 'One text was flagged and is'
            : `${wholeNumber(plan.flaggedCount)} texts were flagged and are`}{' '}
          not sent before you review {plan.flaggedCount === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {plan.checkingCount > 0 && (
        <Notice tone="info">
          {plan.checkingCount === 1
            ? 'One text is still being checked. It is not sent if it is flagged.'
            : `${wholeNumber(plan.checkingCount)} texts are still being checked. Those that are flagged are not sent.`}
        </Notice>
      )}
      <dl className={FACTS}>
        <dt>To send</dt>
        <dd>
          {counted(plan.messages, 'email')}, at most {plan.dailyLimit} a day
        </dd>
        {plan.followUps.length > 0 && (
          <>
            <dt>Follow-ups</dt>
            <dd>
              <ol>
                {plan.followUps.map(({ afterDays, emails }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the sequence.
                  <li key={index}>
                    {index + 1}: {counted(afterDays, 'day')} later, up to {counted(emails, 'email')}
                  </li>
                ))}
              </ol>
              <p className="text-ink-2">
                At most {counted(plan.mostEmails, 'email')} in all. A reply, a bounce or an unsubscribe stops them.
              </p>
            </dd>
          </>
        )}
        {plan.recipientHours && (
          <>
            <dt>Working hours</dt>
            <dd>{recipientHoursText(plan.recipientHours)}</dd>
          </>
        )}
        {plan.split && (
          <>
            <dt>A/B test</dt>
            <dd>{splitText(plan.split)}</dd>
          </>
        )}
        <dt>From</dt>
        <dd>{plan.from.join(', ')}</dd>
        <dt>First email</dt>
        <dd>{plan.first ? firstSendText(plan.first, zone) : 'nothing to send'}</dd>
      </dl>
      <Rehearsal plan={plan} past={past} />
      {plan.domain && plan.domain.failing.length > 0 && (
        <Notice
          tone="warn"
          action={
            !past && (
              <Link href="/settings#sending-domain" className="link">
                Fix it in Settings
              </Link>
            )
          }
        >
          Emails from <bdi>{plan.domain.name}</bdi> may land in spam:{' '}
          {new Intl.ListFormat('en').format(plan.domain.failing.map((check) => check.toUpperCase()))} failed.
        </Notice>
      )}
      {[...plan.complaints, ...plan.unread].map(({ from, text }) => (
        <Notice key={text} tone="warn">
          {plan.from.length > 1 && from && (
            <>
              <bdi className="break-all">{from}</bdi>:{' '}
            </>
          )}
          {text}
        </Notice>
      ))}
      {plan.untested && !past && <SenderTest untested={plan.untested} />}
      {plan.replied && <Notice tone="warn">{repliedText(plan.replied)}</Notice>}
      {plan.contacted && <Notice tone="warn">{contactedText(plan.contacted)}</Notice>}
      {plan.planned && <Notice tone="warn">{plannedText(plan.planned, plan.minDaysBetweenCampaigns)}</Notice>}
    </div>
  );
}
