import { JUDGED_AT_ONCE, JUDGED_UNASKED } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { counted } from '../../lib/numbers.ts';
import { AiEstimate, useAiEstimates } from '../ai/AiEstimate.tsx';
import { useJudgePartners } from './api.ts';

/** More rough scores than the AI replaces unasked: the cost, and the button. */
export function JudgeWaiting({ waiting, className }: { waiting: number; className?: string }) {
  return waiting > JUDGED_UNASKED && <AskToJudge waiting={waiting} className={className} />;
}

function AskToJudge(props: { waiting: number; className?: string | undefined }) {
  const judge = useJudgePartners();
  if (!useAiEstimates().data?.configured) return null;
  const people = counted(props.waiting, 'partner');
  const isUnderWay = judge.isPending || judge.isSuccess;
  return (
    <Notice
      tone="info"
      className={props.className}
      action={
        <Button pending={isUnderWay} onClick={() => judge.mutate()}>
          {isUnderWay ? `Judging ${people}` : `Judge ${people}`}
        </Button>
      }
    >
      {people} have a rough score. The AI can judge them.
      <AiEstimate operation="partnerJudgment" what={people} count={Math.ceil(props.waiting / JUDGED_AT_ONCE)} />
    </Notice>
  );
}
