import { type ReactNode, useState } from 'react';
import type { AsOfCampaignView, AsOfView, PartnerView } from '../../../api/views.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Chip } from '../../components/ui/Chip.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { RowList } from '../../components/ui/RowList.tsx';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { CampaignStatusBadge } from '../campaigns/CampaignStatusBadge.tsx';
import { DeliveryBadge, SendStatusBadge } from '../campaigns/SendStatusBadge.tsx';
import { MatchScore } from '../partners/MatchScore.tsx';
import { StageBadge } from '../partners/StageBadge.tsx';
import { changeSince } from './changesSince.ts';

const PastStartDialog = onDemand(() =>
  import('../campaigns/PastStartDialog.tsx').then((module) => module.PastStartDialog),
);

type List = Exclude<AsOfView, { what: 'dashboard' }>;
type Email = Extract<AsOfView, { what: 'messages' }>['items'][number];
type Item = PartnerView | AsOfCampaignView | Email;

const NOUNS = {
  partners: ['partner', 'partners'],
  campaigns: ['campaign', 'campaigns'],
  messages: ['email', 'emails'],
} as const;

/** A list as it was at a moment; what has changed since is marked. */
export function MomentList(props: {
  pages: readonly List[];
  /** It is the reader's own, and no other user's that an admin looks at. */
  own: boolean;
  onlyChanged: boolean;
  onOnlyChanged: (only: boolean) => void;
}) {
  const { pages, own, onlyChanged } = props;
  const [then] = pages;
  if (!then) return null;
  // all of one kind, which a row finds out when it is drawn
  const marked = pages.flatMap(({ items, changes }) =>
    (items as Item[]).map((item) => ({ id: item.id, item, change: changeSince(changes, item.id) })),
  );
  const different = marked.filter(({ change }) => change !== null);
  const shown = onlyChanged ? different : marked;
  const [one, many] = NOUNS[then.what];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-ink-2 text-small tabular-nums">
          {counted(then.total.was, one, many)} then, {wholeNumber(then.total.is)} now.
          {marked.length < then.total.was && ` ${wholeNumber(marked.length)} shown.`}
        </p>
        {(different.length > 0 || onlyChanged) && (
          <Chip pressed={onlyChanged} onPress={() => props.onOnlyChanged(!onlyChanged)}>
            Only what changed ({wholeNumber(different.length)})
          </Chip>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="panel px-4 py-10 text-center text-ink-2">
          {onlyChanged ? 'Nothing of this list has changed since.' : `There were no ${many} at that moment.`}
        </p>
      ) : (
        <RowList
          label={`${many} at that moment`}
          items={shown}
          row={({ item, change }) => (
            <Row change={change}>
              {'matchScore' in item ? <Partner partner={item} /> : null}
              {'dailyLimit' in item ? <Campaign campaign={item} at={own ? then.at : null} /> : null}
              {'recipientEmail' in item ? <Email message={item} /> : null}
            </Row>
          )}
        />
      )}
    </div>
  );
}

function Row(props: { change: string | null; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2.5">
      {props.children}
      {props.change && (
        <Badge tone="warn" className="max-w-full whitespace-normal!">
          {props.change}
        </Badge>
      )}
    </div>
  );
}

function Name(props: { name: string; note: string }) {
  return (
    <div className="min-w-0 flex-1 basis-52">
      <p className="truncate font-semibold">{props.name}</p>
      <p className="truncate text-ink-3 text-note">{props.note}</p>
    </div>
  );
}

function Partner(props: { partner: PartnerView }) {
  const { partner } = props;
  const facts = [PLATFORM_LABELS[partner.platform], partner.industry, partner.contactInfo?.email];
  return (
    <>
      <Name name={partner.name ?? 'Erased'} note={facts.filter(Boolean).join(' · ')} />
      <MatchScore score={partner.matchScore} />
      <StageBadge partner={partner} />
    </>
  );
}

const STARTS: ReadonlySet<AsOfCampaignView['status']> = new Set(['draft', 'paused']);

function Campaign(props: { campaign: AsOfCampaignView; at: string | null }) {
  const { campaign, at } = props;
  const [previewing, setPreviewing] = useState(false);
  const close = (): void => setPreviewing(false);
  const { name, status, partnerCount, sentCount, responseCount, pendingCount } = campaign;
  const facts = `${counted(partnerCount, 'partner')} · ${wholeNumber(sentCount)} sent · ${wholeNumber(responseCount)} replied · ${wholeNumber(pendingCount)} pending`;
  return (
    <>
      <Name name={name ?? 'Erased'} note={facts} />
      <CampaignStatusBadge status={status} />
      {at !== null && STARTS.has(status) && (
        <Button
          size="small"
          aria-label={`Start preview of ${name ?? 'an erased campaign'}`}
          onClick={() => setPreviewing(true)}
        >
          Start preview
        </Button>
      )}
      <FetchedPart onLost={close}>
        {at !== null && previewing && <PastStartDialog campaign={campaign} at={at} onClose={close} />}
      </FetchedPart>
    </>
  );
}

function Email(props: { message: Email }) {
  const { message } = props;
  return (
    <>
      <Name
        name={message.partner.name ?? 'Erased'}
        note={[message.recipientEmail, message.subject, message.detail].filter(Boolean).join(' · ')}
      />
      <span className="flex flex-wrap gap-1.5">
        <SendStatusBadge status={message.status} />
        <DeliveryBadge delivery={message.delivery} />
      </span>
    </>
  );
}
