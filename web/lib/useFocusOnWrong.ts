import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives a form the ref of a group's Controller (`give`), which focuses the first wrong field. The form asks for the focus before the errors are
 * shown. So the request is kept until a field shows one.
 */
export function useFocusOnWrong(
  group: RefObject<HTMLElement | null>,
  give: (control: { focus: () => void }) => void,
): void {
  const isAsked = useRef(false);
  useEffect(() => {
    const focus = () => {
      const wrong = group.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      wrong?.focus();
      isAsked.current = !wrong;
    };
    give({ focus });
    if (isAsked.current) focus();
  });
}
