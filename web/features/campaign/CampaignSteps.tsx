import { Clock } from 'lucide-react';
import { Fragment } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { counted } from '../../lib/numbers.ts';
import { useFigures } from '../compare/api.ts';
import { figureText, rateOf, stepName, sumOf } from '../compare/figures.ts';

/** The first email and its follow-ups in order, with what became of each. */
export function CampaignSteps(props: { campaign: CampaignView }) {
  const { id, followUps } = props.campaign;
  const figures = useFigures({ campaigns: [id] });
  const steps = figures.data?.campaigns[0]?.steps ?? [];
  return (
    <ol aria-label="Steps" className="panel mb-2 flex overflow-hidden max-md:flex-col max-md:divide-y">
      {[0, ...followUps.map(({ afterDays }) => afterDays)].map((days, index) => {
        const sum = sumOf(steps.filter(({ step }) => step === index + 1));
        const rate = rateOf(sum.replied, sum);
        return (
          <Fragment key={stepName(index + 1)}>
            {index > 0 && (
              <li className="flex shrink-0 items-center gap-1 border-x bg-sunken px-3 text-ink-3 text-note max-md:hidden">
                <Clock aria-hidden className="size-3.5" />
                {counted(days, 'day')}
              </li>
            )}
            <li className="min-w-0 flex-1 px-4 py-2">
              <p className="truncate">
                <span className="font-semibold">{stepName(index + 1)}</span>{' '}
                <span className="text-ink-2 tabular-nums">{figureText(sum.sent)} sent</span>
              </p>
              <p className="truncate text-ink-3 text-note tabular-nums">
                {figureText(sum.replied)} replied{rate && `, ${rate}`}
                {sum.bounced > 0 && ` · ${figureText(sum.bounced)} bounced`}
              </p>
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}
