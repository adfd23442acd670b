import { toast } from 'sonner';
import { m } from '#messages';
import type { ReceiptLines } from '../../../domain/money/receipt-lines.ts';
import { copyText } from '../../ui/platform/copy-text.ts';

/** The receipt as text: its address opens for its driver only. */
export function writeReceipt({ title, operator, stay, money, note }: ReceiptLines): string {
  const lines = [operator, stay, money].map((part) => part.map(({ name, value }) => `${name}: ${value}`).join('\n'));
  return [title, ...lines, note].join('\n\n');
}

/** Hands the receipt to another app, or copies it where the browser shares nothing. */
export async function shareReceipt(lines: ReceiptLines): Promise<void> {
  const text = writeReceipt(lines);
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: lines.title, text });
      return;
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return;
    }
  }
  if (await copyText(text)) toast.success(m.receipt_copied());
  else toast.error(m.receipt_not_copied());
}
