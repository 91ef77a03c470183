import type { IncomingMessage } from 'node:http'
import type { Logger } from '../platform/logging/logger.ts'
import type { TrustProxy } from '../platform/security/address.ts'

/**
 * Warns once about requests through an untrusted proxy: everyone behind it shares one address, and so every rate limit
 * and lockout.
 */
export function createProxyWarning(about: { trustProxy: TrustProxy; logger: Pick<Logger, 'warn'> }) {
  let isSaid = false
  return ({ headers, socket }: IncomingMessage): void => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return
    const proxy = socket.remoteAddress ?? ''
    if (about.trustProxy(proxy, 0)) return
    isSaid = true
    about.logger.warn(
      `Requests from ${proxy} name other visitors in X-Forwarded-For. If it is your proxy, add it to STOA_TRUSTED_PROXIES: until then everyone behind it shares one address and its limits.`,
    )
  }
}
