import { Inbox as InboxIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useTitle } from '../../app/title.ts';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { DETAIL_AND_MORE, MasterDetail, PHONE } from '../../components/ui/MasterDetail.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { classes } from '../../lib/classes.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { accountName, useSendingAccounts } from '../sending/api.ts';
import { useAnswerDraft } from './answerDraft.ts';
import { useChangeConversation, useFinishConversation, useInbox, useThread, useUnread } from './api.ts';
import { ConversationList } from './ConversationList.tsx';
import { useInboxFilter } from './inboxUrl.ts';
import { PartnerAside } from './PartnerAside.tsx';
import { Thread } from './Thread.tsx';

/** The partners' answers. `conversationId`: the thread that is open; on a small screen it takes the place of the list. */
export function InboxScreen(props: { conversationId?: string | null }) {
  const conversationId = props.conversationId ?? null;
  const unread = useUnread().data?.unread ?? 0;
  return (
    <>
      {conversationId !== null && <h1 className="sr-only sm:hidden">Inbox</h1>}
      <div className={classes(conversationId !== null && 'max-sm:hidden')}>
        <PageHeader title="Inbox" note={unread === 0 ? 'What partners answered.' : `${unread} unread`} />
      </div>
      <NotRead />
      <MasterDetail list={<ConversationList current={conversationId} />} open={conversationId !== null}>
        {conversationId === null ? (
          <div className={classes('panel max-sm:hidden', DETAIL_AND_MORE)}>
            <EmptyState icon={<InboxIcon aria-hidden className="size-6 text-ink-3" />} title="Select a conversation">
              Press J and K to move through the list.
            </EmptyState>
            <NoneOpen />
          </div>
        ) : (
          <Open conversationId={conversationId} />
        )}
      </MasterDetail>
    </>
  );
}

/** Accounts whose replies do not come in: else an empty list would look as if nobody had answered. */
function NotRead() {
  const accounts = useSendingAccounts().data ?? [];
  return accounts.map((account) => {
    const { id, address, health } = account;
    const why = account.replies ?? (health === 'lost' ? 'Replies are not read. Connect the account again.' : null);
    if (!why || !address) return null;
    return (
      <Notice
        key={id}
        tone="warn"
        className="mb-3"
        action={
          <Link href={`/settings?account=${id}#email-provider`} className="link shrink-0">
            Open settings
          </Link>
        }
      >
        <bdi className="break-words">{accountName(account)}</bdi>: {why}
      </Notice>
    );
  });
}

function Open(props: { conversationId: string }) {
  const thread = useThread(props.conversationId);
  const finish = useFinishConversation();
  const { after } = useListKeys(props.conversationId);
  const { mutate } = useChangeConversation(props.conversationId);
  const open = thread.data;
  useTitle(open ? `${open.partner.name ?? 'An erased person'} · Inbox` : 'Inbox');
  const toggleDone = (): void => {
    if (!open || finish.isPending) return;
    const { id } = open;
    finish.mutate(open.done ? { id, act: 'reopen' } : { id, act: 'done', leadsTo: after() });
  };
  useShortcuts({
    done: toggleDone,
    unread: () => open && mutate('unread'),
    answer: () => document.querySelector<HTMLElement>('[data-answer]')?.focus(),
  });
  return (
    <>
      {thread.isPending && <Loading label="Loading the conversation" height="h-96" />}
      {thread.isError && <LoadFailed again={thread}>Error loading the conversation. Please try again.</LoadFailed>}
      {thread.data === null && <NotFound conversationId={props.conversationId} />}
      {thread.data && (
        <>
          <Thread
            thread={thread.data}
            toggleDone={toggleDone}
            finishing={finish.isPending && finish.variables.id === thread.data.id}
          />
          <PartnerAside partner={thread.data.partner} />
        </>
      )}
    </>
  );
}

/** It was erased, deleted, or never was there: nothing that was typed for it is kept. */
function NotFound(props: { conversationId: string }) {
  const [, keep] = useAnswerDraft(props.conversationId);
  useEffect(() => keep(() => null), [keep]);
  return (
    <section aria-label="Conversation" className="panel">
      <EmptyState
        title="Conversation not found"
        action={
          <Link href={`/inbox${window.location.search}`} className="link">
            Back to Inbox
          </Link>
        }
      >
        It may have been deleted, or it belongs to another account.
      </EmptyState>
    </section>
  );
}

function NoneOpen() {
  useTitle('Inbox');
  useListKeys(null);
  return null;
}

/** J and K go through the list. `after`: where Done leads: the next one; on a phone, and after the only one, the list. */
function useListKeys(conversationId: string | null): { after: () => string | null } {
  const [filter] = useInboxFilter();
  const { data, more } = useInbox(filter);
  const conversations = data?.conversations;
  const [, navigate] = useLocation();
  const at = conversations?.findIndex(({ id }) => id === conversationId) ?? -1;
  // what is read or done may leave the list: the next one has its place now
  const place = useRef(-1);
  if (at >= 0) place.current = at;
  useEffect(() => {
    if (conversations && at > conversations.length - 5) more();
  }, [conversations, at, more]);
  const nextAt = at >= 0 ? at + 1 : Math.max(0, place.current);
  const previousAt = nextAt - (at >= 0 ? 2 : 1);
  const addressOf = (index: number): string | null => {
    const one = conversations?.[index];
    return one ? `/inbox/${one.id}${window.location.search}` : null;
  };
  const go = (to: string | null): void => {
    if (to) navigate(to);
  };
  useShortcuts({ next: () => go(addressOf(nextAt)), previous: () => go(addressOf(Math.max(0, previousAt))) });
  return {
    after: () => {
      if (filter.show === 'all' && !filter.unread) return null;
      const beside = window.matchMedia(PHONE).matches ? null : (addressOf(nextAt) ?? addressOf(previousAt));
      return beside ?? `/inbox${window.location.search}`;
    },
  };
}
