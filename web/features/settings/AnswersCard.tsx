import { Plus, X } from 'lucide-react';
import { useEffect } from 'react';
import { Controller, useFieldArray, useForm } from 'react-hook-form';
import type { BusinessProfileView } from '../../../api/views.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { ANSWER_TOPICS, type AnswerTopic, MOST_ANSWERS } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Textarea } from '../../components/ui/Input.tsx';
import { SaveRow } from '../../components/ui/SaveRow.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { lazyZodResolver } from '../../lib/lazyRules.ts';
import { mergeUnsaved } from '../../lib/mergeUnsaved.ts';
import { showToast } from '../../lib/toasts.ts';
import { useSaveProfile } from '../profile/api.ts';
import { useKeptForm } from '../session/keptForm.ts';
import type { AnswersForm } from './answersForm.ts';

const checked = lazyZodResolver(() => import('./answersForm.ts').then((rules) => rules.answersForm));

const TOPIC_TEXTS: Readonly<Record<AnswerTopic, string>> = {
  price: 'Prices',
  terms: 'Terms',
  shipping: 'Shipping',
  contact: 'Contacts',
  times: 'Free times',
  other: 'Other',
};
const OPTIONS = ANSWER_TOPICS.map((value) => ({ value, label: TOPIC_TEXTS[value] }));

/** The facts that partners ask for. AI drafts of answers use them. */
export function AnswersCard({ profile }: { profile: BusinessProfileView }) {
  const form = useForm<AnswersForm>({ resolver: checked, defaultValues: { answers: profile.answers } });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'answers' });
  const save = useSaveProfile();
  const { isDirty, errors } = form.formState;
  useEffect(() => {
    // a change elsewhere replaces nothing typed
    if (!isDirty && !save.isPending) form.reset({ answers: profile.answers });
  }, [form, profile.answers, isDirty, save.isPending]);
  useKeptForm(form, 'answers');
  const submit = form.handleSubmit((typed) => {
    const sent = form.getValues();
    save.mutate(typed, {
      onSuccess: () => {
        mergeUnsaved(form, sent, typed);
        showToast({ title: 'Answers Saved', text: 'The next AI draft of an answer uses them.' });
      },
    });
  });
  return (
    <Card title="Answers" note="What partners ask. AI drafts of answers use these facts.">
      <form aria-label="Answers" onSubmit={submit} noValidate className="flex flex-col gap-4 p-4">
        {fields.length === 0 && (
          <p className="text-ink-3 text-small">
            Add prices, terms or shipping. Without them, a draft says that you will reply later.
          </p>
        )}
        <ol className="flex flex-col gap-4 empty:hidden">
          {fields.map(({ id }, at) => (
            <li key={id} className="flex flex-wrap items-start gap-2">
              <Controller
                control={form.control}
                name={`answers.${at}.about`}
                render={({ field: { ref, value, onChange } }) => (
                  <Select
                    ref={ref}
                    label={`Topic of answer ${at + 1}`}
                    value={value}
                    onChange={onChange}
                    options={OPTIONS}
                    className="w-auto max-sm:flex-1 sm:w-32"
                  />
                )}
              />
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove answer ${at + 1}`}
                className="sm:order-last"
                onClick={() => remove(at)}
              >
                <X aria-hidden />
              </Button>
              <Field
                label={`Answer ${at + 1}`}
                hideLabel
                error={errors.answers?.[at]?.text?.message}
                limit={LONGEST.answer}
                className="min-w-0 flex-1 basis-60"
              >
                {(control) => (
                  <Textarea
                    {...control}
                    dir="auto"
                    rows={2}
                    placeholder="Licenses cost €12 a month for each person."
                    {...form.register(`answers.${at}.text`)}
                  />
                )}
              </Field>
            </li>
          ))}
        </ol>
        {fields.length < MOST_ANSWERS && (
          <Button className="self-start" onClick={() => append({ about: 'price', text: '' })}>
            <Plus aria-hidden />
            Add an answer
          </Button>
        )}
        <SaveRow form={form} saving={save.isPending}>
          Save answers
        </SaveRow>
      </form>
    </Card>
  );
}
