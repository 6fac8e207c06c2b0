import { type RefObject, useEffect, useRef } from 'react';

/**
 * Hands a form what puts the focus on the first wrong field of a group (`give`: the ref of its Controller). The form asks for it before what is
 * wrong is shown, and on a slow device only then: so it is kept in mind until a field is shown to be wrong.
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
