import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { useProof } from '../../../account/credentials/proof.tsx';
import { useUser } from '../../../account/session/session-provider.tsx';
import { QuestionDialog } from '../../../ui/feedback/question-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { useAction } from '../../../ui/form/use-action.ts';
import { Badge } from '../../../ui/layout/badge.tsx';
import { PERSON_CHANGES } from '../../keys.ts';
import type { AdminUser } from '../people.ts';
import { formatRoleError, makeAdmin, removeAdmin } from './user-details.ts';

type UserRoleProps = { person: Pick<AdminUser, 'userId' | 'email' | 'fullName'>; isAdmin: boolean };

/** Shows whether a person is an administrator. A change of it asks first, and takes a recent proof of who changes it. */
export function UserRole({ person, isAdmin }: UserRoleProps) {
  const [isAsking, setIsAsking] = useState(false);
  const proof = useProof();
  const change = useAction(
    () =>
      proof.run(async () => {
        await (isAdmin ? removeAdmin : makeAdmin)(person.userId);
        return true;
      }),
    {
      // The administrators themselves may have lost the role.
      invalidates: PERSON_CHANGES,
      onSuccess: (isDone) => {
        if (!isDone) return;
        setIsAsking(false);
        toast.success(isAdmin ? m.user_admin_removed() : m.user_admin_assigned());
      },
      onError: (error) => {
        setIsAsking(false);
        toast.error(formatRoleError(error));
      },
    },
  );
  const [Icon, label] = isAdmin ? [ShieldOff, m.user_role_remove_admin()] : [ShieldCheck, m.user_role_make_admin()];
  return (
    <div className="border-line flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <p className="flex items-center gap-3 font-semibold">
        {m.field_role()}
        <Badge tone={isAdmin ? 'brand' : 'neutral'}>{isAdmin ? m.user_role_admin() : m.user_role_user()}</Badge>
      </p>
      <Button variant={isAdmin ? 'danger' : 'secondary'} size="small" onClick={() => setIsAsking(true)}>
        <Icon aria-hidden="true" className="size-4" />
        {label}
      </Button>
      {isAsking ? (
        <RoleQuestion
          person={person}
          isAdmin={isAdmin}
          label={label}
          isPending={change.isPending}
          onConfirm={() => change.mutate()}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
      {proof.dialog}
    </div>
  );
}

type RoleQuestionProps = UserRoleProps & {
  label: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

function RoleQuestion({ person: { userId, email, fullName }, isAdmin, ...question }: RoleQuestionProps) {
  const isOwn = useUser()?.id === userId;
  const name = fullName ?? email;
  const consequence = isOwn ? m.user_role_remove_own() : m.user_role_remove_text({ name });
  return (
    <QuestionDialog
      title={isAdmin ? m.user_role_remove_title({ name }) : m.user_role_make_title({ name })}
      text={isAdmin ? consequence : m.user_role_make_text({ name })}
      variant={isAdmin ? 'danger' : 'primary'}
      {...question}
    >
      {/* Anybody may have the name. */}
      <p className="font-semibold wrap-anywhere">{email}</p>
      <p>{m.administrators_are_told()}</p>
    </QuestionDialog>
  );
}
