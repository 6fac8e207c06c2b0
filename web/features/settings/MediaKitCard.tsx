import { Download, FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import type { MediaKitView } from '../../../api/views.ts';
import { kitWords, MOST_KIT_BYTES } from '../../../events/accounts/kitWords.ts';
import { refusalText } from '../../../events/shared/refusals.ts';
import { Button, buttonClasses } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { useRemoveMediaKit, useUploadMediaKit } from '../profile/api.ts';

export function MediaKitCard({ kit }: { kit: MediaKitView | null }) {
  const id = useId();
  const upload = useUploadMediaKit();
  const remove = useRemoveMediaKit();
  const [tooLarge, setTooLarge] = useState(false);
  const [asking, setAsking] = useState(false);
  const choose = (file: File | undefined): void => {
    if (!file || upload.isPending) return;
    setTooLarge(file.size > MOST_KIT_BYTES);
    if (file.size <= MOST_KIT_BYTES) upload.mutate(file);
  };
  return (
    <Card title="Media kit" note="Campaigns can attach it to their first emails. A PDF, PNG or JPEG file, up to 5 MB.">
      <div className="flex flex-wrap items-center gap-2 p-4">
        {kit && (
          <a
            className="link wrap-anywhere mr-auto inline-flex min-w-0 items-center gap-1.5"
            href="/api/media-kit"
            download
          >
            <Download aria-hidden className="size-4 shrink-0" />
            <bdi>{kitWords(kit)}</bdi>
          </a>
        )}
        <label
          htmlFor={id}
          className={`${buttonClasses('outline')} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2`}
        >
          <FileUp aria-hidden />
          {upload.isPending ? 'Uploading...' : kit ? 'Replace it' : 'Choose a file'}
          <input
            id={id}
            type="file"
            accept=".pdf,.png,.jpg,.jpeg"
            aria-describedby={tooLarge ? `${id}-problem` : `${id}-note`}
            className="sr-only"
            onChange={(event) => {
              choose(event.target.files?.[0]);
              // the same file can be chosen again after a fix
              event.target.value = '';
            }}
          />
        </label>
        {kit && (
          <Button variant="ghost" pending={remove.isPending} onClick={() => setAsking(true)}>
            Remove
          </Button>
        )}
        {tooLarge && (
          <p id={`${id}-problem`} role="alert" className="basis-full text-bad text-small">
            {refusalText({ code: 'kit_too_large' })}
          </p>
        )}
        <p id={`${id}-note`} className="basis-full text-ink-3 text-note">
          {kit
            ? 'If you replace or remove it, approved emails that carry it go back to review.'
            : 'Turn it on in the settings of a campaign.'}
        </p>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove the media kit?"
        confirmLabel="Remove"
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
      >
        Approved emails that carry it go back to review.
      </ConfirmDialog>
    </Card>
  );
}
