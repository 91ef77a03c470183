import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** What a webhook signs with. */
export interface Secrets {
  current: string
  /** Before the last rotation; empty: none. */
  former: string
}

export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * Headers of a delivery by Standard Webhooks. Its time stamp is that of the try, so that a late one isn't taken for a
 * replay by somebody else; its id is the same in all tries.
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, now, body }: { id: string; now: number; body: Buffer },
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    // Over the bytes that are sent.
    return `v1,${mac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
