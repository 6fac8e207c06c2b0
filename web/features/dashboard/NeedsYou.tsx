import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Loading } from '../../components/ui/QueryState.tsx';
import { NeedList } from '../activity/NeedList.tsx';
import { needsOf } from '../activity/needs.ts';
import { useCampaigns, useUndecided } from '../campaigns/api.ts';
import { useUnread } from '../inbox/api.ts';
import { useSendingAccounts } from '../sending/api.ts';

const SHOWN = 5;

/** Open tasks, each with the way to it. A task that cannot be looked up is left out, because its own screen says so. */
export function NeedsYou(props: { className?: string }) {
  const [all, setAll] = useState(false);
  const sources = [useCampaigns(), useUnread(), useSendingAccounts(), useUndecided()] as const;
  const [campaigns, replies, accounts, undecided] = sources;
  const waiting = sources.some(({ isPending }) => isPending);
  const needs = needsOf({
    campaigns: campaigns.data ?? [],
    unanswered: replies.data?.unanswered ?? 0,
    accounts: accounts.data ?? [],
    undecided: undecided.data?.length ?? 0,
  });
  const complete = sources.every(({ isError }) => !isError);
  return (
    <Card
      title="Needs you"
      actions={needs.length > 0 && <span className="text-ink-3 text-note tabular-nums">{needs.length}</span>}
      {...(props.className && { className: props.className })}
    >
      {waiting ? (
        <Loading label="Loading what needs you" rows={3} height="h-8" className="p-4" />
      ) : needs.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-6 text-ink-2">
          {complete ? (
            <>
              <CircleCheck aria-hidden className="size-4.5 text-good" />
              Nothing waits for you.
            </>
          ) : (
            'Some of it could not be loaded.'
          )}
        </p>
      ) : (
        <NeedList needs={all ? needs : needs.slice(0, SHOWN)} />
      )}
      {!waiting && needs.length > SHOWN && (
        <div className="border-t px-2 py-1">
          <Button size="small" variant="ghost" onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${needs.length}`}
          </Button>
        </div>
      )}
    </Card>
  );
}
