import { toast } from 'sonner';

/** Copies text to the clipboard and says so, or that the browser does not allow it. */
export async function copyText(text: string, copied: string, notCopied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    // Denied, or without https there is no clipboard at all.
    toast.error(notCopied);
  }
}
