import { Inbox as InboxIcon } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useTitle } from '../../app/title.ts';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { classes } from '../../lib/classes.ts';
import { ConversationList } from './ConversationList.tsx';
import { useChangeConversation, useInbox, useThread, useUnread } from './inbox.ts';
import { useInboxFilter } from './inboxUrl.ts';
import { PartnerAside } from './PartnerAside.tsx';
import { Thread } from './Thread.tsx';

/** What partners answered. `conversationId`: the thread that is open; on a small screen it takes the place of the list. */
export function InboxScreen(props: { conversationId: string | null }) {
  const { conversationId } = props;
  useTitle('Inbox');
  const unread = useUnread().data?.unread ?? 0;
  return (
    <>
      <div className={classes(conversationId !== null && 'max-lg:hidden')}>
        <PageHeader title="Inbox" note={unread === 0 ? 'What partners answered.' : `${unread} unread`} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)_17.5rem]">
        <div className={classes('min-w-0', conversationId !== null && 'max-lg:hidden')}>
          <ConversationList current={conversationId} />
        </div>
        {conversationId === null ? (
          <div className="panel max-lg:hidden xl:col-span-2">
            <EmptyState title="Select a conversation">
              <InboxIcon aria-hidden className="mx-auto mb-2 size-6 text-ink-3" />
              Press J and K to move through the list.
            </EmptyState>
            <Keys conversationId={null} />
          </div>
        ) : (
          <Open conversationId={conversationId} />
        )}
      </div>
    </>
  );
}

function Open(props: { conversationId: string }) {
  const thread = useThread(props.conversationId);
  return (
    <>
      <Keys conversationId={props.conversationId} />
      {thread.isPending && <Loading label="Loading the conversation" height="h-96" />}
      {thread.isError && <LoadFailed again={thread}>Error loading the conversation. Please try again.</LoadFailed>}
      {thread.data === null && (
        <div className="panel">
          <EmptyState title="Conversation not found">It may belong to another account.</EmptyState>
        </div>
      )}
      {thread.data && (
        <>
          <Thread thread={thread.data} />
          <div className="min-w-0 lg:col-start-2 xl:col-start-auto">
            <PartnerAside partner={thread.data.partner} />
          </div>
        </>
      )}
    </>
  );
}

/** J and K go through the list, E is Done, U Mark Unread and R the answer, unless somebody types. */
function Keys(props: { conversationId: string | null }) {
  const [filter] = useInboxFilter();
  const conversations = useInbox(filter).data?.conversations;
  const { mutate } = useChangeConversation(props.conversationId ?? '');
  const [, navigate] = useLocation();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !conversations) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]')) return;
      const at = conversations.findIndex(({ id }) => id === props.conversationId);
      const key = event.key.toLowerCase();
      const next = key === 'j' ? conversations[at + 1] : key === 'k' ? conversations[Math.max(0, at - 1)] : undefined;
      if (next) navigate(`/inbox/${next.id}${window.location.search}`);
      else if (at >= 0 && key === 'e') mutate(conversations[at]?.done ? 'reopen' : 'done');
      else if (at >= 0 && key === 'u') mutate('unread');
      else if (key === 'r') {
        event.preventDefault();
        document.querySelector<HTMLElement>('[data-answer]')?.focus();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [conversations, props.conversationId, navigate, mutate]);
  return null;
}
