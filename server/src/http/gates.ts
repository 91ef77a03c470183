import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type CallName, type KeyScope, type Me, type QuotaClass, type RateClass } from '@stoa/contract'
import { type Call, calls, rateOf, scopeOf, waitsForSetup } from '@stoa/contract/schemas'
import type { Caller, CallRequest } from '../platform/calls/context.ts'
import type { OnceOptions } from '../platform/calls/handlers.ts'
import { DomainError, isDomainError } from '../platform/domain-error.ts'
import { type Idempotency, type OnceWork, visitorIdOf, writeOf } from '../platform/idempotency/idempotency.ts'
import type { RateLimitSubject, RateLimits } from '../platform/limits/rate-limits.ts'
import { isBody } from './call-input.ts'
import type { Origins } from './origins.ts'
import type { ServedDomains } from './served-domains.ts'
import { asViewed, viewedRole } from './view-as.ts'

/** The gates that every call passes, in this order. Each throws a DomainError to refuse. */
export interface Gates {
  /** Refuses what other sites' pages may not send. Refused requests count against no limit. */
  origin(name: CallName, request: CallRequest): Promise<void>
  /** Counts the request against its class, before anything more expensive. */
  rateLimit(name: CallName, request: CallRequest): Promise<void>
  /** Refuses what nobody may do before the forum has an owner. */
  setup(name: CallName): Promise<void>
  /** Refuses sign-in methods that the request's domain doesn't offer. */
  signInMethod(name: CallName, request: CallRequest): void
  /** The calling page's origin if it isn't the forum's own, else empty. */
  siteOf(request: CallRequest): string
  /** The input, with the community it refers to on the request's domain. */
  community(name: CallName, input: Record<string, unknown>, request: CallRequest): Promise<Record<string, unknown>>
  /** Token name of the only community the request's domain shows; null if it shows all. */
  onlyCommunity(request: CallRequest): string | null
  /** The person of the access token or API key, or null without one; refuses invalid and revoked ones. */
  authenticate(name: CallName, request: CallRequest): Promise<Caller | null>
  /** The stored response to the same request, if that request ended its own session; else null. */
  storedResponse(name: CallName, request: CallRequest): Promise<{ response: unknown } | null>
  /** For calls with access `app-check` without a viewer. */
  appCheck(name: CallName, request: CallRequest): Promise<void>
  /** Counts against the actor's quota; refunded if the work fails. */
  quota(name: CallName, about: { request: CallRequest; viewer: Me | null }): Promise<void>
  /** Counts against a quota, once per request, as above. */
  spend(quota: QuotaClass, about: { request: CallRequest; viewer: Me | null }): Promise<void>
  /** Runs a write once per idempotency key; retries get the first response. */
  idempotency<Result>(
    name: CallName,
    about: { request: CallRequest; viewer: Me | null },
    work: OnceWork<Result> & Pick<OnceOptions<Result>, 'holder'>,
  ): Promise<Result>
}

/** Claims of a bearer token. */
interface Claims {
  userId: string
  sessionId: string
  /** The only origin the token is valid for; empty on the forum. */
  site: string
}

/** Whom an app check was issued to. */
interface Bearer {
  origin: string
  visitorId: string
  address: string
}

/** An API key with its owner, as far as its scopes reach. */
interface KeyHolder {
  keyId: string
  scopes: readonly KeyScope[]
  viewer: Me
}

export interface GateDependencies {
  apiKeys: {
    /** Whether a bearer token is meant to be a key. */
    isKey(token: string): boolean
    /** Throws AUTH_REQUIRED. */
    holderOf(token: string): Promise<KeyHolder>
    noteUse(holder: KeyHolder): void
  }
  accessTokens: { verify(token: string): Promise<Claims> }
  viewers: { byClaims(claims: Claims): Promise<Me> }
  rateLimits: RateLimits
  origins: Origins
  tenants: ServedDomains
  idempotency: Idempotency
  setup: { assertClaimed(): Promise<void> }
  /** Consumes the token; throws APP_CHECK_REQUIRED unless it is valid for this bearer. */
  useAppCheck(token: string, bearer: Bearer, writeKey: string): Promise<void>
}

/** Connects the gates to their services. */
export function createGates(dependencies: GateDependencies): Gates {
  const { apiKeys, accessTokens, viewers, rateLimits, origins, tenants, idempotency, setup, useAppCheck } = dependencies
  /** Quotas that requests have used. */
  const spent = new WeakMap<CallRequest, { quota: RateClass; who: RateLimitSubject }>()

  /** Failed work and retries are not charged. */
  async function refund(request: CallRequest): Promise<void> {
    const about = spent.get(request)
    if (!about) return
    spent.delete(request)
    await rateLimits.refund(about.quota, about.who)
  }

  async function spend(quota: QuotaClass, about: { request: CallRequest; viewer: Me | null }): Promise<void> {
    const { request, viewer } = about
    // Only once, even if the work is retried.
    if (spent.has(request)) return
    const who = { userId: viewer?.id ?? null, address: request.address ?? '' }
    await rateLimits.count(quota, who)
    spent.set(request, { quota, who })
  }

  /** Whom a request counts against: a person, or one of their keys, so that no key uses up what another one may do. */
  async function countedFor(token: string | null): Promise<string | null> {
    if (token === null) return null
    if (apiKeys.isKey(token)) {
      const holder = await apiKeys.holderOf(token).catch(unlessRefused)
      // Begins with the owner’s id, whose age counts.
      return holder && `${holder.viewer.id} ${holder.keyId}`
    }
    // Checks only the signature: invalid tokens count against the sender's address.
    const claims = await accessTokens.verify(token).catch(() => null)
    return claims?.userId ?? null
  }

  async function callerOfKey(name: CallName, token: string): Promise<Caller> {
    const holder = await apiKeys.holderOf(token)
    const scope = scopeOf(name)
    if (scope === null || !holder.scopes.includes(scope)) throw new DomainError('KEY_SCOPE')
    apiKeys.noteUse(holder)
    return { viewer: holder.viewer, sessionId: '' }
  }

  return {
    async rateLimit(name, request) {
      const call: Call = calls[name]
      const { access } = call
      const rate = rateOf(call)
      // Sign-in, sign-up and mails count by address: counted by account, each new account would bring a new allowance.
      const token = access === 'public' && rate !== 'read' ? null : bearerOf(request)
      const userId = await countedFor(token)
      const address = request.address ?? ''
      await rateLimits.count(rate, { userId, address })
      // Otherwise each new account would bring a new allowance to guess other people's passwords.
      if (rate === 'signIn' && userId !== null) await rateLimits.count(rate, { userId: null, address })
    },
    community: (name, input, request) => tenants.completed(name, input, request),
    onlyCommunity: (request) => tenants.onlyCommunity(request),
    origin: origins.check,
    siteOf: origins.siteOf,
    async setup(name) {
      if (waitsForSetup(calls[name])) await setup.assertClaimed()
    },
    signInMethod(name, request) {
      const { signInMethod }: Call = calls[name]
      if (signInMethod && !tenants.of(request).config.signInProviders.includes(signInMethod)) {
        throw new DomainError('METHOD_UNAVAILABLE')
      }
    },
    async authenticate(name, request) {
      const token = bearerOf(request)
      if (token === null) return null
      if (apiKeys.isKey(token)) return callerOfKey(name, token)
      const claims = await accessTokens.verify(token)
      const isAtHome = claims.site === '' || ('site' in calls[name] && request.headers.origin === claims.site)
      if (!isAtHome) throw new DomainError('SITE_BOUND')
      const caller = { viewer: await viewers.byClaims(claims), sessionId: claims.sessionId }
      const role = viewedRole(request)
      return role === null ? caller : asViewed(caller, { role, domain: tenants.of(request) })
    },
    async storedResponse(name, request) {
      const token = bearerOf(request)
      // No response is stored for an invalid body, and no key may end a session.
      if (token === null || apiKeys.isKey(token) || !isBody(request.body)) return null
      const { userId } = await accessTokens.verify(token)
      return idempotency.storedResponse(name, writeOf(request, userId))
    },
    appCheck(name, request) {
      const bearer = {
        origin: request.headers.origin ?? tenants.of(request).origin,
        visitorId: visitorIdOf(request),
        address: request.address ?? '',
      }
      const { key = randomUUID(), actor } = writeOf(request, null)
      // Must identify retries as idempotency does, or one key would pay for many writes.
      const writeKey = JSON.stringify([actor, name, key])
      return useAppCheck(String(request.headers['x-app-check'] ?? ''), bearer, writeKey)
    },
    async quota(name, about) {
      const { quota }: Call = calls[name]
      if (quota) await spend(quota, about)
    },
    spend,
    async idempotency(name, { request, viewer }, { holder = viewer?.id ?? null, again, ...about }) {
      try {
        return await idempotency.once(name, writeOf(request, holder), {
          ...about,
          async again(result) {
            await refund(request)
            return again ? again(result) : result
          },
        })
      } catch (refused) {
        await refund(request)
        throw refused
      }
    },
  }
}

function unlessRefused(error: unknown): null {
  if (isDomainError(error)) return null
  throw error
}

function bearerOf({ headers }: IncomingMessage): string | null {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}
