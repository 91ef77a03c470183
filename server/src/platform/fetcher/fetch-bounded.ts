const TIMEOUT_MS = 8000
const MAX_BYTES = 1024 * 1024
/** Statuses of answers without a body. */
const EMPTY = new Set([101, 204, 205, 304])

/** What is asked of a server that the operator has named. */
export interface Asked {
  method?: string
  headers?: Record<string, string> | Headers
  body?: BodyInit | null | undefined
}

/** Asks a server that the operator has named: eight seconds and a megabyte altogether, no redirects. */
export async function fetchBounded(url: string, { method = 'GET', headers = {}, body = null }: Asked = {}) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_BYTES) throw new Error(`${new URL(url).host} answers more than a megabyte.`)
    chunks.push(chunk)
  }
  const { status } = response
  return new Response(EMPTY.has(status) ? null : new Blob(chunks), { status, headers: response.headers })
}
