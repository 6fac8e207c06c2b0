import { PARTNERS_PER_SEARCH } from '../../../events/shared/options.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';

/** About what the AI of a search costs: a plan, and in each step a web search where one is needed. */
export function SearchEstimate(props: { count: number; className?: string }) {
  const steps = Math.ceil(props.count / PARTNERS_PER_SEARCH);
  return (
    <AiEstimate
      operation="partnerGeneration"
      what={`One search for ${props.count}`}
      ifNeeded={{
        operation: 'partnerDiscovery',
        what: steps === 1 ? 'a web search' : `${steps} web searches`,
        count: steps,
      }}
      without="Searches go on without AI."
      {...(props.className && { className: props.className })}
    />
  );
}
