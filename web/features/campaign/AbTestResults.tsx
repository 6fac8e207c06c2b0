import { useState } from 'react';
import { Link } from 'wouter';
import type { AbTestView, CampaignView } from '../../../api/views.ts';
import { VARIANTS, type Variant } from '../../../events/campaigns/variants.ts';
import type { MetricName } from '../../../events/history/metrics.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { counted, percent, wholeNumber } from '../../lib/numbers.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { MetricLink } from '../history/MetricLink.tsx';
import { repliesTo } from '../inbox/inboxUrl.ts';
import { useAbTest, useChooseVariant } from './api.ts';

type Results = NonNullable<AbTestView>;

/** The results of both versions of the first email, their verdict, and the choice of one for the rest. */
export function AbTestResults(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const results = useAbTest(campaign.id);
  const varies = campaign.abTest?.varies === 'instructions' ? 'instructions' : 'subject';
  return (
    <section aria-label="A/B test" className="mt-6">
      <h2 className="mb-2 font-semibold text-lead">
        A/B test <span className="font-normal text-ink-3 text-small">of the {varies}</span>
      </h2>
      {results.isPending && <Loading label="Loading the test" height="h-32" className="panel p-4" />}
      {results.isError && <LoadFailed again={results}>Error loading the A/B test. Please try again.</LoadFailed>}
      {results.data && (
        <div className="panel grid grid-cols-[minmax(0,1fr)] gap-px overflow-hidden bg-line lg:grid-cols-2">
          {results.data.variants.map((one) => (
            <Version
              key={one.variant}
              campaign={campaign.id}
              version={one}
              chosen={results.data?.chosen === one.variant}
            />
          ))}
          <Verdict campaign={campaign} results={results.data} />
        </div>
      )}
    </section>
  );
}

function Version(props: { campaign: string; version: Results['variants'][number]; chosen: boolean }) {
  const { variant, text, sent, replied, interested, bounced, unsubscribed, complained, responseRate, earlier } =
    props.version;
  const of = { campaign: props.campaign, variant };
  const linked = (name: MetricName, count: number) => (
    <MetricLink name={name} count={count} campaign={props.campaign} variant={variant} />
  );
  const figures = [
    { label: 'Sent', value: linked('partnersWrittenTo', sent) },
    {
      label: 'Replied',
      value: linked('partnersReplied', replied),
      beside: sent > 0 ? <Replies {...of} text={percent(responseRate)} says="show the replies" /> : null,
    },
    {
      label: 'Interested',
      value: <Replies {...of} label="interested" text={wholeNumber(interested)} says="show these replies" />,
    },
    { label: 'Bounced', value: linked('bouncedCount', bounced) },
    ...(unsubscribed > 0 ? [{ label: 'Unsubscribed', value: linked('unsubscribedCount', unsubscribed) }] : []),
    ...(complained > 0 ? [{ label: 'Reported as spam', value: linked('complainedCount', complained) }] : []),
  ];
  return (
    <article aria-label={`Version ${variant}`} className="bg-surface px-4 py-3">
      <p className="flex min-w-0 items-center gap-2">
        <Badge tone={props.chosen ? 'accent' : 'outline'}>{props.chosen ? `${variant}, for the rest` : variant}</Badge>
        <span dir="auto" title={text ?? undefined} className="min-w-0 truncate text-ink-2 text-small">
          {text}
        </span>
      </p>
      <dl className="mt-2 flex flex-wrap gap-x-3 gap-y-2 justify-between lg:justify-start lg:gap-x-8">
        {figures.map(({ label, value, beside }) => (
          <div key={label}>
            <dt className="text-ink-3 text-note">{label}</dt>
            <dd className="font-semibold tabular-nums">
              {value}
              {beside && <span className="font-normal text-ink-3 text-note"> {beside}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {earlier && (
        <p className="mt-1 text-ink-3 text-note">
          Before its text was changed: {wholeNumber(earlier.sent)} sent, {wholeNumber(earlier.replied)} replied
        </p>
      )}
    </article>
  );
}

/** A number that leads to the replies that it counts. */
function Replies(props: Parameters<typeof repliesTo>[0] & { text: string; says: string }) {
  const { text, says, ...of } = props;
  return (
    <Link
      href={repliesTo(of)}
      aria-label={`${text}, ${says}`}
      className="underline-offset-4 hover:underline focus-visible:underline"
    >
      {text}
    </Link>
  );
}

function Verdict(props: { campaign: CampaignView; results: Results }) {
  const { verdict, chosen } = props.results;
  const [asking, setAsking] = useState<Variant | null>(null);
  const choose = useChooseVariant(props.campaign.id);
  const { status, generation } = props.campaign;
  const left = generation === null ? props.results.inOtherVersion : 0;
  const other = asking === 'A' ? 'B' : 'A';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-3 lg:col-span-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium text-small">{verdict.text}</p>
        {verdict.kind === 'better' && (
          <p className="text-ink-3 text-note">
            Replies vary: at most one test in twenty shows such a lead by chance, without a real difference.
          </p>
        )}
        {left > 0 && (
          <p className="text-note text-signal">
            {counted(left, 'text')} could not be written in version {chosen}. Try again.
          </p>
        )}
      </div>
      {status !== 'draft' && status !== 'completed' && (
        <div className="flex flex-wrap gap-2">
          {VARIANTS.filter((variant) => variant !== chosen || left > 0).map((variant) => (
            <Button key={variant} disabled={generation !== null} onClick={() => setAsking(variant)}>
              Use {variant} for the rest
            </Button>
          ))}
        </div>
      )}
      {asking && (
        <ConfirmDialog
          onClose={() => setAsking(null)}
          title={`Use version ${asking} for the rest?`}
          confirmLabel={`Use ${asking}`}
          pending={choose.isPending}
          onConfirm={() => choose.mutate(asking, { onSuccess: () => setAsking(null) })}
        >
          Messages that are not written yet get version {asking}. Texts of version {other} that you have neither
          approved nor edited are written again. Approved and sent messages stay as they are.
          <AiEstimate operation="messageGeneration" what="Each text" className="mt-2" />
        </ConfirmDialog>
      )}
    </div>
  );
}
