import { useEffect, useRef } from 'react';

/**
 * Asks before unsaved text is lost: the browser asks at a reload or a closed tab, and `ask` is called at Back. An entry of the history takes the
 * place of the page that Back would lead to.
 */
export function useUnsavedGuard(unsaved: boolean, ask: () => void): void {
  const asking = useRef(ask);
  asking.current = ask;
  useEffect(() => {
    if (!unsaved) return;
    const stay = () => history.pushState(history.state, '', location.href);
    const back = () => {
      stay();
      asking.current();
    };
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    stay();
    window.addEventListener('popstate', back);
    window.addEventListener('beforeunload', unload);
    return () => {
      window.removeEventListener('popstate', back);
      window.removeEventListener('beforeunload', unload);
      history.back();
    };
  }, [unsaved]);
}
