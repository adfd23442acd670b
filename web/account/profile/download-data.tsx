import { Download } from 'lucide-react';
import { toast } from 'sonner';
import { m } from '#messages';
import { format } from '../../../domain/days/country-time.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { Button } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { saveFile } from '../../ui/platform/save-file.ts';
import { exportOwnData } from './profile.ts';

/** Such as 'naco-parking-2026-11-22.json'. */
function createFileName(): string {
  const name = getInstallation()
    .appName.toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return `${name}-${format(getNow(), 'yyyy-MM-dd')}.json`;
}

/** Saves all that the product keeps about the signed-in person. */
export function DownloadData() {
  const { mutate, isPending } = useAction(exportOwnData, {
    onSuccess: (data) => {
      saveFile(createFileName(), [JSON.stringify(data, null, 2)], 'application/json');
      toast.success(m.download_data_done());
    },
  });
  return (
    <Button icon={Download} variant="secondary" disabled={isPending} onClick={() => mutate()}>
      {isPending ? m.status_loading() : m.download_data()}
    </Button>
  );
}
