import { m } from '#messages';
import { Card } from '../../ui/card.tsx';
import { EntryList } from './entry-list.tsx';

export function AdministratorLog() {
  return (
    <Card className="p-5">
      <h3 className="text-lg font-bold">{m.admin_log_title()}</h3>
      <p className="text-muted text-sm">{m.admin_log_description()}</p>
      <EntryList label={m.admin_log_list()} subject={null} emptyText={m.admin_log_empty()} />
    </Card>
  );
}
