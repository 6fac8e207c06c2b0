import { useEffect } from 'react';
import { useTodayCount } from '../features/today/count.ts';
import icon from './icon.svg?raw';
import { countInTitle } from './title.ts';

const DOTTED = `data:image/svg+xml,${encodeURIComponent(icon.replace(' visibility="hidden"', ''))}`;

/** Shows what waits in Today on the browser tab and on the installed app's icon. */
export function TabBadge() {
  const count = useTodayCount().data?.total ?? 0;
  useEffect(() => {
    countInTitle(count);
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    const plain = link?.href;
    if (link && count > 0) link.href = DOTTED;
    // some browsers offer it to installed apps only
    if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined);
    return () => {
      if (link && plain) link.href = plain;
      countInTitle(0);
    };
  }, [count]);
  return null;
}
