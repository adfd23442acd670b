import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#messages';
import { Modal } from '../../../ui/modal.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { LoadingNote } from '../../../ui/skeleton.tsx';
import { useProblemToast } from '../../../ui/use-problem-toast.ts';
import { RowHistory } from '../../audit/entry-list.tsx';
import type { AdminUser } from '../data.ts';
import { loadUserDetails } from './details-data.ts';
import { UserForm } from './user-form.tsx';
import type { UserTab } from './user-tabs.tsx';

/** What the dialog has to know of a person before it has loaded them. */
export type UserInDialog = Pick<AdminUser, 'id' | 'userId' | 'email' | 'fullName'>;

const TABLES = [
  'profiles',
  'user_settings',
  'user_roles',
  'wallet_adjustments',
  'wallet_refunds',
  'wallet_cash_payments',
  'wallet_top_up_refunds',
];

type UserDialogProps = { user: UserInDialog; firstTab: UserTab; onClose: () => void };

/** The details of a person. While they are edited, only Save and Cancel close them. */
export function UserDialog({ user, firstTab, onClose }: UserDialogProps) {
  const { id, userId, email, fullName } = user;
  const [isEditing, setIsEditing] = useState(false);
  const details = useQuery({
    queryKey: ['admin-user', userId],
    queryFn: ({ signal }) => loadUserDetails(userId, signal),
    // Editing has to start from the stored values.
    staleTime: 0,
  });
  useProblemToast(details.error);
  return (
    <Modal
      open
      size="large"
      isClosable={!isEditing}
      onClose={onClose}
      title={email}
      {...(fullName === null ? {} : { description: fullName })}
    >
      <QueryState
        query={details}
        loading={<LoadingNote className="justify-center py-16">{m.user_dialog_loading()}</LoadingNote>}
      >
        {(loaded) => <UserForm details={loaded} firstTab={firstTab} isEditing={isEditing} onEdit={setIsEditing} />}
      </QueryState>
      {/* The profile has an id of its own. */}
      <RowHistory subject={{ tables: TABLES, ids: [id, userId] }} />
    </Modal>
  );
}
