import { Controller, useForm } from 'react-hook-form';
import type { BusinessProfileView } from '../../../api/views.ts';
import type { BusinessStep } from '../../../events/accounts/businessInput.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { ONBOARDING_INDUSTRIES } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { lazyZodResolver } from '../../lib/lazyRules.ts';
import { mergeUnsaved } from '../../lib/mergeUnsaved.ts';
import { useCreateProfile } from '../profile/api.ts';
import { IndustryField } from '../profile/IndustryField.tsx';
import { dropDraft, readDraft, useDraft } from './typedDraft.ts';

const checked = lazyZodResolver(() =>
  import('../../../events/accounts/businessInput.ts').then((rules) => rules.businessStep),
);

export function BusinessStepForm(props: {
  profile: BusinessProfileView | null;
  userId: string;
  onTyped: (values: BusinessStep) => void;
  onSaved: () => void;
}) {
  const create = useCreateProfile();
  const form = useForm<BusinessStep>({
    resolver: checked,
    defaultValues: {
      businessName: props.profile?.businessName ?? '',
      industry: props.profile?.industry ?? '',
      description: props.profile?.description ?? '',
      ...readDraft<BusinessStep>(props.userId, 'business'),
    },
  });
  useDraft(form, props.userId, 'business', props.onTyped);
  const { errors } = form.formState;
  const submit = form.handleSubmit((step) => {
    const sent = form.getValues();
    create.mutate(step, {
      onSuccess: () => {
        if (mergeUnsaved(form, sent, step)) return;
        dropDraft('business');
        props.onSaved();
      },
    });
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Business name" error={errors.businessName?.message}>
        {(control) => <Input {...control} autoComplete="organization" {...form.register('businessName')} />}
      </Field>
      <Controller
        control={form.control}
        name="industry"
        render={({ field }) => (
          <IndustryField
            field={field}
            usual={ONBOARDING_INDUSTRIES}
            saved={props.profile?.industry}
            error={errors.industry?.message}
          />
        )}
      />
      <Field
        label="Description"
        optional
        error={errors.description?.message}
        limit={LONGEST.description}
        hint="What you sell and what sets it apart. It improves your matches."
      >
        {(control) => <Textarea {...control} rows={4} {...form.register('description')} />}
      </Field>
      <div className="flex justify-end border-t pt-4">
        <Button
          type="submit"
          variant="primary"
          pending={form.formState.isSubmitting || create.isPending}
          className="max-sm:basis-full"
        >
          {create.isPending ? 'Saving...' : 'Continue'}
        </Button>
      </div>
    </form>
  );
}
