import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { toast } from 'sonner';
import { m } from '#messages';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useOnlineMutation } from '../../../ui/use-online-mutation.ts';
import { makeAdmin, removeAdmin } from './details-data.ts';
import { formatRoleError } from './format-role-error.ts';

/** Shows whether a person is an administrator, and changes it at once. */
export function UserRole({ userId, isAdmin }: { userId: string; isAdmin: boolean }) {
  const queryClient = useQueryClient();
  const change = useOnlineMutation({
    mutationFn: () => (isAdmin ? removeAdmin(userId) : makeAdmin(userId)),
    onSuccess: () => toast.success(isAdmin ? m.user_admin_removed() : m.user_admin_assigned()),
    onError: (error) => toast.error(formatRoleError(error)),
    // All queries, as the administrators themselves may have lost the role.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const Icon = isAdmin ? ShieldOff : ShieldCheck;
  return (
    <div className="border-line flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <p className="flex items-center gap-3 font-semibold">
        {m.field_role()}
        <Badge tone={isAdmin ? 'brand' : 'neutral'}>{isAdmin ? m.user_role_admin() : m.user_role_user()}</Badge>
      </p>
      <Button
        variant={isAdmin ? 'danger' : 'secondary'}
        size="small"
        disabled={change.isPending}
        onClick={() => change.mutate()}
      >
        <Icon aria-hidden="true" className="size-4" />
        {isAdmin ? m.user_role_remove_admin() : m.user_role_make_admin()}
      </Button>
    </div>
  );
}
