import type { IncomingMessage } from 'node:http'
import type { CallName } from '@stoa/contract'
import type { Domain } from '../domains/domains/domain-config.ts'
import type { TrustProxy } from './client-address.ts'

export type RequestDomains = ReturnType<typeof createRequestDomains>

/** Lists that are of one community, also where a domain has many. */
const OF_ONE_COMMUNITY: ReadonlySet<unknown> = new Set(['pinned', 'recommended', 'pending'])

/** Tells which domain a request is for: by its Host, or by the one that a trusted proxy has forwarded; else the default one. */
export function createRequestDomains(about: { all: readonly [Domain, ...Domain[]]; trustProxy: TrustProxy }) {
  const { all, trustProxy } = about
  const [standard] = all
  const byHost = new Map(all.map((domain) => [new URL(domain.origin).host, domain]))

  function of({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): Domain {
    if (all.length === 1) return standard
    const forwarded = headers['x-forwarded-host']
    const isForwarded = forwarded !== undefined && trustProxy(socket.remoteAddress ?? '', 0)
    const host = isForwarded ? String(forwarded).split(',')[0] : headers.host
    return byHost.get((host ?? '').trim().toLowerCase()) ?? standard
  }

  return {
    of,
    /** Goes before the address in keys of caches: what a domain was answered is no answer for another one. */
    cacheKey: (request: IncomingMessage): string => (all.length === 1 ? '' : `${of(request).origin}\n`),
    /** What was sent, with the domain's community where a call names none and is about one. */
    completed<Input extends Record<string, unknown>>(name: CallName, input: Input, { config }: Domain): Input {
      if (input.tokenName !== undefined) return input
      const isOfOne =
        name === 'postGet' || (name === 'postList' && (config.isSingleTokenDomain || OF_ONE_COMMUNITY.has(input.type)))
      return isOfOne ? { ...input, tokenName: config.defaultTokenName } : input
    },
  }
}
