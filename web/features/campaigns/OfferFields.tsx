import { useState } from 'react';
import { Controller, type FieldErrors } from 'react-hook-form';
import { ADDRESS_FORMS, type Offer, settingLabel, TONES } from '../../../events/campaigns/settingWords.ts';
import { capitalised } from '../../../events/shared/format.ts';
import { LANGUAGES } from '../../../events/shared/languages.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { namesOf } from '../../../events/shared/named.ts';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { Select } from '../../components/ui/Select.tsx';
import type { CampaignFormState } from './campaignFormState.ts';

const AS_INSTRUCTED = { value: '', label: 'Follow the instructions' };
const optionsOf = (words: Readonly<Record<string, string>>) => [
  AS_INSTRUCTED,
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
];
const CHOICES = {
  tone: [AS_INSTRUCTED, ...TONES.map((tone) => ({ value: tone, label: capitalised(tone) }))],
  language: optionsOf(LANGUAGES),
  address: optionsOf(ADDRESS_FORMS),
};

/** The fields of the offer. All of it is optional, so it starts folded. */
export function OfferFields(props: { form: CampaignFormState }) {
  const { form } = props;
  const errors = form.formState.errors.offer as FieldErrors<Offer> | undefined;
  const { offer } = form.getValues();
  const [opened, setOpened] = useState(
    form.getValues(namesOf(CHOICES)).some(Boolean) || Object.values(offer ?? {}).some((part) => part !== ''),
  );
  return (
    <details
      open={opened || errors !== undefined}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="rounded-control border border-line sm:col-span-2"
    >
      <summary className="cursor-pointer rounded-control p-3 text-small">
        <span className="font-medium">Offer, tone and language</span>
        <span className="text-ink-3"> · optional</span>
      </summary>
      <div className="grid gap-4 border-line border-t p-3 sm:grid-cols-2">
        <Field
          label="What you offer"
          optional
          error={errors?.what?.message}
          limit={LONGEST.offer}
          hint="The texts state your offer exactly as you write it here, and nothing else."
          className="sm:col-span-2"
        >
          {(control) => <Textarea {...control} rows={2} {...form.register('offer.what')} />}
        </Field>
        <Field label={settingLabel('offerCommission')} optional error={errors?.commission?.message}>
          {(control) => <Input {...control} placeholder="20 % of each sale" {...form.register('offer.commission')} />}
        </Field>
        <Field label="Code for their audience" optional error={errors?.code?.message}>
          {(control) => <Input {...control} {...form.register('offer.code')} />}
        </Field>
        <Field label="Link" optional error={errors?.link?.message} className="sm:col-span-2">
          {(control) => <Input {...control} inputMode="url" placeholder="https://" {...form.register('offer.link')} />}
        </Field>
        {namesOf(CHOICES).map((name) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field }) => (
              <Field label={settingLabel(name)}>
                {(control) => (
                  <Select
                    {...control}
                    value={field.value ?? ''}
                    onChange={(value) => field.onChange(value || null)}
                    options={CHOICES[name]}
                  />
                )}
              </Field>
            )}
          />
        ))}
      </div>
    </details>
  );
}
