import { LoaderCircle } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Modal } from '../../../ui/modal.tsx';
import { QueryProblem } from '../../../ui/query-problem.tsx';
import type { AdminUser } from '../admin-user.ts';
import { useUserDetails } from '../use-admin-users.ts';
import { UserForm } from './user-form.tsx';

/** Shows what was done to a person; the record is another capability's. */
export type UserHistoryComponent = ComponentType<{ user: AdminUser }>;

type UserDialogProps = {
  /** The person to show, or null for none. */
  user: AdminUser | null;
  History: UserHistoryComponent;
  onClose: () => void;
};

/** All about one person, over the list. While it is edited only Save and Cancel lead out, so that nothing is lost. */
export function UserDialog({ user, History, onClose }: UserDialogProps) {
  const [isEditing, setIsEditing] = useState(false);
  if (user === null) return null;
  return (
    <Modal
      open
      size="large"
      isClosable={!isEditing}
      onOpenChange={(open) => {
        if (!open && !isEditing) onClose();
      }}
      title={user.email}
    >
      <Details key={user.userId} userId={user.userId} isEditing={isEditing} onEdit={setIsEditing} />
      <History user={user} />
    </Modal>
  );
}

type DetailsProps = { userId: string; isEditing: boolean; onEdit: (isEditing: boolean) => void };

function Details({ userId, ...editing }: DetailsProps) {
  const details = useUserDetails(userId);
  if (details.data) return <UserForm details={details.data} {...editing} />;
  if (details.isError || details.isPaused) {
    return <QueryProblem error={details.error} isOffline={details.isPaused} onRetry={() => void details.refetch()} />;
  }
  return (
    <p role="status" className="text-muted flex items-center justify-center gap-2 py-16">
      <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
      Loading user details...
    </p>
  );
}
