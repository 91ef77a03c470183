import { httpUrl } from '@stoa/contract'

/** Pages that only redirect: a host, the start of the path, and the parameter with the address. */
const REDIRECTS: readonly (readonly [RegExp, string, readonly string[]])[] = [
  [/^(www\.)?google\.[a-z]{2,3}(\.[a-z]{2})?$/, '/url', ['q', 'url']],
  [/^lm?\.(facebook|instagram)\.com$/, '/', ['u']],
  [/^(www\.)?slack-redir\.net$/, '/link', ['url']],
  [/\.safelinks\.protection\.outlook\.com$/, '/', ['url']],
  [/^(www\.)?youtube\.com$/, '/redirect', ['q']],
  [/^(www\.)?linkedin\.com$/, '/safety/go', ['url']],
  [/^out\.reddit\.com$/, '/', ['url']],
  [/^t\.umblr\.com$/, '/redirect', ['z']],
]
/** Redirects to redirects. */
const REDIRECTS_MAX = 3

/** The address that a copied link leads to; null if posts can't link it. */
export function targetOf(href: string): string | null {
  let url = httpUrl(href)
  for (let count = 0; url && count < REDIRECTS_MAX; count += 1) {
    const next: URL | null = redirectedFrom(url)
    if (!next) break
    url = next
  }
  return url?.href ?? null
}

function redirectedFrom({ hostname, pathname, searchParams }: URL): URL | null {
  const redirect = REDIRECTS.find(([host, path]) => host.test(hostname) && pathname.startsWith(path))
  const names = redirect?.[2] ?? []
  const target = names.map((name) => searchParams.get(name)).find((value) => value !== null)
  return target === undefined || target === null ? null : httpUrl(target)
}
