import type { Platform } from '../../../events/shared/options.ts';

/** The icon library has no brands. */
const PATHS: Record<Platform, string> = {
  linkedin:
    'M4 3h16a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zm2 7v8h2.6v-8zm1.3-4a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM10.5 10v8h2.6v-4.3c0-2 2.5-2.2 2.5 0V18h2.6v-5.1c0-4-3.9-3.8-5.1-1.9v-1z',
  youtube: 'M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zm5 3.5v7l6-3.5z',
  instagram:
    'M8 2.5h8A5.5 5.5 0 0 1 21.5 8v8a5.5 5.5 0 0 1-5.5 5.5H8A5.5 5.5 0 0 1 2.5 16V8A5.5 5.5 0 0 1 8 2.5zm0 2A3.5 3.5 0 0 0 4.5 8v8A3.5 3.5 0 0 0 8 19.5h8a3.5 3.5 0 0 0 3.5-3.5V8A3.5 3.5 0 0 0 16 4.5zM12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  tiktok: 'M13 3h3c.2 2.4 1.6 4 4 4.2v3a8 8 0 0 1-4-1.2v6.5a5.8 5.8 0 1 1-6.5-5.8v3.2a2.7 2.7 0 1 0 3.5 2.6z',
  twitter:
    'M3 3h5.2l4.3 6 5-6H20l-6.5 7.5L21 21h-5.2l-4.6-6.400L5.7 21H3.2l7-8zm3.1 1.600 10.5 14.800h1.600L7.700 4.600z',
};

export function PlatformIcon(props: { platform: Platform }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" fillRule="evenodd" className="size-3.5 shrink-0">
      <path d={PATHS[props.platform]} />
    </svg>
  );
}
