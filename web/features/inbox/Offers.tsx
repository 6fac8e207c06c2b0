import { useEffect, useRef, useState } from 'react';
import type { ThreadView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { useAnswerOffer } from './api.ts';
import { useDayText } from './LegalRequest.tsx';

type Offer = ThreadView['offers'][number];

/** What the person's words suggest, each with its evidence. Nothing is done before a yes. */
export function Offers(props: { thread: ThreadView; onGone: () => void }) {
  const { onGone } = props;
  const { id, offers } = props.thread;
  const shown = useRef(0);
  useEffect(() => {
    if (offers.length < shown.current && document.activeElement === document.body) onGone();
    shown.current = offers.length;
  }, [offers.length, onGone]);
  if (offers.length === 0) return null;
  return (
    <ul aria-label="Suggestions" className="flex flex-col divide-y border-b bg-info-soft">
      {offers.map((offer) => (
        <li key={`${offer.receivedId}-${offer.label}`} className="flex flex-col gap-2 px-4 py-3">
          <OneOffer id={id} offer={offer} />
        </li>
      ))}
    </ul>
  );
}

function OneOffer(props: { id: string; offer: Offer }) {
  const { label, receivedId, quote, until, name, email } = props.offer;
  const answer = useAnswerOffer(props.id);
  const dayText = useDayText();
  const [typed, setTyped] = useState({ name: name ?? '', email: email ?? '' });
  const day = until === null ? '' : dayText(until);
  const words = {
    referral: {
      title: `Write to ${name ?? email ?? 'someone else'} instead?`,
      now: 'They join this campaign as a new partner. You review the text first.',
      yes: 'Add to campaign',
    },
    new_address: {
      title: `Use ${email ?? 'their new address'} from now on?`,
      now: 'Emails that wait go there, and you review them again.',
      yes: 'Use this address',
    },
    later: {
      title: `Follow up on ${day}?`,
      now: 'The follow-up waits until then, and you review its text again.',
      yes: 'Move the follow-up',
    },
  }[label];
  const give = (choice: 'yes' | 'no') =>
    answer.mutate({ receivedId, label, answer: choice, ...(label === 'referral' && choice === 'yes' && typed) });
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        give('yes');
      }}
    >
      <h3 className="break-words font-semibold">
        <bdi>{words.title}</bdi>
      </h3>
      {quote && (
        <p dir="auto" className="break-words border-line-strong border-l-2 pl-2.5 text-small">
          “{quote}”
        </p>
      )}
      <p className="text-small">{words.now}</p>
      {label === 'referral' && (
        <div className="flex flex-wrap gap-2">
          {(['name', 'email'] as const).map((field) => (
            <Field key={field} label={field === 'name' ? 'Name' : 'Email'} className="min-w-0 flex-1 basis-48">
              {(control) => (
                <Input
                  {...control}
                  type={field === 'email' ? 'email' : 'text'}
                  required
                  value={typed[field]}
                  onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={answer.isPending && answer.variables.answer === 'yes'}>
          {words.yes}
        </Button>
        <Button variant="ghost" disabled={answer.isPending} onClick={() => give('no')}>
          No
        </Button>
      </div>
    </form>
  );
}
