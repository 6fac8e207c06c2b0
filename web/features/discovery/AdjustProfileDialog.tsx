import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import type { BusinessProfileView } from '../../../api/views.ts';
import {
  audienceStep,
  type BusinessProfileUpdate,
  businessStep,
  partnerCriteria,
} from '../../../events/accounts/businessInput.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { CRITERIA_DEFAULTS, PROFILE_INDUSTRIES } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { mergeUnsaved } from '../../lib/mergeUnsaved.ts';
import { showToast } from '../../lib/toasts.ts';
import { useSaveProfile } from '../profile/api.ts';
import { ExclusionList } from '../profile/ExclusionList.tsx';
import { IndustryField } from '../profile/IndustryField.tsx';
import { PlatformChoice } from '../profile/PlatformChoice.tsx';
import { SearchEstimate } from '../search/SearchEstimate.tsx';

/** The business profile and the criteria of the next searches. `onSearch`: by the saved ones; null while a search runs. */
export function AdjustProfileDialog(props: {
  profile: BusinessProfileView;
  /** The number to find. */
  count: number;
  onSearch: ((saved: BusinessProfileView) => void) | null;
  onClose: () => void;
}) {
  const form = useForm<AdjustForm>({ resolver: zodResolver(adjustForm), defaultValues: adjustFormOf(props.profile) });
  const save = useSaveProfile();
  const formId = useId();
  const { errors } = form.formState;
  const isSaving = form.formState.isSubmitting || save.isPending;
  // what is no such number counts as 0, and the field says so
  const showWhatCounts = ({ target }: { target: { name: 'minFollowers' | 'minEngagement' } }): void =>
    form.setValue(target.name, form.getValues(target.name), { shouldDirty: true });
  const saveAnd = (then?: (saved: BusinessProfileView) => void) =>
    form.handleSubmit((typed) => {
      const sent = form.getValues();
      save.mutate(adjustUpdate(typed, props.profile), {
        onSuccess: (saved) => {
          showToast({ title: 'Profile Updated', text: 'Your partners are scored again, and the next search uses it.' });
          if (!mergeUnsaved(form, sent, typed)) props.onClose();
          then?.(saved);
        },
      });
    });
  return (
    <Dialog
      wide
      onClose={props.onClose}
      title="Adjust Profile"
      description="Your business, and the partners to search for."
    >
      <DialogBody>
        <form id={formId} onSubmit={saveAnd()} noValidate className="grid gap-4 sm:grid-cols-2">
          <Field label="Business name" error={errors.businessName?.message}>
            {(control) => <Input {...control} {...form.register('businessName')} />}
          </Field>
          <Controller
            control={form.control}
            name="industry"
            render={({ field }) => (
              <IndustryField
                field={field}
                usual={PROFILE_INDUSTRIES}
                saved={props.profile.industry}
                error={errors.industry?.message}
              />
            )}
          />
          <Field
            label="Description"
            optional
            error={errors.description?.message}
            limit={LONGEST.description}
            className="sm:col-span-2"
          >
            {(control) => <Textarea {...control} rows={2} {...form.register('description')} />}
          </Field>
          <Field
            label="Target audience"
            error={errors.targetAudience?.message}
            limit={LONGEST.targetAudience}
            className="sm:col-span-2"
          >
            {(control) => <Textarea {...control} rows={3} {...form.register('targetAudience')} />}
          </Field>
          <Field label="Min followers" error={errors.minFollowers?.message}>
            {(control) => (
              <Input
                {...control}
                type="number"
                min={0}
                step={1}
                inputMode="numeric"
                {...form.register('minFollowers', { setValueAs: wholeOrZero, onBlur: showWhatCounts })}
              />
            )}
          </Field>
          <Field label="Min engagement (%)" error={errors.minEngagement?.message}>
            {(control) => (
              <Input
                {...control}
                type="number"
                min={0}
                step={0.1}
                inputMode="decimal"
                {...form.register('minEngagement', { setValueAs: decimalOrZero, onBlur: showWhatCounts })}
              />
            )}
          </Field>
          <Controller
            control={form.control}
            name="platforms"
            render={({ field }) => (
              <div className="sm:col-span-2">
                <PlatformChoice label="Platforms" value={field.value} onChange={field.onChange} />
              </div>
            )}
          />
          <Field
            label="Additional criteria"
            optional
            error={errors.additionalCriteria?.message}
            limit={LONGEST.additionalCriteria}
            className="sm:col-span-2"
          >
            {(control) => <Textarea {...control} rows={2} {...form.register('additionalCriteria')} />}
          </Field>
          <Controller
            control={form.control}
            name="exclusions"
            render={({ field }) => (
              <ExclusionList className="sm:col-span-2" value={field.value} onChange={field.onChange} />
            )}
          />
          <SearchEstimate count={props.count} className="sm:col-span-2" />
        </form>
      </DialogBody>
      <DialogFooter onCancel={props.onClose}>
        <Button disabled={!props.onSearch} pending={isSaving} onClick={saveAnd((saved) => props.onSearch?.(saved))}>
          Save and search
        </Button>
        <Button variant="primary" type="submit" form={formId} pending={isSaving}>
          Save
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The Adjust Profile dialog: the business, and whom a search looks for. Engagement is a percent number. */
const adjustForm = z.object({
  businessName: businessStep.shape.businessName,
  industry: businessStep.shape.industry,
  description: businessStep.shape.description.unwrap(),
  targetAudience: audienceStep.shape.targetAudience,
  minFollowers: partnerCriteria.shape.minFollowers.unwrap(),
  minEngagement: partnerCriteria.shape.minEngagement.unwrap(),
  platforms: partnerCriteria.shape.platforms.unwrap(),
  additionalCriteria: audienceStep.shape.additionalCriteria.unwrap(),
  exclusions: audienceStep.shape.exclusions.unwrap(),
});
type AdjustForm = z.infer<typeof adjustForm>;

/** The form of the present profile, with the defaults of the criteria. */
function adjustFormOf(profile: BusinessProfileView): AdjustForm {
  const criteria = profile.partnerCriteria;
  return {
    businessName: profile.businessName ?? '',
    industry: profile.industry ?? '',
    description: profile.description ?? '',
    targetAudience: criteria?.targetAudience ?? '',
    minFollowers: criteria?.minFollowers ?? CRITERIA_DEFAULTS.minFollowers,
    minEngagement: criteria?.minEngagement ?? CRITERIA_DEFAULTS.minEngagement,
    platforms: criteria?.platforms ?? [...CRITERIA_DEFAULTS.platforms],
    additionalCriteria: criteria?.additionalCriteria ?? '',
    exclusions: criteria?.exclusions ?? [],
  };
}

/** A typed whole number; what is none, or below 0, is 0 (product spec, section 5). */
const wholeOrZero = (text: unknown): number => Math.max(0, Number.parseInt(String(text), 10) || 0);

/** The same for a number with decimals. */
const decimalOrZero = (text: unknown): number => Math.max(0, Number.parseFloat(String(text)) || 0);

/**
 * PUT /api/business-profile as the dialog sends it. Platforms that were preferred at the setup follow the new choice: the list would hide
 * what the next search finds.
 */
function adjustUpdate(form: AdjustForm, profile: BusinessProfileView): BusinessProfileUpdate {
  const { businessName, industry, targetAudience, description, ...criteria } = form;
  return {
    businessName,
    industry,
    targetAudience,
    description,
    ...(profile.preferredPlatforms.length > 0 && { preferredPlatforms: criteria.platforms }),
    partnerCriteria: { ...criteria, businessName, industry, targetAudience, description },
  };
}
