import { nearLabel } from '../../../events/accounts/limits.ts';
import { Button } from '../../components/ui/Button.tsx';
import { QueryState } from '../../components/ui/QueryState.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { useNearLimits } from './api.ts';

/** Users who use 80 % or more of a limit. */
export function NearLimits() {
  const limits = useNearLimits();
  return (
    <section aria-label="Near a limit" className="border-t px-4 py-3">
      <h3 className="font-semibold text-small">Near a limit</h3>
      <QueryState query={limits} loading={<Skeleton className="mt-2 h-8" />} failed="Error loading the limits.">
        {({ pages }) => {
          const rows = pages.flatMap(({ near }) => near);
          if (rows.length === 0)
            return <p className="mt-1 text-ink-3 text-note">No user uses 80% or more of a limit.</p>;
          return (
            <div className="relative mt-2 overflow-x-auto">
              <table className="w-full text-small tabular-nums">
                <thead className="text-left text-ink-3 text-note">
                  <tr>
                    <th scope="col" className="py-1 pr-3 font-normal">
                      User
                    </th>
                    <th scope="col" className="py-1 pr-3 font-normal">
                      Limit
                    </th>
                    <th scope="col" className="py-1 text-right font-normal">
                      Used
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ userId, email, limit, used, most }) => (
                    <tr key={`${userId} ${limit}`} className="border-t align-baseline">
                      <td className="max-w-48 break-words py-1.5 pr-3">{email ?? userId}</td>
                      <td className="py-1.5 pr-3">{nearLabel(limit)}</td>
                      <td className="whitespace-nowrap py-1.5 text-right">
                        {wholeNumber(used)} of {wholeNumber(most)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          );
        }}
      </QueryState>
      {limits.hasNextPage && (
        <Button className="mt-2" pending={limits.isFetchingNextPage} onClick={() => void limits.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}
