import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useBusinessProfile } from './api.ts';

/** Says that the business profile could not be loaded, with the way to try again; nothing otherwise. */
export function ProfileMissing(props: { className?: string }) {
  const profile = useBusinessProfile();
  if (!profile.isError) return null;
  return (
    <Notice
      tone="bad"
      {...(props.className && { className: props.className })}
      action={<Button onClick={() => void profile.refetch()}>Try again</Button>}
    >
      Your business profile could not be loaded.
    </Notice>
  );
}
