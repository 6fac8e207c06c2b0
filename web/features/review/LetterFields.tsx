import { useEffect, useRef } from 'react';
import type { SendView } from '../../../api/views.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { InsertMenu } from '../texts/InsertMenu.tsx';
import { filledIn, useFill } from '../texts/useFill.ts';
import type { MessageDraft } from './messageDraft.ts';

/** The letter to edit; the field for the text is as high as the text. */
export function LetterFields(props: {
  partner: SendView['partner'];
  shown: MessageDraft;
  problems: Partial<MessageDraft>;
  /** They appear because the person asked for them: the keyboard goes into the text. */
  focus: boolean;
  onType: (part: Partial<MessageDraft>) => void;
}) {
  const { shown, problems, focus, onType } = props;
  const fill = useFill(props.partner);
  const body = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!focus) return;
    body.current?.focus({ preventScroll: true });
    body.current?.setSelectionRange(0, 0);
  }, [focus]);
  // what is wrong with a long text is said below it, where the foot of the window would cover it
  useEffect(() => {
    const error = problems.subject
      ? null
      : problems.body && body.current?.getAttribute('aria-describedby')?.split(' ')[0];
    if (error) document.getElementById(error)?.scrollIntoView({ block: 'center' });
  }, [problems]);
  return (
    <>
      <Field label="Subject" error={problems.subject}>
        {(control) => (
          <Input
            {...control}
            name="subject"
            dir="auto"
            className="font-semibold"
            value={shown.subject}
            onChange={(event) => onType({ subject: filledIn(event.target, fill) })}
          />
        )}
      </Field>
      <Field label="Message" error={problems.body} limit={LONGEST.body}>
        {(control) => (
          <>
            <Textarea
              {...control}
              ref={body}
              name="body"
              dir="auto"
              rows={12}
              className="field-sizing-content min-h-72 text-lead"
              value={shown.body}
              onChange={(event) => onType({ body: filledIn(event.target, fill) })}
            />
            <InsertMenu field={control.id} label="the message" />
          </>
        )}
      </Field>
    </>
  );
}
