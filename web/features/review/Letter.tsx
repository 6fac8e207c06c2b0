import type { ReactNode } from 'react';
import type { SendView } from '../../../api/views.ts';
import { placeParts } from '../../../events/messages/placeParts.ts';
import { Tooltip } from '../../components/ui/Tooltip.tsx';
import { classes } from '../../lib/classes.ts';
import { FactSource } from './FactSource.tsx';
import type { MessageDraft } from './messageDraft.ts';
import { factId } from './ReviewAside.tsx';
import type { UsedFact } from './useMessageEvidence.ts';

const SOON = 150;

type CitedPart = SendView['parts'][number];

/** What a part rests on besides facts of the partner. */
const OWN: Readonly<Record<string, string>> = { profile: 'Your business profile', offer: 'Your offer' };

/** The letter to read. A part that rests on the profile shows the evidence when it is pointed at, and leads to it. */
export function Letter(props: {
  text: MessageDraft;
  parts: readonly CitedPart[];
  facts: readonly UsedFact[];
  pointed: readonly string[];
  onPoint: (ids: readonly string[]) => void;
}) {
  const { text, parts, facts, pointed, onPoint } = props;
  const shown = ({ text, part }: ReturnType<typeof placeParts<CitedPart>>[number], place: number): ReactNode => {
    const cited = facts.filter(({ id }) => part?.cites.includes(id));
    const own = part?.cites.flatMap((cite) => OWN[cite] ?? []) ?? [];
    if (cited.length === 0 && own.length > 0)
      return (
        <Tooltip key={place} delay={SOON} side="bottom" text={own.join(', ')}>
          <span>{text}</span>
        </Tooltip>
      );
    if (cited.length === 0) return text;
    return (
      <Cited key={place} facts={cited} isPointed={cited.some(({ id }) => pointed.includes(id))} onPoint={onPoint}>
        {text}
      </Cited>
    );
  };
  return (
    <>
      <h2 dir="auto" className="wrap-anywhere border-b pb-3 text-left font-semibold text-title">
        {text.subject}
      </h2>
      <div dir="auto" className="wrap-anywhere whitespace-pre-line text-left text-lead">
        {placeParts(text.body, parts).map(shown)}
      </div>
    </>
  );
}

function Cited(props: {
  facts: readonly UsedFact[];
  isPointed: boolean;
  onPoint: (ids: readonly string[]) => void;
  children: string;
}) {
  const { facts, onPoint } = props;
  const point = () => onPoint(facts.map(({ id }) => id));
  const leave = () => onPoint([]);
  const target = factId(facts[0]?.id ?? '');
  return (
    <Tooltip
      delay={SOON}
      side="bottom"
      className="panel max-w-sm p-3! text-ink text-small"
      text={
        <>
          <b className="mb-1 block font-semibold">Why this sentence</b>
          {facts.map((fact) => (
            <span key={fact.id} className="wrap-anywhere mt-1.5 block">
              <bdi>“{fact.text}”</bdi>
              <FactSource fact={fact} />
            </span>
          ))}
        </>
      }
    >
      <a
        href={`#${target}`}
        onPointerEnter={point}
        onPointerLeave={leave}
        onFocus={point}
        onBlur={leave}
        onClick={(event) => {
          event.preventDefault();
          const fact = document.getElementById(target);
          fact?.scrollIntoView({ block: 'nearest' });
          fact?.focus({ preventScroll: true });
        }}
        className={classes(
          'rounded-mark decoration-chart-b decoration-dotted underline underline-offset-4',
          props.isPointed ? 'bg-mark' : 'hover:bg-mark',
        )}
      >
        {props.children}
      </a>
    </Tooltip>
  );
}
