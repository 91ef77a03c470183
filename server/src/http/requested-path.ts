/** What Express serves, by path: labels of metrics and log lines next to the names of calls. The first match counts. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/media\/uploads(\/|$)/, 'upload'],
  [/^\/api(\/|$)/, 'api'],
  [/^\/media\//, 'media'],
  [/^\/preview\//, 'preview'],
  [/\.atom$|^\/(sitemaps\/|sitemap\.xml$|robots\.txt$)/, 'feed'],
  [/^\/(lang|assets)\/|\.\w+$/, 'asset'],
]

/** The kind of what Express serves at a path. */
export function kindOfPath(path: string): string {
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'page'
}

const LOGGED_MAX_LENGTH = 200
/** Path segments before those that name people or are secrets. */
const PRIVATE = /(?<=\/(?:author|people|users|export|proxy)\/)[^/]+/g

/** The path of an address for the log: without query, names of people, and secrets. */
export function loggedPath(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replaceAll(PRIVATE, '…')
  return path.length > LOGGED_MAX_LENGTH ? `${path.slice(0, LOGGED_MAX_LENGTH - 1)}…` : path
}
