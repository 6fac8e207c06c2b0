import type { ReactNode } from 'react';
import type { NeedView } from '../../../api/views.ts';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { DETAIL_AND_MORE } from '../../components/ui/MasterDetail.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { classes } from '../../lib/classes.ts';
import { useSendingAccounts } from '../sending/api.ts';
import { MIDDLE } from './needWords.ts';

/** An account that sends nothing until its user has acted. */
export function AccountThing(props: { need: NeedView; head: ReactNode; foot: ReactNode }) {
  const account = useSendingAccounts().data?.find(({ id }) => id === props.need.id);
  return (
    <div className={classes(MIDDLE, DETAIL_AND_MORE)}>
      {props.head}
      <div className="mx-auto flex w-full max-w-prose flex-1 flex-col gap-4 px-4 py-5 sm:px-6">
        <Notice tone="warn">{account?.hold?.reason ?? 'Nothing leaves from this account. Connect it again.'}</Notice>
        <ButtonLink
          variant="primary"
          className="self-start"
          data-first
          href={`/settings?account=${props.need.id}#${account?.hold?.where ?? 'email-provider'}`}
        >
          Open its settings
        </ButtonLink>
      </div>
      {props.foot}
    </div>
  );
}
