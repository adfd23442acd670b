import { KeyRound, PlugZap } from 'lucide-react';
import { m } from '#messages';
import { Card } from '../../../ui/card.tsx';

/** Describes the connection in fixed texts; they do not follow its state. */
export function ConnectionStatus({ vendor }: { vendor: string }) {
  return (
    <Card className="p-5">
      <h3 className="text-lg font-bold">{m.locks_connection_status()}</h3>
      <ul className="mt-2 flex flex-col gap-2 text-sm">
        <li className="flex items-center gap-2">
          <PlugZap aria-hidden="true" className="text-muted size-4 shrink-0" />
          {m.locks_connected({ vendor })}
        </li>
        <li className="flex items-center gap-2">
          <KeyRound aria-hidden="true" className="text-muted size-4 shrink-0" />
          {m.locks_authentication()}
        </li>
      </ul>
    </Card>
  );
}
