import { type AuthUnderTest, type Fetch, PUBLIC_URL } from './auth.ts';

/** As much of a browser as OAuth needs: it stores cookies, follows redirects and submits forms. */
export type TestBrowser = ReturnType<typeof openBrowser>;

const MAX_REDIRECTS = 20;

type Request = { url: URL; init: RequestInit };

/** The form of a page for `response_mode=form_post`. */
function parseForm(page: string): Request {
  const action = page.match(/action="([^"]+)"/)?.[1];
  if (action === undefined) throw new Error(`Neither a redirect nor a form: ${page.slice(0, 300)}`);
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of page.matchAll(/name="([^"]+)" value="([^"]*)"/g)) fields.append(name, value);
  return { url: new URL(action), init: { method: 'POST', body: fields } };
}

export function openBrowser(auth: Pick<AuthUnderTest, 'fetch'>, publicUrl = PUBLIC_URL) {
  const isScreen = ({ origin, pathname }: URL) => origin === publicUrl && !pathname.startsWith('/auth/');
  const cookies = new Map<string, Map<string, string>>();
  const visited: string[] = [];

  const findJar = (origin: string) => {
    const jar = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, jar);
    return jar;
  };

  const storeCookies = (jar: Map<string, string>, response: Response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
  };

  const send = async ({ url, init }: Request): Promise<Response> => {
    const jar = findJar(url.origin);
    const headers = { accept: 'text/html', cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
    const options: RequestInit = { redirect: 'manual', ...init, headers };
    const response = await (url.origin === publicUrl ? auth.fetch(url, options) : fetch(url, options));
    storeCookies(jar, response);
    return response;
  };

  return {
    /** The addresses on the way. */
    visited,
    /** What a page of the product fetches with; it stores cookies as well. */
    async fetch(input: Parameters<Fetch>[0], init?: RequestInit) {
      const response = await auth.fetch(input, init);
      storeCookies(findJar(publicUrl), response);
      return response;
    },
    /** Follows redirects and forms from an address to a screen of the product. */
    async open(address: string) {
      let next: Request = { url: new URL(address), init: {} };
      for (let step = 0; step < MAX_REDIRECTS; step += 1) {
        if (isScreen(next.url)) return next.url;
        visited.push(next.url.href);
        const response = await send(next);
        const location = response.headers.get('location');
        next = location === null ? parseForm(await response.text()) : { url: new URL(location, next.url), init: {} };
      }
      throw new Error('Too many redirects');
    },
  };
}
