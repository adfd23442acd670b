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
    <div className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-3">
      <dt className="font-semibold">{name}</dt>
      <dd className="col-start-1 text-sm break-words text-muted">{value}</dd>
      {children ? <dd className="col-start-2 row-span-2 row-start-1">{children}</dd> : null}
    </div>
  );
}
