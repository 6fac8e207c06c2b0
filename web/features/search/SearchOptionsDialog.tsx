import { type ReactNode, useId, useState } from 'react';
import type { SearchScheduleView } from '../../../api/views.ts';
import {
  MOST_PER_SEARCH,
  PARTNERS_PER_SEARCH,
  SEARCH_EVERY,
  type SearchEvery,
} from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Segments } from '../../components/ui/Segments.tsx';
import { momentIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { useUserZone } from '../profile/api.ts';
import { SearchEstimate } from './SearchEstimate.tsx';
import { useSetSchedule } from './schedule.ts';

const COUNTS = Array.from({ length: MOST_PER_SEARCH / PARTNERS_PER_SEARCH }, (_, step) => {
  const count = String((step + 1) * PARTNERS_PER_SEARCH);
  return { value: count, label: count };
});
const EVERY_LABELS: Record<SearchEvery, string> = { never: 'Never', week: 'Every week', month: 'Every month' };

/** How many partners a search finds, what that costs, and how often it runs. `onSearch`: null while a search runs. */
export function SearchOptionsDialog(props: {
  schedule: SearchScheduleView;
  onSearch: ((count: number) => void) | null;
  onClose: () => void;
}) {
  const { schedule, onSearch, onClose } = props;
  const [count, setCount] = useState(schedule.count);
  const [every, setEvery] = useState<SearchEvery>(schedule.every);
  const zone = useUserZone();
  const now = useNow();
  const moment = (iso: string): string => momentIn(zone, iso, now);
  const save = useSetSchedule();
  const submit = (then: () => void): void => {
    const done = (): void => {
      onClose();
      then();
    };
    save.mutate({ count, every }, { onSuccess: done });
  };
  return (
    <Dialog onClose={onClose} title="Search options">
      <DialogBody className="grid gap-5">
        <Choice label="Partners to find">
          <Segments
            label="Partners to find"
            value={String(count)}
            onChange={(value) => setCount(Number(value))}
            options={COUNTS}
          />
          <SearchEstimate count={count} />
        </Choice>
        <Choice label="Repeat the search">
          <Segments
            label="Repeat the search"
            value={every}
            onChange={(value) => setEvery(value as SearchEvery)}
            options={SEARCH_EVERY.map((value) => ({ value, label: EVERY_LABELS[value] }))}
          />
          <p className="text-ink-3 text-note">{repeatText(schedule, every, moment)}</p>
          {schedule.lastRun && <p className="text-ink-3 text-note">{lastRunText(schedule.lastRun, moment)}</p>}
        </Choice>
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button disabled={!onSearch} pending={save.isPending} onClick={() => submit(() => onSearch?.(count))}>
          Save and search
        </Button>
        <Button
          variant="primary"
          pending={save.isPending}
          onClick={() => submit(() => showToast({ title: 'Search Options Saved' }))}
        >
          Save
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

type Moment = (iso: string) => string;

function Choice(props: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid justify-items-start gap-2">
      <h3 id={id} className="font-medium">
        {props.label}
      </h3>
      {props.children}
    </section>
  );
}

function repeatText({ every: saved, nextAt }: SearchScheduleView, every: SearchEvery, moment: Moment): string {
  if (every === 'never') return 'A search runs only when you start it.';
  const next = every === saved && nextAt ? `Next search: ${moment(nextAt)}.` : `First search: in a ${every}.`;
  return `${next} It adds only partners who are new, within your AI budget.`;
}

function lastRunText(run: NonNullable<SearchScheduleView['lastRun']>, moment: Moment): string {
  const { at, result, found, reason } = run;
  const when = moment(at);
  if (result === 'found') return `Last search: ${when}, ${counted(found, 'new partner')}.`;
  return `Last search ${result}: ${when}. ${reason ?? ''}`;
}
