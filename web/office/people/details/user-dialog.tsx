import { type ComponentType, useState } from 'react';
import { m } from '#messages';
import { Modal } from '../../../ui/modal.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { LoadingNote } from '../../../ui/skeleton.tsx';
import type { AdminUser } from '../data.ts';
import { useUserDetails } from '../use-admin-users.ts';
import { UserForm, type UserFormProps } from './user-form.tsx';
import type { UserTab } from './user-tabs.tsx';

/** What the dialog has to know of a person before it has loaded them. */
export type UserInDialog = Pick<AdminUser, 'id' | 'userId' | 'email' | 'fullName'>;

/** Shows the audit log of a person, which another capability owns. */
export type UserHistoryComponent = ComponentType<{ user: UserInDialog }>;

/** Shows the conversation with a person, which another capability owns. */
export type UserMessagesComponent = ComponentType<{ user: UserInDialog }>;

/** Shows the wallet of a person and all that moved it, which another capability owns. */
export type UserWalletComponent = ComponentType<{ user: UserInDialog }>;

type UserDialogProps = {
  user: UserInDialog | null;
  firstTab: UserTab;
  History: UserHistoryComponent;
  /** Without it the Messages tab has the latest messages, to be read only. */
  Messages?: UserMessagesComponent | undefined;
  /** Without it the Wallet tab has the balance alone. */
  Wallet?: UserWalletComponent | undefined;
  onClose: () => void;
};

/** The details of a person. While they are edited, only Save and Cancel close them. */
export function UserDialog({ user, firstTab, History, Messages, Wallet, onClose }: UserDialogProps) {
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
      <Details
        key={user.userId}
        userId={user.userId}
        firstTab={firstTab}
        messages={Messages ? <Messages user={user} /> : null}
        wallet={Wallet ? <Wallet user={user} /> : null}
        isEditing={isEditing}
        onEdit={setIsEditing}
      />
      <History user={user} />
    </Modal>
  );
}

type DetailsProps = Omit<UserFormProps, 'details'> & { userId: string };

function Details({ userId, ...form }: DetailsProps) {
  const details = useUserDetails(userId);
  return (
    <QueryState
      query={details}
      loading={<LoadingNote className="justify-center py-16">{m.user_dialog_loading()}</LoadingNote>}
    >
      {(loaded) => <UserForm details={loaded} {...form} />}
    </QueryState>
  );
}
