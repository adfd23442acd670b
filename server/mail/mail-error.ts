import * as z from 'zod';

const mailError = z.object({
  responseCode: z.number().optional().catch(undefined),
  code: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional()
    .catch(undefined),
});

/** The part of an error that may be logged: its text contains the recipient. */
export function toErrorCode(error: unknown): string {
  const { responseCode, code } = mailError.safeParse(error).data ?? {};
  return String(responseCode ?? code ?? 'unknown');
}

/** Whether the mail server rejects the recipient for good; other errors may pass. */
export function isRecipientRejected(error: unknown): boolean {
  const { responseCode = 0, code } = mailError.safeParse(error).data ?? {};
  return code === 'EENVELOPE' && responseCode >= 500 && responseCode < 600;
}
