/** A screen while it is not known yet what to show. It appears only after a moment, so that a fast answer shows no flash. */
export function PageSpinner(props: { label: string }) {
  return (
    <div role="status" aria-label={props.label} className="grid min-h-[60dvh] animate-appear place-items-center">
      <span className="size-6 animate-spin rounded-full border-2 border-line-strong border-t-accent" />
    </div>
  );
}
