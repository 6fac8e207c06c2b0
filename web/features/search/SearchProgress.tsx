import { useQuery } from '@tanstack/react-query';
import { Check, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import type { PartnerView, SearchView } from '../../../api/views.ts';
import { countryInText } from '../../../events/shared/countries.ts';
import { matchLabel, type Tone } from '../../../events/shared/format.ts';
import { PARTNERS_PER_SEARCH } from '../../../events/shared/options.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { classes } from '../../lib/classes.ts';
import { useNow } from '../../lib/now.ts';
import { firstPartnersQuery } from '../partners/partnerPages.ts';
import { useLatestSearch, useStopSearch } from './api.ts';
import type { SearchOccasion } from './searchWords.ts';

const WORDS: Record<SearchOccasion, { title: string; note: string }> = {
  first: {
    title: 'Finding your partners',
    note: 'We are searching for the first 10 potential partners. This usually takes 30-60 seconds.',
  },
  further: { title: 'Finding new partners', note: 'This usually takes 30–60 seconds. You can keep working.' },
};

/** After this long in each step it is said that the search takes longer than usual. */
const USUAL_MS = 60_000;

/** The progress of the running search, and the people that it has found, as the server adds them. */
export function SearchProgress(props: { occasion: SearchOccasion; className?: string }) {
  const { title, note } = WORDS[props.occasion];
  const latest = useLatestSearch().data;
  const search = latest?.status === 'running' ? latest : null;
  const stop = useStopSearch();
  const [since] = useState(Date.now);
  const steps = Math.ceil((search?.requested ?? 0) / PARTNERS_PER_SEARCH);
  const late = useNow() - since > USUAL_MS * Math.max(1, steps);
  return (
    <section aria-label={title} className={classes('panel @container p-4', props.className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-semibold">{title}</h2>
        <Stages search={search} />
        {search && props.occasion === 'further' && (
          <Button pending={stop.isPending} onClick={() => stop.mutate(search.id)}>
            Stop
          </Button>
        )}
      </div>
      <p className="mt-1.5 line-clamp-2 min-h-10 text-ink-2 @prose:min-h-5" role="status">
        {search && search.found > 0 && (
          <>
            <b className="font-semibold text-ink tabular-nums">
              {search.found} of {search.requested} found
            </b>
            {' · '}
          </>
        )}
        <span dir="auto">{stageText(search)}</span>
      </p>
      <Found search={search} />
      <p className="mt-3 text-ink-3 text-note">
        {late
          ? 'This takes longer than usual. You can leave this page: the search goes on.'
          : steps > 1
            ? 'This usually takes a few minutes. You can keep working.'
            : note}
      </p>
    </section>
  );
}

function Stages(props: { search: SearchView | null }) {
  const current = STAGES.indexOf(stageOf(props.search));
  return (
    <ol aria-label="Stages" className="flex flex-wrap items-center gap-x-2 text-note">
      {STAGES.map((stage, index) => (
        <li
          key={stage}
          aria-current={index === current ? 'step' : undefined}
          className={classes(
            'flex items-center gap-1.5 sm:not-first:before:mr-0.5 sm:not-first:before:h-px sm:not-first:before:w-3 sm:not-first:before:bg-line-strong',
            index === current ? 'font-semibold text-ink' : 'text-ink-3',
          )}
        >
          {index < current && <Check aria-hidden className="size-3.5 text-good" strokeWidth={3} />}
          {index === current && <LoaderCircle aria-hidden className="size-3.5 animate-spin text-accent" />}
          {index > current && <span aria-hidden className="size-2.5 rounded-full border border-line-strong" />}
          {stage}
          {index < current && <span className="sr-only"> done</span>}
        </li>
      ))}
    </ol>
  );
}

/** The people who were found last, in the order in which they are found, and a place for each who is missing. */
function Found(props: { search: SearchView | null }) {
  const { search } = props;
  const found = useQuery({
    ...firstPartnersQuery({ searchId: search?.id ?? '' }, PARTNERS_PER_SEARCH),
    enabled: search !== null,
  });
  const people = (search && found.data ? found.data : []).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const shown = Math.min(search?.requested ?? PARTNERS_PER_SEARCH, PARTNERS_PER_SEARCH);
  const places = Array.from({ length: shown }, (_, place) => place);
  return (
    <ol aria-label="People found" className="mt-1 grid grid-cols-2 gap-x-4 @prose:grid-cols-5">
      {places.map((place) => {
        const person = people[place];
        return person ? <Person key={person.id} person={person} /> : <Place key={place} />;
      })}
    </ol>
  );
}

const TONES: Record<Tone, string> = { good: 'text-good', warn: 'text-signal', bad: 'text-bad' };
const PLACE = 'flex h-9 min-w-0 items-center gap-2';

function Person(props: { person: PartnerView }) {
  const { name, avatar, matchScore } = props.person;
  return (
    <li className={`${PLACE} animate-rise`}>
      <Avatar name={name} src={avatar} className="size-6" />
      <bdi className="min-w-0 flex-1 truncate text-left font-medium text-small" title={name ?? undefined}>
        {name ?? 'Erased'}
      </bdi>
      <span
        className={classes(
          'font-semibold text-small tabular-nums',
          matchScore === null ? 'text-ink-3' : TONES[matchLabel(matchScore).tone],
        )}
      >
        <span className="sr-only">Match </span>
        {matchScore ?? '–'}
      </span>
    </li>
  );
}

function Place() {
  return (
    <li aria-hidden className={PLACE}>
      <span className="size-6 shrink-0 rounded-full border border-line-strong border-dashed" />
      <span className="h-2 w-3/5 rounded-full bg-line/70" />
    </li>
  );
}

const STAGES = ['Planning', 'Searching', 'Scoring'] as const;
type Stage = (typeof STAGES)[number];

/** The stage of a search. A search that was just asked for is not known to the server yet, so it is being planned. */
function stageOf(search: SearchView | null): Stage {
  if (!search?.plan) return 'Planning';
  return search.found === 0 ? 'Searching' : 'Scoring';
}

const TERMS_SHOWN = 4;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

function stageText(search: SearchView | null): string {
  const stage = stageOf(search);
  if (!search?.plan || stage === 'Planning') return 'Turning your audience into search terms.';
  if (stage === 'Scoring') return 'Each person is scored against your audience, and added to your list.';
  const { topics, jobTitles, regions } = search.plan;
  const terms = [...jobTitles, ...topics].slice(0, TERMS_SHOWN).join(', ');
  return `Looking for ${terms} in ${list.format(regions.map(countryInText))}.`;
}
