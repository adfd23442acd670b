import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../../../domain/installation.ts';
import { joinFacts } from '../../../../domain/language/format.ts';
import { Problem } from '../../../../domain/problems.ts';
import { useProof } from '../../../account/credentials/proof.tsx';
import { Modal } from '../../../ui/feedback/modal.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../../../ui/feedback/question-dialog.tsx';
import { LoadingNote } from '../../../ui/feedback/skeleton.tsx';
import { useProblemToast } from '../../../ui/feedback/use-problem-toast.ts';
import { Button } from '../../../ui/form/button.tsx';
import { useNewerValues } from '../../../ui/form/newer-values-notice.tsx';
import { useUnsavedQuestion } from '../../../ui/form/unsaved-question.tsx';
import { useAction } from '../../../ui/form/use-action.ts';
import { WALLET_TABLES } from '../../audit/audit-entries.ts';
import { RowHistory } from '../../audit/entry-list.tsx';
import { officeKeys, PERSON_CHANGES } from '../../keys.ts';
import { formatUserStatus } from '../user-status-badge.tsx';
import {
  loadUserDetails,
  saveUserRow,
  toUserChanges,
  toUserValues,
  USER_FIELDS,
  type UserDetails,
  type UserPanelProps,
  type UserValues,
  userValuesSchema,
} from './user-details.ts';
import { type UserTab, UserTabs } from './user-tabs.tsx';

const TABLES = ['profiles', 'user_settings', 'user_roles', 'gifts', ...WALLET_TABLES];

/** The details of a person. While they are edited, only Save and Cancel close them. */
export function UserDialog({ userId, firstTab, onClose }: { userId: string; firstTab: UserTab; onClose: () => void }) {
  const [isEditing, setIsEditing] = useState(false);
  const details = useQuery({
    queryKey: officeKeys.person(userId),
    queryFn: ({ signal }) => loadUserDetails(userId, signal),
    // Editing has to start from the stored values.
    staleTime: 0,
  });
  useProblemToast(details.error);
  const profile = details.data?.profile;
  return (
    <Modal
      open
      size="large"
      isClosable={!isEditing}
      onClose={onClose}
      title={
        profile === undefined
          ? m.user_dialog_loading()
          : joinFacts(profile.fullName, profile.email || m.for_driver_no_account())
      }
    >
      <QueryState
        query={details}
        loading={<LoadingNote className="justify-center py-16">{m.user_dialog_loading()}</LoadingNote>}
      >
        {(loaded) => <UserForm details={loaded} firstTab={firstTab} isEditing={isEditing} onEdit={setIsEditing} />}
      </QueryState>
      {/* The profile has an id of its own. */}
      {profile === undefined ? null : <RowHistory subject={{ tables: TABLES, ids: [profile.id, userId] }} />}
    </Modal>
  );
}

type UserFormProps = UserPanelProps & { firstTab: UserTab; onEdit: (isEditing: boolean) => void };

/** The details of a person, which can be changed after Edit. The input stays when saving fails. */
function UserForm({ details, firstTab, isEditing, onEdit }: UserFormProps) {
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
  const unsaved = useUnsavedQuestion(isEditing && form.formState.isDirty);
  const proof = useProof();
  const [asked, setAsked] = useState<ChangedUser | null>(null);
  const saving = useAction(
    /**
     * Saves the profile and the settings, each with its own toast. Returns the stored details when somebody else changed
     * them, and `unproven` when the status of an administrator wants a proof that was not given.
     */
    async ({ profile, settings }: ChangedUser): Promise<UserDetails | 'unproven' | null> => {
      const { userId } = base.profile;
      if (profile) {
        const row = { userId, version: base.profile.updatedAt };
        const saved = await proof.run(async () => ({ updatedAt: await saveUserRow('profiles', row, profile) }));
        if (saved === null) return 'unproven';
        const { updatedAt } = saved;
        if (updatedAt === null) return loadNewer(base);
        toast.success(m.user_saved());
        // Saving the settings may still fail.
        setBase((current) => ({ ...current, profile: { ...current.profile, updatedAt } }));
      }
      if (settings && base.settings) {
        const saved = await saveUserRow('user_settings', { userId, version: base.settings.updatedAt }, settings);
        if (saved === null) return loadNewer(base);
        toast.success(m.settings_saved());
      }
      return null;
    },
    {
      invalidates: PERSON_CHANGES,
      onSuccess: (newer) => {
        if (newer === 'unproven') return;
        if (newer === null) return setEditing(false);
        newerValues.merge(toUserValues(base), toUserValues(newer));
        setBase(newer);
      },
      onSettled: () => setAsked(null),
    },
  );
  // Reading it subscribes to it.
  const { dirtyFields } = form.formState;

  const submit = form.handleSubmit(
    ({ profile, settings }) => {
      const changes: ChangedUser = {
        // Where drivers pay, the wallet has a form of its own.
        ...(isAnyTrue(dirtyFields.profile)
          ? { profile: toUserChanges(profile, { hasBalance: !getInstallation().keepsBooks }) }
          : {}),
        ...(isAnyTrue(dirtyFields.settings) ? { settings } : {}),
      };
      if (Object.keys(changes).length === 0) setEditing(false);
      else if (details.isAdmin && dirtyFields.profile?.status) setAsked(changes);
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
        {asked?.profile ? (
          <QuestionDialog
            title={m.administrator_status_title({ name: base.profile.fullName ?? base.profile.email })}
            text={m.administrator_status_text({ status: formatUserStatus(asked.profile.status) })}
            variant="danger"
            label={m.action_save()}
            isPending={saving.isPending}
            onConfirm={() => saving.mutate(asked)}
            onClose={() => setAsked(null)}
          >
            <p className="font-semibold wrap-anywhere">{base.profile.email}</p>
            <p>{m.administrators_are_told()}</p>
          </QuestionDialog>
        ) : null}
        {proof.dialog}
        {unsaved.question}
      </form>
    </FormProvider>
  );
}

const isAnyTrue = (fields: object | boolean | undefined) => Object.values(fields ?? {}).some(Boolean);

/** The tab of the first invalid field. */
function findTab({ profile }: FieldErrors<UserValues>): UserTab {
  const [first] = Object.keys(profile ?? {});
  if (first === undefined) return 'settings';
  return first === 'walletBalance' ? 'wallet' : 'profile';
}

/** The parts of a person that a form changed. */
type ChangedUser = { profile?: ReturnType<typeof toUserChanges>; settings?: UserValues['settings'] };

async function loadNewer(loaded: UserDetails): Promise<UserDetails> {
  const newer = await loadUserDetails(loaded.profile.userId, new AbortController().signal);
  const isNewer =
    newer.profile.updatedAt !== loaded.profile.updatedAt || newer.settings?.updatedAt !== loaded.settings?.updatedAt;
  // Nobody else changed anything, so this caller is not allowed to.
  if (!isNewer) throw new Problem('user-not-updated');
  return newer;
}
