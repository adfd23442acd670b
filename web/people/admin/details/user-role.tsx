import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { toast } from 'sonner';
import { Problem } from '../../../../domain/problems.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { makeAdmin, removeAdmin } from './details-data.ts';
import { formatRoleError } from './role-message.ts';

/** Whether a person is an administrator, and the way to change that; it takes effect at once. */
export function UserRole({ userId, isAdmin }: { userId: string; isAdmin: boolean }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    networkMode: 'always',
    mutationFn: () => {
      if (!navigator.onLine) throw new Problem('offline');
      return isAdmin ? removeAdmin(userId) : makeAdmin(userId);
    },
    onSuccess: () => toast.success(isAdmin ? 'Admin role removed successfully' : 'Admin role assigned successfully'),
    onError: (error) => toast.error(formatRoleError(error)),
    // Also whether the administrator here still is one.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const Icon = isAdmin ? ShieldOff : ShieldCheck;
  return (
    <div className="border-line flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <p className="flex items-center gap-3 font-semibold">
        Role
        <Badge tone={isAdmin ? 'brand' : 'neutral'}>{isAdmin ? 'Admin' : 'User'}</Badge>
      </p>
      <Button
        variant={isAdmin ? 'danger' : 'secondary'}
        size="small"
        disabled={change.isPending}
        onClick={() => change.mutate()}
      >
        <Icon aria-hidden="true" className="size-4" />
        {isAdmin ? 'Remove Admin' : 'Make Admin'}
      </Button>
    </div>
  );
}
