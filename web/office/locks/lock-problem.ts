import type { LockAction } from '../../../domain/locks/lock.ts';
import { Problem, type ProblemKey } from '../../../domain/problems.ts';
import { connection } from '../../data/connection.ts';
import { VendorFailure } from './vendor-session.ts';

const ADDRESS_NOT_ALLOWED = 40_080;

const NOT_MOVED = {
  raise: { explained: 'lock-not-raised', unexplained: 'lock-not-raised-unexplained' },
  lower: { explained: 'lock-not-lowered', unexplained: 'lock-not-lowered-unexplained' },
} as const satisfies Record<LockAction, Record<'explained' | 'unexplained', ProblemKey>>;

const getVendorName = () => connection().config.lockVendorName;

/** The error that the dashboard shows for a failed list; returns unexpected errors as they are. */
export function toDashboardProblem(thrown: unknown): unknown {
  if (!(thrown instanceof VendorFailure)) return thrown;
  const { step, code, reason } = thrown;
  if (code === ADDRESS_NOT_ALLOWED) return new Problem('lock-vendor-refuses-address', { cause: thrown });
  if (step === 'token') return new Problem('lock-token-not-received', { cause: thrown });
  if (code === null) return new Problem('locks-not-loaded', { cause: thrown });
  if (!reason) return new Problem('lock-vendor-error-unexplained', { cause: thrown });
  return new Problem('lock-vendor-error', { cause: thrown, values: { message: reason } });
}

/** The error that the list of spaces shows; returns unexpected errors as they are. */
export function toSpaceLocksProblem(thrown: unknown): unknown {
  if (!(thrown instanceof VendorFailure)) return thrown;
  const options = { cause: thrown, values: { vendor: getVendorName() } };
  if (thrown.step === 'call') return new Problem('space-locks-not-loaded', options);
  return new Problem(thrown.code === null ? 'space-lock-vendor-not-reached' : 'space-lock-token-refused', options);
}

/** The error of a failed command; returns unexpected errors as they are. */
export function toCommandProblem(thrown: unknown, action: LockAction): unknown {
  if (!(thrown instanceof VendorFailure)) return thrown;
  if (thrown.step === 'token') {
    return new Problem('lock-token-missing', { cause: thrown, values: { vendor: getVendorName() } });
  }
  const { explained, unexplained } = NOT_MOVED[action];
  if (!thrown.reason) return new Problem(unexplained, { cause: thrown });
  return new Problem(explained, { cause: thrown, values: { message: thrown.reason } });
}
