import { format } from 'date-fns';
import { Download } from 'lucide-react';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/platform/save-file.ts';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { exportOwnData } from './data.ts';

/** Such as 'naco-parking-2026-11-22.json'. */
function createFileName(): string {
  const name = getInstallation()
    .appName.toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return `${name}-${format(new Date(), 'yyyy-MM-dd')}.json`;
}

export function DownloadData() {
  const { mutate, isPending } = useOnlineMutation({
    mutationFn: exportOwnData,
    onSuccess: (data) => {
      saveFile(createFileName(), [JSON.stringify(data, null, 2)], 'application/json');
      toast.success(m.download_data_done());
    },
  });
  return (
    <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
      <Download aria-hidden="true" className="size-5" />
      {isPending ? m.status_loading() : m.download_data()}
    </Button>
  );
}
