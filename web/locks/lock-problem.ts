import type { LockAction } from '../../domain/locks/lock.ts';
import { Problem, type ProblemKey } from '../../domain/problems.ts';
import { connection } from '../data/connection.ts';
import { VendorFailure } from './vendor-session.ts';

const ADDRESS_NOT_ALLOWED = 40_080;

const NOT_MOVED = {
  raise: { explained: 'lock-not-raised', unexplained: 'lock-not-raised-unexplained' },
  lower: { explained: 'lock-not-lowered', unexplained: 'lock-not-lowered-unexplained' },
} as const satisfies Record<LockAction, Record<'explained' | 'unexplained', ProblemKey>>;

const vendor = () => connection().config.lockVendorName;

/** What the dashboard says of a failed list; anything else that was thrown stays as it is. */
export function dashboardProblem(thrown: unknown): unknown {
  if (!(thrown instanceof VendorFailure)) return thrown;
  const { step, code, reason } = thrown;
  if (code === ADDRESS_NOT_ALLOWED) return new Problem('lock-vendor-refuses-address', { cause: thrown });
  if (step === 'token') return new Problem('lock-token-not-received', { cause: thrown });
  if (code === null) return new Problem('locks-not-loaded', { cause: thrown });
  if (!reason) return new Problem('lock-vendor-error-unexplained', { cause: thrown });
  return new Problem('lock-vendor-error', { cause: thrown, values: { message: reason } });
}

/** What the screen of spaces says of a failed list; anything else that was thrown stays as it is. */
export function spaceLocksProblem(thrown: unknown): unknown {
  if (!(thrown instanceof VendorFailure)) return thrown;
  const options = { cause: thrown, values: { vendor: vendor() } };
  if (thrown.step === 'call') return new Problem('space-locks-not-loaded', options);
  return new Problem(thrown.code === null ? 'space-lock-vendor-not-reached' : 'space-lock-token-refused', options);
}

/** What is said of a failed command; anything else that was thrown stays as it is. */
export function commandProblem(thrown: unknown, action: LockAction): unknown {
  if (!(thrown instanceof VendorFailure)) return thrown;
  if (thrown.step === 'token') {
    return new Problem('lock-token-missing', { cause: thrown, values: { vendor: vendor() } });
  }
  const { explained, unexplained } = NOT_MOVED[action];
  if (!thrown.reason) return new Problem(unexplained, { cause: thrown });
  return new Problem(explained, { cause: thrown, values: { message: thrown.reason } });
}
