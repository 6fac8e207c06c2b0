import { Progress } from '../../components/ui/Progress.tsx';
import { useLatestSearch } from './latestSearch.ts';

/** How far the running search is: the people found so far, counted by the server as they come. */
export function SearchProgress(props: { title: string; note: string }) {
  const search = useLatestSearch().data;
  const running = search?.status === 'running' ? search : null;
  const requested = running?.requested ?? 10;
  const found = running?.found ?? 0;
  return (
    <section aria-label={props.title} className="panel p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">{props.title}</h2>
        <p className="font-medium tabular-nums" role="status">
          {found} of {requested} found
        </p>
      </div>
      <p className="mt-0.5 text-small text-ink-3">{props.note}</p>
      <Progress label="Partners found" value={found} max={requested} className="mt-3" />
    </section>
  );
}
