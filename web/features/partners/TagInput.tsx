import { type ComponentProps, useId } from 'react';
import { Input } from '../../components/ui/Input.tsx';
import { usePartnerCounts } from './partnerPages.ts';

/** As the server counts (events/partners/partnersInput.ts). */
const LONGEST_TAG = 40;

export const tidyTag = (typed: string): string => typed.trim().replace(/\s+/g, ' ');

/** A tag to type, with the user's own tags as suggestions. */
export function TagInput({ except, ...props }: ComponentProps<'input'> & { except?: readonly string[] }) {
  const id = useId();
  const tags = usePartnerCounts().data?.tags ?? [];
  return (
    <>
      <Input {...props} list={id} dir="auto" maxLength={LONGEST_TAG} autoComplete="off" />
      <datalist id={id}>
        {tags
          .filter((tag) => !except?.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </>
  );
}
