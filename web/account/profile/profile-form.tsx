import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { textSchema } from '../../../domain/field-schemas.ts';
import { NO_EMAIL } from '../../../domain/people/person.ts';
import { getPhoneHint, PHONE_COUNTRIES, parsePhone, toTypedPhone } from '../../../domain/people/phone.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { useToastClearance } from '../../ui/layout/action-bar.tsx';
import { useElementHeight } from '../../ui/platform/use-layout.ts';
import { accountKeys } from '../keys.ts';
import { type Profile, type ProfileChanges, saveProfile, toNullIfBlank } from './profile.ts';

export const profileValuesSchema = z
  .object({
    fullName: textSchema(TEXT_LIMITS.fullName),
    country: z.enum(PHONE_COUNTRIES.map(({ id }) => id)),
    number: z.string(),
    bio: textSchema(TEXT_LIMITS.bio),
  })
  .superRefine(({ country, number }, context) => {
    if (parsePhone({ country, number }) === null) {
      context.addIssue({ code: 'custom', path: ['number'], message: getPhoneHint(country) });
    }
  });

/** The bottom navigation and a gap, in px. */
const BELOW_PX = 64 + 12;

export function ProfileForm({ profile }: { profile: Profile }) {
  const { register, control, handleSubmit, reset, formState } = useForm<ProfileValues>({
    resolver: zodResolver(profileValuesSchema),
    defaultValues: toProfileValues(profile),
  });
  const queryClient = useQueryClient();
  const saving = useAction((values: ProfileValues) => saveProfile(profile.userId, toProfileChanges(values)), {
    onSuccess: async (saved) => {
      const queryKey = accountKeys.profile(profile.userId);
      // The response to an older request must not overwrite what was just saved.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
      reset(toProfileValues(saved));
      toast.success(m.profile_saved());
    },
  });
  const [bio, country] = useWatch({ control, name: ['bio', 'country'] });
  const { errors, isDirty } = formState;

  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) => saving.mutate(values))}
      aria-busy={saving.isPending}
      className="flex flex-col gap-5 [&_input]:scroll-mb-40 [&_textarea]:scroll-mb-40"
    >
      <TextField
        label={m.field_name()}
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName')}
      />
      <TextField
        label={m.field_email()}
        type="email"
        readOnly
        value={profile.email ?? NO_EMAIL}
        hint={m.profile_email_hint()}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={m.profile_country_code()}
          autoComplete="tel-country-code"
          options={PHONE_COUNTRIES.map(({ id, label }) => ({ value: id, label }))}
          {...register('country')}
        />
        <TextField
          label={m.user_field_phone()}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          error={errors.number?.message}
          hint={getPhoneHint(country)}
          {...register('number')}
        />
      </div>
      <TextAreaField
        label={m.profile_bio()}
        error={errors.bio?.message}
        length={{ used: bio.trim().length, max: TEXT_LIMITS.bio.max }}
        {...register('bio')}
      />
      <SaveBar pinned={isDirty}>
        <Button type="submit" disabled={saving.isPending}>
          {saving.isPending ? m.action_saving() : m.action_save()}
        </Button>
      </SaveBar>
    </form>
  );
}

function SaveBar({ pinned, children }: { pinned: boolean; children: ReactNode }) {
  const [height, ref] = useElementHeight();
  useToastClearance(height + BELOW_PX);
  return (
    <div
      ref={ref}
      className={clsx(
        'z-10 -mx-4 flex flex-col px-4 py-3',
        pinned &&
          'border-t border-line bg-canvas [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:bottom-[calc(64px+env(safe-area-inset-bottom))]',
      )}
    >
      {children}
    </div>
  );
}

type ProfileValues = z.infer<typeof profileValuesSchema>;

export function toProfileValues({ fullName, phone, bio }: Profile): ProfileValues {
  return { fullName: fullName ?? '', ...toTypedPhone(phone), bio: bio ?? '' };
}

export function toProfileChanges({ fullName, bio, ...phone }: ProfileValues): ProfileChanges {
  return { fullName: toNullIfBlank(fullName), phone: parsePhone(phone) || null, bio: toNullIfBlank(bio) };
}
