import type { IncomingMessage } from 'node:http'
import { type Call, calls } from '@stoa/contract'
import type { AccessTokens } from '../domains/sessions/access-tokens.ts'
import type { Viewers } from '../domains/sessions/viewers.ts'
import { DomainError } from '../lib/domain-error.ts'
import { isBody } from './call-input.ts'
import { type Idempotency, writeOf } from './idempotency.ts'
import type { Gates } from './mount.ts'
import type { Origins } from './origins.ts'
import { createQuotas } from './quotas.ts'
import type { RateLimits } from './rate-limits.ts'
import type { RequestDomains } from './request-domain.ts'

interface Dependencies {
  accessTokens: AccessTokens
  viewers: Viewers
  rateLimits: RateLimits
  origins: Origins
  requestDomains: RequestDomains
  idempotency: Idempotency
  /** Throws APP_CHECK_REQUIRED unless the token is good for the origin. */
  checkApp(token: string, origin: string): Promise<void>
}

/** Joins the gates' parts to what each needs of a request. */
export function createGates(dependencies: Dependencies): Gates {
  const { accessTokens, viewers, rateLimits, origins, requestDomains, idempotency, checkApp } = dependencies
  const quotas = createQuotas(rateLimits)
  return {
    recognises(request) {
      const token = bearerOf(request)
      return token !== null && accessTokens.isKnown(token)
    },
    async rateLimit(name, request) {
      const { access, rate }: Call = calls[name]
      // Ways in, and all that makes accounts or mails: by address, or each account made would be a new allowance.
      const token = access === 'public' && rate !== 'read' ? null : bearerOf(request)
      // Only the signature is looked at here: a token that is no good counts as its sender's address.
      const claims = token === null ? null : await accessTokens.verify(token).catch(() => null)
      const address = request.ip ?? ''
      await rateLimits.count(rate, { userId: claims?.userId ?? null, address })
      // Each account that is made would be a new allowance of other people's passwords.
      if (rate === 'signIn' && claims) await rateLimits.count(rate, { userId: null, address })
    },
    completed: (name, input, request) => requestDomains.completed(name, input, requestDomains.of(request)),
    onlyCommunity: (request) => requestDomains.onlyCommunity(request),
    origin: origins.check,
    siteOf: origins.siteOf,
    way(name, request) {
      const { way }: Call = calls[name]
      if (way && !requestDomains.of(request).config.signInProviders.includes(way)) {
        throw new DomainError('METHOD_UNAVAILABLE')
      }
    },
    async authenticate(name, request) {
      const token = bearerOf(request)
      if (token === null) return null
      const claims = await accessTokens.verify(token)
      const isAtHome = claims.site === '' || ('site' in calls[name] && request.headers.origin === claims.site)
      if (!isAtHome) throw new DomainError('SITE_BOUND')
      return { viewer: await viewers.byClaims(claims), sessionId: claims.sessionId }
    },
    async answered(name, request) {
      const token = bearerOf(request)
      // Nothing was ever answered to a body that no call takes.
      if (token === null || !isBody(request.body)) return null
      const { userId } = await accessTokens.verify(token)
      return idempotency.answered(name, writeOf(request, userId))
    },
    appCheck: (request) =>
      checkApp(
        String(request.headers['x-app-check'] ?? ''),
        request.headers.origin ?? requestDomains.of(request).origin,
      ),
    async quota(name, { request, viewer }) {
      const { quota }: Call = calls[name]
      if (quota) await quotas.spend(request, { quota, who: { userId: viewer?.id ?? null, address: request.ip ?? '' } })
    },
    async idempotency(name, { request, viewer }, work) {
      const again = async <Answer>(answer: Answer) => {
        await quotas.giveBack(request)
        return answer
      }
      try {
        return await idempotency.once(name, writeOf(request, viewer?.id ?? null), { work, again })
      } catch (refused) {
        await quotas.giveBack(request)
        throw refused
      }
    },
  }
}

function bearerOf({ headers }: IncomingMessage): string | null {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}
