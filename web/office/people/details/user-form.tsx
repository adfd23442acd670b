import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { m } from '#messages';
import { Problem } from '../../../../domain/problems.ts';
import type { SettingsChanges } from '../../../account/profile/rows.ts';
import { showsSamples } from '../../../data/connection.ts';
import { Button } from '../../../ui/button.tsx';
import { useNewerValues } from '../../../ui/newer-values-notice.tsx';
import { useOnlineMutation } from '../../../ui/use-online-mutation.ts';
import { loadUserDetails, type UserChanges, updateUser, updateUserSettings } from './details-data.ts';
import type { UserDetails } from './user-details.ts';
import { type UserTab, UserTabs } from './user-tabs.tsx';
import { toUserChanges, toUserValues, USER_FIELDS, type UserValues, userValuesSchema } from './user-values.ts';

type UserFormProps = {
  details: UserDetails;
  firstTab: UserTab;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
};

/** The details of a person, which can be changed after Edit. The input stays when saving fails. */
export function UserForm({ details, firstTab, isEditing, onEdit }: UserFormProps) {
  const [tab, setTab] = useState(firstTab);
  // The version being edited: that of the moment of Edit, or a newer one after a conflict.
  const [base, setBase] = useState(details);
  const stored = toUserValues(details);
  const form = useForm<UserValues>({
    resolver: zodResolver(userValuesSchema),
    defaultValues: stored,
    // New data must not replace what somebody is typing.
    ...(isEditing ? {} : { values: stored }),
  });
  const newerValues = useNewerValues(form, USER_FIELDS, m.problem_user_changed_meanwhile());
  const setEditing = (isEdited: boolean) => {
    setBase(details);
    newerValues.clear();
    onEdit(isEdited);
  };
  const queryClient = useQueryClient();
  const saving = useOnlineMutation({
    /** Saves the profile and the settings, each with its own toast; the stored details when somebody else changed them. */
    mutationFn: async ({ profile, settings }: ChangedUser): Promise<UserDetails | null> => {
      const { userId } = base.profile;
      if (profile) {
        const saved = await updateUser(userId, base.profile.updatedAt, profile);
        if (saved === 'conflict') return loadNewer(base);
        toast.success(m.user_saved());
        // Saving the settings may still fail.
        setBase((current) => ({ ...current, profile: { ...current.profile, updatedAt: saved.version } }));
      }
      if (settings && base.settings) {
        const saved = await updateUserSettings(userId, base.settings.updatedAt, settings);
        if (saved === 'conflict') return loadNewer(base);
        toast.success(m.settings_saved());
      }
      return null;
    },
    onSuccess: (newer) => {
      if (newer === null) return setEditing(false);
      newerValues.merge(toUserValues(base), toUserValues(newer));
      setBase(newer);
    },
    // All queries: the list and its summary change too, and it may be the administrator's own profile.
    onSettled: () => queryClient.invalidateQueries(),
  });
  // Reading it subscribes to it.
  const { dirtyFields } = form.formState;

  const submit = form.handleSubmit(
    ({ profile, settings }) => {
      const changes: ChangedUser = {
        // Where drivers pay, the wallet has a form of its own.
        ...(isAnyTrue(dirtyFields.profile) ? { profile: toUserChanges(profile, { hasBalance: showsSamples() }) } : {}),
        ...(isAnyTrue(dirtyFields.settings) ? { settings } : {}),
      };
      if (Object.keys(changes).length === 0) setEditing(false);
      else saving.mutate(changes);
    },
    (errors) => setTab(findTab(errors)),
  );
  const cancel = () => {
    form.reset(stored);
    setEditing(false);
  };

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-busy={saving.isPending}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          // Enter also submits from a read-only field.
          if (isEditing && !saving.isPending) void submit(event);
        }}
      >
        <div className="bg-raised sticky top-0 z-10 -my-2 flex flex-wrap gap-2 py-2">
          {isEditing ? (
            <>
              <Button key="save" type="submit" size="small" disabled={saving.isPending}>
                {saving.isPending ? m.action_saving() : m.action_save()}
              </Button>
              <Button variant="secondary" size="small" disabled={saving.isPending} onClick={cancel}>
                {m.action_cancel()}
              </Button>
            </>
          ) : (
            <Button key="edit" variant="secondary" size="small" onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" className="size-4" />
              {m.action_edit()}
            </Button>
          )}
        </div>
        {newerValues.notice}
        <UserTabs details={details} isEditing={isEditing} tab={tab} onTab={setTab} />
      </form>
    </FormProvider>
  );
}

function isAnyTrue(fields: Record<string, boolean | undefined> | undefined): boolean {
  return Object.values(fields ?? {}).some(Boolean);
}

/** The tab of the first invalid field. */
function findTab({ profile }: FieldErrors<UserValues>): UserTab {
  const [first] = Object.keys(profile ?? {});
  if (first === undefined) return 'settings';
  return first === 'walletBalance' ? 'wallet' : 'profile';
}

/** The parts of a person that a form changed. */
type ChangedUser = { profile?: UserChanges; settings?: Partial<SettingsChanges> };

async function loadNewer(loaded: UserDetails): Promise<UserDetails> {
  const newer = await loadUserDetails(loaded.profile.userId, new AbortController().signal);
  const isNewer =
    newer.profile.updatedAt !== loaded.profile.updatedAt || newer.settings?.updatedAt !== loaded.settings?.updatedAt;
  // Nobody else changed anything, so this caller is not allowed to.
  if (!isNewer) throw new Problem('user-not-updated');
  return newer;
}
