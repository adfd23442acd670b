import { KeyRound, PlugZap } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { formatConnected } from '../lock-texts.ts';

/** Describes the connection in fixed texts; they do not follow its state. */
export function ConnectionStatus({ vendor }: { vendor: string }) {
  return (
    <Card className="p-5">
      <h3 className="text-lg font-bold">Connection Status</h3>
      <ul className="mt-2 flex flex-col gap-2 text-sm">
        <li className="flex items-center gap-2">
          <PlugZap aria-hidden="true" className="text-muted size-4 shrink-0" />
          {formatConnected(vendor)}
        </li>
        <li className="flex items-center gap-2">
          <KeyRound aria-hidden="true" className="text-muted size-4 shrink-0" />
          Using appid/secret authentication flow
        </li>
      </ul>
    </Card>
  );
}
