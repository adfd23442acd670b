import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatTaxId } from '../../../domain/fiscal/tax-id.ts';
import { formatCents, toCents } from '../../../domain/money/cents.ts';
import { formatPesos } from '../../../domain/money/money.ts';
import { paths } from '../../paths.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { saveFile } from '../../ui/platform/save-file.ts';
import type { CsvColumn } from '../../ui/table/csv.ts';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { tableColumns } from '../../ui/table/table-columns.ts';
import { useTablePage } from '../../ui/table/use-table-page.ts';
import { useTableUrl } from '../../ui/table/use-table-url.ts';
import { isReason, ReasonField } from '../correction-fields.tsx';
import { MONEY_CHANGES, moneyKeys } from '../keys.ts';
import { RecordTable } from '../record-table.tsx';
import { BuyerFields, type TypedBuyer, toTypedBuyer } from './buyer-fields.tsx';
import {
  DOCUMENTS_URL,
  type FiscalRow,
  listDocuments,
  loadXml,
  readDocumentsAfter,
  reissueDocument,
} from './fiscal-documents.ts';

const CHOICES = {
  state: {
    label: m.field_status(),
    options: DOCUMENTS_URL.filters.state.map((value) => ({ value, label: m[`fiscal_state_${value}` as const]() })),
  },
  type: {
    label: m.fiscal_type(),
    options: DOCUMENTS_URL.filters.type.map((value) => ({ value, label: m[`fiscal_type_${value}` as const]() })),
  },
};

export function DocumentsSection() {
  const url = useTableUrl(DOCUMENTS_URL);
  const list = useTablePage(moneyKeys.fiscal('documents', url.query), (signal) => listDocuments(url.query, signal));
  return (
    <section aria-label={m.fiscal_documents()} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">{m.fiscal_documents()}</h2>
        <ExportButton
          name={m.fiscal_file()}
          columns={CSV}
          total={list.data?.total ?? 0}
          readAfter={(last, signal) => readDocumentsAfter(last, url.query.filters, signal)}
        />
      </div>
      <RecordTable
        label={m.fiscal_documents()}
        columns={COLUMNS}
        list={list}
        url={url}
        choices={CHOICES}
        loadingText={m.fiscal_loading()}
        emptyText={m.fiscal_documents_none()}
      />
    </section>
  );
}

/** The amounts of a note are below zero. */
const signed = ({ type }: FiscalRow, amount: FiscalRow['amount']) => toCents(type === '34' ? -amount : amount);

/** A number, as spreadsheets add them up. A document that was rejected counts nothing. */
const toNumber = (row: FiscalRow, amount: FiscalRow['amount']) =>
  row.state === 'rejected' ? 0 : Number(formatCents(signed(row, amount)));

const CSV: readonly CsvColumn<FiscalRow>[] = [
  { header: m.fiscal_number(), value: ({ encf }) => encf },
  { header: m.fiscal_type(), value: ({ type }) => type },
  { header: m.field_status(), value: ({ state }) => m[`fiscal_state_${state}` as const]() },
  { header: m.fiscal_issued_on(), value: ({ issued_on }) => issued_on },
  { header: m.fiscal_modifies(), value: ({ modified_encf }) => modified_encf },
  { header: m.fiscal_buyer_tax_number(), value: ({ buyer_tax_number }) => buyer_tax_number },
  { header: m.fiscal_buyer(), value: ({ buyer_name }) => buyer_name },
  { header: m.receipt_net(), value: (row) => toNumber(row, toCents(row.amount - row.tax)) },
  { header: m.receipt_tax(), value: (row) => toNumber(row, row.tax) },
  { header: m.fiscal_amount(), value: (row) => toNumber(row, row.amount) },
  { header: m.fiscal_security_code(), value: ({ security_code }) => security_code },
  { header: m.fiscal_response(), value: ({ response }) => response },
  { header: m.fiscal_receipt(), value: ({ receipt_number: number }) => number },
  { header: m.reservation_csv_reservation(), value: ({ reservation_id: id }) => id },
];

const TONES = { accepted: 'positive', conditional: 'positive', rejected: 'danger' } as const;

const helper = tableColumns<FiscalRow>();

const COLUMNS = helper.columns([
  helper.accessor('encf', {
    header: m.fiscal_number(),
    enableSorting: false,
    meta: { card: 'title', className: 'min-w-44' },
    cell: ({ row: { original } }) => (
      <>
        <p className="font-semibold tabular-nums">{original.encf ?? m.fiscal_without_number()}</p>
        <p className="text-muted text-sm">{m[`fiscal_type_${original.type}` as const]()}</p>
        {original.modified_encf === null ? null : (
          <p className="text-muted text-sm tabular-nums">{`${m.fiscal_modifies()}: ${original.modified_encf}`}</p>
        )}
      </>
    ),
  }),
  helper.accessor('state', {
    header: m.field_status(),
    enableSorting: false,
    meta: { className: 'min-w-44' },
    cell: ({ row: { original } }) => {
      const { state, response, is_contingency: isContingency } = original;
      return (
        <>
          <Badge tone={state in TONES ? TONES[state as keyof typeof TONES] : 'neutral'}>
            {m[`fiscal_state_${state}` as const]()}
          </Badge>
          {response === null ? null : (
            <p className="text-sm wrap-anywhere">{describeResponse(response, state in TONES)}</p>
          )}
          {isContingency && (state === 'signed' || state === 'sent') ? (
            <p className="text-muted text-sm">{m.fiscal_contingency()}</p>
          ) : null}
        </>
      );
    },
  }),
  helper.accessor('buyer_name', {
    header: m.fiscal_buyer(),
    enableSorting: false,
    meta: { className: 'min-w-40 wrap-anywhere' },
    cell: ({ row: { original } }) =>
      original.buyer_tax_number === null ? (
        <span className="text-muted">{m.fiscal_consumer()}</span>
      ) : (
        <>
          {original.buyer_name}
          <br />
          <span className="text-muted text-sm tabular-nums">{formatTaxId(original.buyer_tax_number)}</span>
        </>
      ),
  }),
  helper.accessor('amount', {
    header: m.fiscal_amount(),
    enableSorting: false,
    meta: { align: 'end', className: 'whitespace-nowrap' },
    cell: ({ row: { original } }) => formatPesos(signed(original, original.amount)),
  }),
  helper.accessor('created_at', {
    header: m.receipt_issued(),
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row: { original } }) => (original.signed_at === null ? '–' : formatTime(original.signed_at)),
  }),
  helper.display({
    id: 'actions',
    header: m.data_table_actions(),
    meta: { card: 'actions', className: 'whitespace-nowrap' },
    cell: ({ row: { original } }) => <DocumentActions row={original} />,
  }),
]);

function DocumentActions({ row }: { row: FiscalRow }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Link
        to={paths.receipt(row.receipt_id)}
        className="text-brand-ink inline-flex min-h-11 items-center px-2 font-semibold"
      >
        {m.receipt_link()}
      </Link>
      {row.signed_at === null ? null : <XmlButton table="fiscal_documents" id={row.id} number={row.encf ?? row.id} />}
      {row.state === 'rejected' && row.reissued_at === null ? (
        <DialogButton variant="primary" label={m.fiscal_reissue()}>
          {(close) => <ReissueDialog row={row} onClose={close} />}
        </DialogButton>
      ) : null}
    </div>
  );
}

/** The buyer may be corrected. A note has the buyer of its document. */
function ReissueDialog({ row, onClose }: { row: FiscalRow; onClose: () => void }) {
  const form = useForm({ defaultValues: toTypedBuyer(row.buyer_tax_number, row.buyer_name) });
  const [reason, setReason] = useState('');
  const { mutate, dialog } = useAction((buyer: TypedBuyer) => reissueDocument(row.id, reason, buyer), {
    done: m.fiscal_reissued(),
    invalidates: MONEY_CHANGES,
    onClose,
  });
  const confirm = form.handleSubmit((buyer) => isReason(reason) && mutate(buyer));
  return (
    <QuestionDialog
      title={m.fiscal_reissue_question()}
      text={m.fiscal_reissue_text({ response: row.response ?? '' })}
      label={m.fiscal_reissue()}
      {...dialog}
      onConfirm={confirm}
    >
      {row.type === '34' ? null : <BuyerFields form={form} hint={m.fiscal_reissue_buyer_hint()} />}
      <ReasonField
        label={m.fiscal_reissue_reason()}
        value={reason}
        onChange={setReason}
        isChecked={form.formState.isSubmitted}
      />
    </QuestionDialog>
  );
}

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
