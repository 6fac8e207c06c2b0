import { CircleCheck, CircleDashed, Copy, Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SendView } from '../../../api/views.ts';
import { flawText } from '../../../events/messages/check/flaw.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { MorePane } from '../../components/ui/MasterDetail.tsx';
import { Loading } from '../../components/ui/QueryState.tsx';
import { classes } from '../../lib/classes.ts';
import { MatchScore } from '../partners/MatchScore.tsx';
import { PartnerLink } from '../partners/PartnerLink.tsx';
import { PlatformHandle } from '../partners/PartnerName.tsx';
import { FactSource } from './FactSource.tsx';
import { flawsLeft, type KeptDraft } from './messageDraft.ts';
import type { MessageEvidence, UsedFact } from './useMessageEvidence.ts';

type Pointing = { pointed: readonly string[]; onPoint: (ids: readonly string[]) => void };

/** The letter's reader, its claims about them with sources, other facts, and the check's findings. */
export function ReviewAside(
  props: { message: SendView; draft: KeptDraft | undefined; evidence: MessageEvidence } & Pointing,
) {
  const { message, evidence } = props;
  const { partner } = message;
  return (
    <MorePane framed label="Partner and evidence">
      <header className="flex items-center gap-3">
        <Avatar name={partner.name} src={partner.avatar} className="size-10 text-body" />
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="wrap-anywhere text-left font-semibold text-lead">
            <PartnerLink partner={partner} />
          </h2>
          <div className="flex flex-wrap items-center gap-x-1 text-ink-3 text-note">
            {evidence.partner && <PlatformHandle partner={evidence.partner} />}
            <span>{formatFollowers(partner.followersCount)} followers</span>
          </div>
          <div className="mt-1 flex text-small">
            <MatchScore score={partner.matchScore} rough={partner.roughScore} />
          </div>
        </div>
      </header>
      {evidence.used.length > 0 && (
        <Section title="Evidence in this message" count={evidence.used.length}>
          <Facts facts={evidence.used} {...props} />
        </Section>
      )}
      {evidence.isPending && <Loading label="Loading the evidence" height="h-24" />}
      {evidence.notUsed.length > 0 && (
        <Section title={evidence.used.length > 0 ? 'Not used' : 'Evidence'}>
          <Facts facts={evidence.notUsed} />
        </Section>
      )}
      {partner.bio && (
        <Section title="About">
          <p dir="auto" className="wrap-anywhere line-clamp-6">
            {partner.bio}
          </p>
        </Section>
      )}
      {message.body !== null && message.status === 'pending' && (
        <Section title="Checks">
          <Checks message={message} draft={props.draft} />
        </Section>
      )}
    </MorePane>
  );
}

function Section(props: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="text-small">
      <h3 className="mb-2 font-semibold text-ink-3 text-note">
        {props.title} {props.count !== undefined && <span className="tabular-nums">{props.count}</span>}
      </h3>
      {props.children}
    </section>
  );
}

export const factId = (id: string): string => `fact-${id}`;

function Facts(props: { facts: readonly UsedFact[] } & Partial<Pointing>) {
  const { facts, pointed, onPoint } = props;
  return (
    <ul className="flex flex-col gap-2.5">
      {facts.map((fact) => (
        <li
          key={fact.id}
          id={onPoint && factId(fact.id)}
          tabIndex={-1}
          onPointerEnter={() => onPoint?.([fact.id])}
          onPointerLeave={() => onPoint?.([])}
          className={classes(
            'wrap-anywhere border-l-2 pl-2.5 outline-none',
            pointed?.includes(fact.id) ? 'border-chart-b bg-mark' : 'border-line-strong',
          )}
        >
          <bdi>{fact.text}</bdi>
          <FactSource fact={fact} />
        </li>
      ))}
    </ul>
  );
}

/** For an unsaved text, only the saved one's flaws that are still in it. */
function Checks(props: { message: SendView; draft: KeptDraft | undefined }) {
  const { similarTo } = props.message;
  const flaws = flawsLeft(props.message, props.draft);
  return (
    <ul className="flex flex-col gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&>li]:flex [&>li]:gap-2">
      {flaws.map((flaw) => (
        <li key={`${flaw.rule} ${flaw.quote}`} className="wrap-anywhere text-signal">
          <Flag aria-hidden />
          {flawText(flaw)}
        </li>
      ))}
      {props.draft && (
        <li>
          <CircleDashed aria-hidden className="text-ink-3" />
          Your changes are not checked yet
        </li>
      )}
      {flaws.length === 0 && !props.draft && (
        <li>
          <CircleCheck aria-hidden className="text-good" />
          Claims, links and offer are known
        </li>
      )}
      {!props.draft && (
        <li className={classes(similarTo !== null && 'text-signal')}>
          {similarTo === null ? <CircleCheck aria-hidden className="text-good" /> : <Copy aria-hidden />}
          {similarTo === null ? 'No similar text in this campaign' : `Nearly the same as the text to ${similarTo}`}
        </li>
      )}
    </ul>
  );
}
