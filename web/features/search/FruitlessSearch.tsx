import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { keptForTab } from '../../lib/keptForTab.ts';
import { useNow } from '../../lib/now.ts';
import { useLatestSearch } from './api.ts';
import { SEARCH_WORDS } from './searchWords.ts';

const dismissed = keptForTab<{ id: string }>('search:dismissed');
/** After that it is old. */
const SHOWN_MS = 24 * 3_600_000;

/** Why the newest search found no one, and what helps. A notice would be gone before the user returns to the page. */
export function FruitlessSearch() {
  const search = useLatestSearch().data;
  const read = dismissed.use();
  const now = useNow();
  if (!search?.finishedAt || search.id === read?.id || Date.parse(search.finishedAt) < now - SHOWN_MS) return null;
  if (search.status === 'completed' && (search.found > 0 || search.stopped)) return null;
  const words = SEARCH_WORDS.further;
  const { title, text } = search.status === 'failed' ? words.failedLater(search.error) : words.found(search);
  return (
    <Notice
      tone="warn"
      silent
      className="mb-4"
      action={<Button onClick={() => dismissed.keep({ id: search.id })}>Dismiss</Button>}
    >
      <b>{title}.</b> {text}
    </Notice>
  );
}
