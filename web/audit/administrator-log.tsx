import { Card } from '../ui/card.tsx';
import { EntryList } from './entry-list.tsx';

export function AdministratorLog() {
  return (
    <Card className="p-5">
      <h3 className="text-lg font-bold">Administrator Log</h3>
      <p className="text-muted text-sm">Every change and every lock command of an administrator; nobody can edit it.</p>
      <EntryList label="Administrator log" subject={null} emptyText="No administrator has changed anything yet." />
    </Card>
  );
}
