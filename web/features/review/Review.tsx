import { useEffect, useRef, useState } from 'react';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { MasterDetail, PHONE } from '../../components/ui/MasterDetail.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { useSend } from '../campaigns/api.ts';
import { GenerationProgress } from '../campaigns/GenerationProgress.tsx';
import { isCounted, isEditable, orderMessages, versionText, waitsForReview } from '../campaigns/messageState.ts';
import { BatchStatus } from '../partners/BatchStatus.tsx';
import { AllReviewed } from './AllReviewed.tsx';
import { useEditMessage } from './api.ts';
import { savedText } from './messageDraft.ts';
import { useMessageDrafts } from './messageDrafts.ts';
import { ReviewBar } from './ReviewBar.tsx';
import { ReviewList } from './ReviewList.tsx';
import { Opened } from './ReviewOne.tsx';
import { useReviewUrl } from './reviewUrl.ts';

/** So many before the end of what is there, the next messages are fetched. */
const NEAR_END = 5;

/** The list, the letter, and the partner with the evidence beside it. On a phone list and letter are two steps. */
export function Review(props: {
  campaign: CampaignView;
  sends: readonly SendView[];
  /** These are all. */
  isWhole: boolean;
  /** The last of them are near. */
  onNearEnd: () => void;
}) {
  const { campaign, isWhole, onNearEnd } = props;
  const messages = useReviewOrder(props.sends);
  const [url, go] = useReviewUrl();
  const phone = useMedia(PHONE);
  const { approving, approve } = useApprove();
  const { drafts, keep, improve, saved } = useMessageDrafts();
  const isChanged = (message: SendView): boolean => message.id in drafts && isEditable(message);
  const waiting = messages.filter((message) => waitsForReview(message) && !approving.has(message.id));
  // one that is cancelled while it is read stays open, and counts no more
  const listed = props.sends.find(({ id, answer }) => id === url.message && answer === null);
  const single = useSend(campaign.id, url.message, isWhole || listed !== undefined);
  const asked = listed ?? (isWhole ? undefined : (single.data ?? undefined));
  const opened = asked ?? (url.list && phone ? undefined : waiting[0]);
  const place = useFocusOnNew(opened?.id);
  useStayOn(opened?.id, url.message, (message) => go({ message }));
  const at = messages.findIndex(({ id }) => id === opened?.id);
  const total = isWhole ? messages.length : campaign.messageCount;
  const toReview = isWhole ? waiting.length : Math.max(waiting.length, campaign.texts.toRead - approving.size);
  useEffect(() => {
    if (at > messages.length - NEAR_END) onNearEnd();
  }, [at, messages.length, onNearEnd]);
  const move = (to: number): void => {
    const next = messages[to];
    if (next) go({ message: next.id });
  };
  const goOn = (from: SendView): void => {
    const next = nextToReview(
      messages.filter(({ id }) => !approving.has(id)),
      from.id,
    );
    go({ message: next?.id ?? null });
  };
  useShortcuts({ next: () => move(at + 1), previous: () => move(Math.max(0, at - 1)) });
  return (
    <div data-panes className="flex flex-1 flex-col">
      <ReviewBar
        campaign={campaign}
        messages={messages}
        waiting={waiting}
        total={total}
        toReview={toReview}
        at={phone && url.list ? -1 : at}
        onMove={move}
        onAllApproved={() => go({ message: null })}
        onList={phone && !url.list ? () => go({ list: true }) : undefined}
      />
      <BatchStatus />
      {campaign.generation && (
        <div className="border-b bg-surface px-4 pb-3">
          <GenerationProgress campaign={campaign} />
        </div>
      )}
      <MasterDetail
        framed
        bar
        open={!url.list}
        list={
          <ReviewList
            campaign={campaign}
            messages={messages}
            total={total}
            waiting={toReview}
            onNearEnd={onNearEnd}
            current={opened?.id ?? null}
            isChanged={isChanged}
            onOpen={(id) => go({ message: id })}
          />
        }
      >
        {!(phone && url.list) &&
          (opened ? (
            <Opened
              key={opened.id}
              place={place}
              message={opened}
              language={campaign.language}
              version={versionText(campaign, opened)}
              draft={drafts[opened.id]}
              onDraft={(draft) => keep(opened.id, draft)}
              onImproved={(before, after) => improve(opened, before, after)}
              onSaved={(typed, stored) => saved(opened.id, typed, stored)}
              onApprove={() => {
                approve(opened);
                goOn(opened);
              }}
              onNext={() => goOn(opened)}
            />
          ) : (
            <AllReviewed place={place} campaign={campaign} messages={messages} unsaved={messages.filter(isChanged)} />
          ))}
      </MasterDetail>
    </div>
  );
}

/** A replaced message begins at its top, with the keyboard there. */
function useFocusOnNew(id: string | undefined) {
  const place = useRef<HTMLElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    window.scrollTo(0, 0);
    place.current?.focus({ preventScroll: true });
  }, [id]);
  return place;
}

/** A message opened as the first to review stays open when another one comes first. */
function useStayOn(opened: string | undefined, inAddress: string | null, go: (id: string) => void): void {
  useEffect(() => {
    if (opened && opened !== inAddress) go(opened);
  });
}

/** Approves a text as it is. The next one is read; one that was refused is back among those to review. */
function useApprove() {
  const { mutateAsync } = useEditMessage('The text is approved.');
  const [approving, setApproving] = useState<ReadonlySet<string>>(new Set());
  const approve = (message: SendView): void => {
    const text = savedText(message);
    setApproving((before) => new Set([...before, message.id]));
    const done = (): void => setApproving((before) => new Set([...before].filter((id) => id !== message.id)));
    mutateAsync({ id: message.id, text: { ...text, seen: text, passed: message.flaws } }).then(done, done);
  };
  return { approving, approve };
}

/** The campaign's counted messages, with those that need the person first. */
const inReviewOrder = (messages: readonly SendView[]): SendView[] => orderMessages(messages.filter(isCounted));

/** Messages in the order of the first look. An approved one keeps its place, so that K goes back to it. New ones come last. */
function useReviewOrder(messages: readonly SendView[]): SendView[] {
  const now = inReviewOrder(messages);
  const [places, setPlaces] = useState(() => new Map(now.map(({ id }, place) => [id, place])));
  const added = now.filter(({ id }) => !places.has(id));
  if (added.length > 0) setPlaces(new Map([...places, ...added.map(({ id }, at) => [id, places.size + at] as const)]));
  const placeOf = ({ id }: SendView): number => places.get(id) ?? places.size;
  return now.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The next one that waits for review, after this one and then from the top; undefined: all are reviewed. */
function nextToReview(messages: readonly SendView[], after: string): SendView | undefined {
  const place = messages.findIndex(({ id }) => id === after);
  return [...messages.slice(place + 1), ...messages.slice(0, place)].find(waitsForReview);
}
