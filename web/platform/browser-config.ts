import * as z from 'zod';

const schema = z.object({
  supabaseUrl: z.url(),
  supabaseKey: z.string().min(1),
  lockVendorName: z.string().min(1),
  /** Whether a new e-mail address is confirmed at the old one too; so it is unless said otherwise, as with Supabase. */
  doubleConfirmChanges: z.boolean().optional(),
  maps: z.object({
    provider: z.enum(['open', 'google']),
    googleMapsApiKey: z.string().optional(),
    googleMapsMapId: z.string().optional(),
    styleUrl: z.string(),
    routerUrl: z.string(),
    geocoderUrl: z.string(),
  }),
});

/** What the operator's server tells the browser: where the data is, which key names the product, which maps to use. */
export type BrowserConfig = z.infer<typeof schema>;

/** Fetches the run-time configuration that stands beside the web build. @throws when it is missing or malformed */
export async function loadBrowserConfig(): Promise<BrowserConfig> {
  const answer = await fetch('/config.json', { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}`);
  return schema.parse(await answer.json());
}
