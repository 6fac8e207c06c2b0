import { useQuery } from '@tanstack/react-query';
import { trackConnection } from '../../lib/connection.ts';

/** The names of the events of each kind. They stand in the events' own definitions, which bring zod along: fetched beside the screen. */
async function namesByKind(): Promise<Record<string, string[]>> {
  const { aggregates } = await trackConnection(import('../../../events/catalog.ts'));
  return Object.fromEntries(
    Object.entries(aggregates).map(([kind, { definitions }]) => [kind, Object.keys(definitions).sort()]),
  );
}

/** The names of the events of these kinds; none until they are there. */
export function useEventTypes(kinds: readonly string[]): string[] {
  const { data } = useQuery({ queryKey: ['event-types'], queryFn: namesByKind });
  return [...new Set(kinds.flatMap((kind) => data?.[kind] ?? []))].sort();
}
