import { type ComponentType, useState } from 'react';
import { m } from '#messages';
import { LoadingNote } from '../../../ui/loading-note.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import type { AdminUser } from '../admin-user.ts';
import { useUserDetails } from '../use-admin-users.ts';
import { UserForm } from './user-form.tsx';

/** Shows the audit log of a person, which another capability owns. */
export type UserHistoryComponent = ComponentType<{ user: AdminUser }>;

type UserDialogProps = {
  user: AdminUser | null;
  History: UserHistoryComponent;
  onClose: () => void;
};

/** The details of a person. While they are edited, only Save and Cancel close them. */
export function UserDialog({ user, History, onClose }: UserDialogProps) {
  const [isEditing, setIsEditing] = useState(false);
  if (user === null) return null;
  return (
    <Modal
      open
      size="large"
      isClosable={!isEditing}
      onClose={onClose}
      title={user.email}
      {...(user.fullName === null ? {} : { description: user.fullName })}
    >
      <Details key={user.userId} userId={user.userId} isEditing={isEditing} onEdit={setIsEditing} />
      <History user={user} />
    </Modal>
  );
}

type DetailsProps = { userId: string; isEditing: boolean; onEdit: (isEditing: boolean) => void };

function Details({ userId, ...editing }: DetailsProps) {
  const details = useUserDetails(userId);
  return (
    <QueryState
      query={details}
      loading={<LoadingNote className="justify-center py-16">{m.user_dialog_loading()}</LoadingNote>}
    >
      {(loaded) => <UserForm details={loaded} {...editing} />}
    </QueryState>
  );
}
