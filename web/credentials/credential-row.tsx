import type { ReactNode } from 'react';

type CredentialRowProps = {
  name: string;
  value: ReactNode;
  /** The buttons that change it. */
  children?: ReactNode;
};

/** A row of a `<dl>`: one of the things a person signs in with. */
export function CredentialRow({ name, value, children }: CredentialRowProps) {
  return (
    <div className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-3">
      <dt className="font-semibold">{name}</dt>
      <dd className="col-start-1 text-sm break-words text-muted">{value}</dd>
      {children ? <dd className="col-start-2 row-span-2 row-start-1">{children}</dd> : null}
    </div>
  );
}
