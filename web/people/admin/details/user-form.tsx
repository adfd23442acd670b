import { zodResolver } from '@hookform/resolvers/zod';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form';
import { PROBLEMS } from '../../../../domain/problems.ts';
import { Button } from '../../../ui/button.tsx';
import { mergeNewerValues, type NewerValue } from '../../../ui/newer-values.ts';
import { NewerValuesNotice } from '../../../ui/newer-values-notice.tsx';
import { type ChangedUser, useSaveUser } from './use-save-user.ts';
import type { UserDetails } from './user-details.ts';
import { type UserTab, UserTabs } from './user-tabs.tsx';
import { toUserChanges, toUserValues, USER_FIELDS, type UserValues, userValuesSchema } from './user-values.ts';

type UserFormProps = { details: UserDetails; isEditing: boolean; onEdit: (isEditing: boolean) => void };

/** All about a person, to read and, after Edit, to change. What was typed stays when saving fails. */
export function UserForm({ details, isEditing, onEdit }: UserFormProps) {
  const [tab, setTab] = useState<UserTab>('profile');
  // What is edited: as it was when Edit was pressed, or as somebody else has changed it meanwhile.
  const [read, setRead] = useState(details);
  const [newerValues, setNewerValues] = useState<NewerValue[] | null>(null);
  const kept = toUserValues(details);
  const form = useForm<UserValues>({
    resolver: zodResolver(userValuesSchema),
    defaultValues: kept,
    // What arrives while somebody edits must not replace what they have typed.
    ...(isEditing ? {} : { values: kept }),
  });
  const edit = (isEdited: boolean) => {
    setRead(details);
    setNewerValues(null);
    onEdit(isEdited);
  };
  const saving = useSaveUser(read, {
    onSaved: () => edit(false),
    onProfileSaved: (version) => setRead((one) => ({ ...one, profile: { ...one.profile, version } })),
    onNewer: (newer) => {
      const values = { base: toUserValues(read), newer: toUserValues(newer), fields: USER_FIELDS };
      setNewerValues(mergeNewerValues(form, values));
      setRead(newer);
    },
  });
  // Read here, so that the form keeps track of it.
  const { dirtyFields } = form.formState;

  const submit = form.handleSubmit(
    ({ profile, settings }) => {
      const changes: ChangedUser = {
        ...(isAnyTrue(dirtyFields.profile) ? { profile: toUserChanges(profile) } : {}),
        ...(isAnyTrue(dirtyFields.settings) ? { settings } : {}),
      };
      if (Object.keys(changes).length === 0) edit(false);
      else saving.mutate(changes);
    },
    (errors) => setTab(findTab(errors)),
  );
  const cancel = () => {
    form.reset(kept);
    edit(false);
  };

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-busy={saving.isPending}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          // Enter in a field that only reads is no wish to save.
          if (isEditing && !saving.isPending) void submit(event);
        }}
      >
        <div className="bg-raised sticky top-0 z-10 -my-2 flex gap-2 py-2">
          {isEditing ? (
            <>
              <Button key="save" type="submit" size="small" disabled={saving.isPending}>
                {saving.isPending ? 'Saving...' : 'Save'}
              </Button>
              <Button variant="secondary" size="small" disabled={saving.isPending} onClick={cancel}>
                Cancel
              </Button>
            </>
          ) : (
            <Button key="edit" variant="secondary" size="small" onClick={() => edit(true)}>
              <Pencil aria-hidden="true" className="size-4" />
              Edit
            </Button>
          )}
        </div>
        {newerValues === null ? null : (
          <NewerValuesNotice text={PROBLEMS['user-changed-meanwhile']} values={newerValues} />
        )}
        <UserTabs details={details} isEditing={isEditing} tab={tab} onTab={setTab} />
      </form>
    </FormProvider>
  );
}

function isAnyTrue(fields: Record<string, boolean | undefined> | undefined): boolean {
  return Object.values(fields ?? {}).some(Boolean);
}

/** Where the first field stands that has to be mended. */
function findTab({ profile }: FieldErrors<UserValues>): UserTab {
  const [first] = Object.keys(profile ?? {});
  if (first === undefined) return 'settings';
  return first === 'walletBalance' ? 'wallet' : 'profile';
}
