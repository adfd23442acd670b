import type { ReactNode } from 'react';

type CredentialRowProps = {
  name: string;
  /** How it stands. */
  value: ReactNode;
  /** What can be done about it. */
  children?: ReactNode;
};

/** One of the things a person signs in with. Stands in a list of descriptions. */
export function CredentialRow({ name, value, children }: CredentialRowProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <dt className="font-semibold">{name}</dt>
      <dd className="min-w-0 flex-1 text-sm break-words text-muted">{value}</dd>
      {children ? <dd>{children}</dd> : null}
    </div>
  );
}
