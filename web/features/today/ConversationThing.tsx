import type { ReactNode } from 'react';
import type { NeedView } from '../../../api/views.ts';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { useThread } from '../inbox/api.ts';
import { PartnerAside } from '../inbox/PartnerAside.tsx';
import { Thread } from '../inbox/Thread.tsx';
import { MIDDLE } from './needWords.ts';

export function ConversationThing(props: { need: NeedView; head: ReactNode; foot: ReactNode; onSend: () => void }) {
  const thread = useThread(props.need.id);
  return (
    <>
      <div className={MIDDLE}>
        {props.head}
        <div className="flex-1">
          {thread.isPending && <Loading label="Loading the conversation" height="h-96" />}
          {thread.isError && <LoadFailed again={thread}>Error loading the conversation. Please try again.</LoadFailed>}
          {thread.data && <Thread thread={thread.data} framed onSend={props.onSend} />}
        </div>
        {props.foot}
      </div>
      {thread.data && <PartnerAside framed partner={thread.data.partner} />}
    </>
  );
}
