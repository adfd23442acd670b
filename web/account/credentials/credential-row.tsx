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
    <div className="grid min-h-14 items-center gap-x-4 gap-y-0.5 py-3 @min-[15rem]:grid-cols-[minmax(0,1fr)_auto]">
      <dt className="font-semibold">{name}</dt>
      <dd className="col-start-1 text-sm text-muted wrap-anywhere">{value}</dd>
      {children ? (
        <dd className="mt-2 @min-[15rem]:col-start-2 @min-[15rem]:row-span-2 @min-[15rem]:row-start-1 @min-[15rem]:mt-0">
          {children}
        </dd>
      ) : null}
    </div>
  );
}
