import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import type { BusinessProfileView } from '../../../api/views.ts';
import { type BusinessStep, businessStep } from '../../../events/inputs/business.ts';
import { ONBOARDING_INDUSTRIES } from '../../../events/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { useCreateProfile } from '../profile/createProfile.ts';

const INDUSTRIES = ONBOARDING_INDUSTRIES.map((value) => ({ value, label: value }));

export function BusinessStepForm(props: { profile: BusinessProfileView | null; onSaved: () => void }) {
  const create = useCreateProfile();
  const form = useForm<BusinessStep>({
    resolver: zodResolver(businessStep),
    defaultValues: {
      businessName: props.profile?.businessName ?? '',
      industry: props.profile?.industry ?? '',
      description: props.profile?.description ?? '',
    },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((step) => create.mutate(step, { onSuccess: props.onSaved }));
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Business name" error={errors.businessName?.message}>
        {(control) => <Input {...control} autoComplete="organization" {...form.register('businessName')} />}
      </Field>
      <Controller
        control={form.control}
        name="industry"
        render={({ field }) => (
          <Field label="Industry" error={errors.industry?.message}>
            {(control) => (
              <Select
                {...control}
                value={field.value}
                onChange={field.onChange}
                placeholder="Choose an industry"
                options={INDUSTRIES}
              />
            )}
          </Field>
        )}
      />
      <Field
        label="Description"
        optional
        error={errors.description?.message}
        hint="What you sell and what sets it apart. The matches get better with it."
      >
        {(control) => <Textarea {...control} rows={4} {...form.register('description')} />}
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={create.isPending}>
          {create.isPending ? 'Saving...' : 'Continue'}
        </Button>
      </div>
    </form>
  );
}
