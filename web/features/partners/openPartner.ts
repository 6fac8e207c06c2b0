import { useSearchParams } from 'wouter';

const NAME = 'partner';

/** Which partner of a list is open, kept in the address, so that a reload and Back show the same one; and a press on one, which opens or closes it. */
export function useOpenPartner(): [string | null, (id: string) => void] {
  const [params, setParams] = useSearchParams();
  const press = (id: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (before.get(NAME) === id) next.delete(NAME);
        else next.set(NAME, id);
        return next;
      },
      { replace: true },
    );
  return [params.get(NAME), press];
}
