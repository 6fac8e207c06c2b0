import type { ReactNode } from 'react';
import { citedParts } from '../../../events/messages/citations.ts';
import { Tooltip } from '../../components/ui/Tooltip.tsx';
import { classes } from '../../lib/classes.ts';
import type { MessageDraft } from './messageDraft.ts';
import { FactSource, factId } from './ReviewAside.tsx';
import type { UsedFact } from './useMessageEvidence.ts';

const SOON = 150;

/** The letter to read. A sentence that rests on the profile shows the evidence when it is pointed at, and leads to it. */
export function Letter(props: {
  text: MessageDraft;
  facts: readonly UsedFact[];
  pointed: readonly string[];
  onPoint: (ids: readonly string[]) => void;
}) {
  const { text, facts, pointed, onPoint } = props;
  const cited = (line: string): ReactNode =>
    // sentences have no names, and their order never changes
    citedParts(line, facts).map((part, place) =>
      part.facts.length === 0 ? (
        part.text
      ) : (
        <Cited
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence may be there twice
          key={place}
          facts={facts.filter(({ id }) => part.facts.includes(id))}
          isPointed={part.facts.some((id) => pointed.includes(id))}
          onPoint={onPoint}
        >
          {part.text}
        </Cited>
      ),
    );
  return (
    <>
      <h2 dir="auto" className="wrap-anywhere border-b pb-3 text-left font-semibold text-title">
        {text.subject}
      </h2>
      <div dir="auto" className="wrap-anywhere whitespace-pre-line text-left text-lead">
        {cited(text.body)}
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
