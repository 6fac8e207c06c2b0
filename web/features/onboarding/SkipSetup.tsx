import { useLocation } from 'wouter';
import { Button } from '../../components/ui/Button.tsx';
import { useSaveProfile } from '../profile/api.ts';
import { dropDraft } from './typedDraft.ts';

/** Leaves the setup permanently: people who bring their own list need no search first. */
export function SkipSetup() {
  const [, navigate] = useLocation();
  const save = useSaveProfile();
  return (
    <Button
      variant="ghost"
      className="mr-auto -ml-3"
      pending={save.isPending}
      onClick={() =>
        save.mutate(
          { onboardingSkipped: true },
          {
            onSuccess: () => {
              dropDraft('audience');
              navigate('/discovery');
            },
          },
        )
      }
    >
      Skip for now
    </Button>
  );
}
