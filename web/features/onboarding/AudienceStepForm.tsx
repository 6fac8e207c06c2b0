import { Controller, useForm } from 'react-hook-form';
import type { BusinessProfileView } from '../../../api/views.ts';
import type { AudienceStep } from '../../../events/accounts/businessInput.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Textarea } from '../../components/ui/Input.tsx';
import { lazyZodResolver } from '../../lib/lazyRules.ts';
import { ExclusionList } from '../profile/ExclusionList.tsx';
import { PlatformChoice } from '../profile/PlatformChoice.tsx';
import { SkipSetup } from './SkipSetup.tsx';
import { readDraft, useDraft } from './typedDraft.ts';

const checked = lazyZodResolver(() =>
  import('../../../events/accounts/businessInput.ts').then((rules) => rules.audienceStep),
);

export function AudienceStepForm(props: {
  profile: BusinessProfileView;
  userId: string;
  onTyped: (values: AudienceStep) => void;
  onBack: () => void;
  onSubmit: (audience: AudienceStep) => void;
}) {
  const form = useForm<AudienceStep>({
    resolver: checked,
    defaultValues: {
      targetAudience: props.profile.partnerCriteria?.targetAudience ?? '',
      preferredPlatforms: props.profile.preferredPlatforms,
      additionalCriteria: props.profile.partnerCriteria?.additionalCriteria ?? '',
      exclusions: props.profile.partnerCriteria?.exclusions ?? [],
      ...readDraft<AudienceStep>(props.userId, 'audience'),
    },
  });
  useDraft(form, props.userId, 'audience', props.onTyped);
  const { errors } = form.formState;
  return (
    <form onSubmit={form.handleSubmit(props.onSubmit)} noValidate className="flex flex-col gap-5">
      <Field
        label="Describe your target audience"
        error={errors.targetAudience?.message}
        limit={LONGEST.targetAudience}
        hint="Interests, age, country: who your partners’ audience is."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            placeholder="For example: trail runners between 25 and 45 in North America who care about durable gear"
            {...form.register('targetAudience')}
          />
        )}
      </Field>
      <Controller
        control={form.control}
        name="preferredPlatforms"
        render={({ field }) => (
          <PlatformChoice
            label="Preferred platforms"
            optional
            hint="Leave empty, and the AI suggests those that fit."
            value={field.value ?? []}
            onChange={field.onChange}
          />
        )}
      />
      <Field
        label="Additional criteria"
        optional
        error={errors.additionalCriteria?.message}
        limit={LONGEST.additionalCriteria}
      >
        {(control) => <Textarea {...control} rows={2} {...form.register('additionalCriteria')} />}
      </Field>
      <Controller
        control={form.control}
        name="exclusions"
        render={({ field }) => <ExclusionList value={field.value ?? []} onChange={field.onChange} />}
      />
      <div className="flex flex-wrap items-center justify-end gap-2 border-t pt-4">
        <SkipSetup />
        <Button onClick={props.onBack}>Back</Button>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting} className="max-sm:basis-full">
          Generate Partner Profile
        </Button>
      </div>
    </form>
  );
}
