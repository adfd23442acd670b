import { FileDown } from 'lucide-react';
import { m } from '#messages';
import { Button } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { saveFile } from '../../ui/platform/save-file.ts';
import { loadXml } from './fiscal-documents.ts';

type XmlButtonProps = { table: 'fiscal_documents' | 'fiscal_received'; id: string; number: string };

export function XmlButton({ table, id, number }: XmlButtonProps) {
  const { mutate, isPending } = useAction(() => loadXml(table, id), {
    onSuccess: (xml) => saveFile(`${number}.xml`, [xml], 'application/xml'),
  });
  return (
    <Button
      variant="secondary"
      size="small"
      disabled={isPending}
      aria-label={m.fiscal_download({ number })}
      onClick={() => mutate()}
    >
      <FileDown aria-hidden="true" className="size-4" />
      XML
    </Button>
  );
}

/** What DGII said of a document, in its own words, or why the document is still on its way. */
export function describeResponse(response: string, isDecided: boolean): string {
  if (isDecided) return response;
  return response.endsWith('did not respond') ? m.fiscal_no_response() : m.fiscal_tried_again({ reason: response });
}
