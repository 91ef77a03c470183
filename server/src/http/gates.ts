import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Call, type CallName, calls, type Me, type QuotaClass, type RateClass } from '@stoa/contract'
import type { Caller, CallRequest } from '../platform/calls/context.ts'
import { DomainError } from '../platform/domain-error.ts'
import { type Idempotency, type OnceWork, visitorIdOf, writeOf } from '../platform/idempotency/idempotency.ts'
import type { Counted, RateLimits } from '../platform/limits/rate-limits.ts'
import { isBody } from './call-input.ts'
import type { Origins } from './origins.ts'
import type { ServedDomains } from './served-domains.ts'

/** The gates that every call passes, in this order. Each throws a DomainError to refuse. */
export interface Gates {
  /** Refuses what pages of other sites may not send. What it refuses counts against nothing. */
  origin(name: CallName, request: CallRequest): Promise<void>
  /** Counts the request against its class; runs before anything costs more. */
  rateLimit(name: CallName, request: CallRequest): Promise<void>
  /** Refuses ways to sign in that the request's domain does not offer. */
  signInMethod(name: CallName, request: CallRequest): void
  /** Origin of the calling page when that is not the forum's own, else empty. */
  siteOf(request: CallRequest): string
  /** What was sent, with the community that it means on the request's domain. */
  community(name: CallName, input: Record<string, unknown>, request: CallRequest): Promise<Record<string, unknown>>
  /** Token name of the only community that the request's domain shows; null where all are shown. */
  onlyCommunity(request: CallRequest): string | null
  /** The person of the bearer token, null without one; refuses a bad or ended one. */
  authenticate(name: CallName, request: CallRequest): Promise<Caller | null>
  /** What the same request was answered by which its session has ended; null where there is nothing. */
  answered(name: CallName, request: CallRequest): Promise<{ answer: unknown } | null>
  /** For calls with access `app-check` without a viewer. */
  appCheck(name: CallName, request: CallRequest): Promise<void>
  /** Spends one of the actor's quota; work that comes to nothing gets it back. */
  quota(name: CallName, about: { request: CallRequest; viewer: Me | null }): Promise<void>
  /** Spends one of a quota, once for a request, as above. */
  spend(quota: QuotaClass, about: { request: CallRequest; viewer: Me | null }): Promise<void>
  /** Runs the work once per idempotency key of a write and answers repeats with the first answer. */
  idempotency<Result>(
    name: CallName,
    about: { request: CallRequest; viewer: Me | null },
    work: OnceWork<Result>['work'],
  ): Promise<Result>
}

/** What a bearer token says. */
interface Claims {
  userId: string
  sessionId: string
  /** The only origin that the token is good for; empty on the forum. */
  site: string
}

/** Whom an app check is good for. */
interface Bearer {
  origin: string
  visitorId: string
  address: string
}

export interface GateDependencies {
  accessTokens: { verify(token: string): Promise<Claims> }
  viewers: { byClaims(claims: Claims): Promise<Me> }
  rateLimits: RateLimits
  origins: Origins
  requestDomains: ServedDomains
  idempotency: Idempotency
  /** Uses the token; throws APP_CHECK_REQUIRED unless it is good for this bearer. */
  useAppCheck(token: string, bearer: Bearer, writeKey: string): Promise<void>
}

/** Joins the gates' parts to what each needs of a request. */
export function createGates(dependencies: GateDependencies): Gates {
  const { accessTokens, viewers, rateLimits, origins, requestDomains, idempotency, useAppCheck } = dependencies
  /** What requests have spent of their actors' quotas. */
  const spent = new WeakMap<CallRequest, { quota: RateClass; who: Counted }>()

  /** Work that came to nothing, or was done before, costs nothing. */
  async function giveBack(request: CallRequest): Promise<void> {
    const about = spent.get(request)
    if (!about) return
    spent.delete(request)
    await rateLimits.giveBack(about.quota, about.who)
  }

  async function spend(quota: QuotaClass, about: { request: CallRequest; viewer: Me | null }): Promise<void> {
    const { request, viewer } = about
    // Once, also when the work has to begin again.
    if (spent.has(request)) return
    const who = { userId: viewer?.id ?? null, address: request.address ?? '' }
    await rateLimits.count(quota, who)
    spent.set(request, { quota, who })
  }

  return {
    async rateLimit(name, request) {
      const { access, rate }: Call = calls[name]
      // Ways in, and all that makes accounts or mails: by address, or each account made would be a new allowance.
      const token = access === 'public' && rate !== 'read' ? null : bearerOf(request)
      // Only the signature is looked at here: a token that is no good counts as its sender's address.
      const claims = token === null ? null : await accessTokens.verify(token).catch(() => null)
      const address = request.address ?? ''
      await rateLimits.count(rate, { userId: claims?.userId ?? null, address })
      // Each account that is made would be a new allowance of other people's passwords.
      if (rate === 'signIn' && claims) await rateLimits.count(rate, { userId: null, address })
    },
    community: (name, input, request) => requestDomains.completed(name, input, request),
    onlyCommunity: (request) => requestDomains.onlyCommunity(request),
    origin: origins.check,
    siteOf: origins.siteOf,
    signInMethod(name, request) {
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
    appCheck(name, request) {
      const bearer = {
        origin: request.headers.origin ?? requestDomains.of(request).origin,
        visitorId: visitorIdOf(request),
        address: request.address ?? '',
      }
      const { key = randomUUID(), actor } = writeOf(request, null)
      // What is a repeat here must be one for idempotency, or one key would pay for many writes.
      const writeKey = JSON.stringify([actor, name, key])
      return useAppCheck(String(request.headers['x-app-check'] ?? ''), bearer, writeKey)
    },
    async quota(name, about) {
      const { quota }: Call = calls[name]
      if (quota) await spend(quota, about)
    },
    spend,
    async idempotency(name, { request, viewer }, work) {
      const again = async <Answer>(answer: Answer) => {
        await giveBack(request)
        return answer
      }
      try {
        return await idempotency.once(name, writeOf(request, viewer?.id ?? null), { work, again })
      } catch (refused) {
        await giveBack(request)
        throw refused
      }
    },
  }
}

function bearerOf({ headers }: IncomingMessage): string | null {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}
