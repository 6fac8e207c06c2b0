/** The paper plane, and the product's name beside it unless there is no room. */
export function Brand(props: { iconOnly?: boolean }) {
  return (
    <span className="flex items-center gap-2.5 font-bold text-lead tracking-title">
      <svg
        aria-hidden="true"
        className="size-5 shrink-0 text-accent"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      >
        <path d="M3 11 21 3l-8 18-2.5-7.5z" />
      </svg>
      <span className={props.iconOnly ? 'sr-only' : 'truncate'}>Partner Pilot</span>
    </span>
  );
}
