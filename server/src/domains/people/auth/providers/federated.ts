import { isOwnPath } from '@stoa/contract'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { AccountService, Referral } from '../../accounts/index.ts'
import type { Domain, Provider } from '../../tenants/index.ts'
import type { SessionService } from '../sessions/service.ts'
import type { SignInContext } from '../sessions/sign-in-context.ts'
import type { SignInOutcome, SignIns } from '../sessions/sign-ins.ts'
import type { Attempts, Linking, StartedAttempt } from './attempts.ts'
import type { Profile } from './profiles.ts'
import type { UsedProofs } from './proofs.ts'
import type { ProviderClients } from './provider-clients.ts'
import type { IdentityService } from './service.ts'

interface Dependencies extends Pick<Platform, 'database' | 'logger'> {
  accounts: Pick<AccountService, 'lock'>
  identities: IdentityService
  sessions: Pick<SessionService, 'holderOf' | 'markRecent' | 'assertRecent'>
  signIns: SignIns
  attempts: Attempts
  proofs: UsedProofs
  clients: ProviderClients
}

/** What a browser returns with from a provider. */
export interface ProviderReturn {
  providerId: string
  domain: Domain
  /** Its stored attempt for the returned state. */
  attempt: StartedAttempt | null
  /** The returned query, with its question mark. */
  query: string
  state: string
  /** The browser's refresh token; null without one. */
  refreshToken: string | null
  signInContext: SignInContext
}

/** Default destination after signing in. */
const HOME = '/'
const SETTINGS = '/bbs/my-account/settings/security'

export type FederatedSignIn = ReturnType<typeof createFederatedSignIn>

/** Sign-in and linking at providers by redirect. */
export function createFederatedSignIn(dependencies: Dependencies) {
  const { database, logger, accounts, identities, sessions, signIns, attempts, proofs, clients } = dependencies

  /** Throws PROVIDER_NOT_FOUND, or METHOD_UNAVAILABLE if the domain doesn't offer it. */
  function require(providerId: string, { config, providers }: Domain): Provider {
    const provider = providers.all.find(({ id }) => id === providerId)
    if (!provider) throw new DomainError('PROVIDER_NOT_FOUND')
    if (!config.signInProviders.includes(providerId)) throw new DomainError('METHOD_UNAVAILABLE')
    return provider
  }

  /** Logs provider errors without showing them to the person. */
  async function asking<Result>(provider: Provider, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (isCancelled(error)) throw new DomainError('PROVIDER_CANCELLED')
      logger.warn({ provider: provider.id, reason: reasonOf(error) }, 'a sign-in provider failed')
      throw new DomainError('PROVIDER_FAILED')
    }
  }

  /**
   * Whether the browser still has the session that started linking. Otherwise the provider would be linked to another
   * person's account.
   */
  async function isHolder({ sessionId }: Linking, refreshToken: string | null): Promise<boolean> {
    return (await sessions.holderOf(refreshToken))?.sessionId === sessionId
  }

  async function link(linking: Linking, about: ProviderReturn & { profile: Profile }): Promise<void> {
    if (!(await isHolder(linking, about.refreshToken))) throw new DomainError('AUTH_REQUIRED')
    const { providerId, domain, profile } = about
    const { userId, sessionId, askedAt } = linking
    await retried(() =>
      database.transaction(async (tx) => {
        // The request may have become invalid, for example because a second factor was added.
        await accounts.lock(tx, userId)
        await sessions.assertRecent(sessionId, tx, askedAt)
        await identities.link(tx, { userId, providerId, domain, profile })
      }),
    )
  }

  /** Reauthenticates the session's owner, who returned from a linked provider. */
  async function prove(linking: Linking, about: ProviderReturn & { profile: Profile }): Promise<void> {
    if (!(await isHolder(linking, about.refreshToken))) throw new DomainError('AUTH_REQUIRED')
    const { userId, sessionId } = linking
    // It wouldn't suffice for signing in either.
    const secondFactor = await signIns.secondFactorFor({
      userId,
      method: 'provider',
      signInContext: about.signInContext,
    })
    if (secondFactor !== null) throw new DomainError('FORBIDDEN')
    await database.transaction(async (tx) => {
      // Another identity there, or one unlinked since, proves nothing.
      if (!(await identities.isLinked(tx, { ...about, userId }))) throw new DomainError('INVALID_CREDENTIALS')
      await sessions.markRecent(tx, sessionId)
    })
  }

  /** Runs `work`, once more if a concurrent request created the same identity. */
  async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!database.dialect.isUniqueViolation(error)) throw error
      return work()
    }
  }

  /** Signs in the owner of a profile, in one transaction. */
  async function signIn(about: {
    profile: Profile
    providerId: string
    signInContext: SignInContext
    method: 'provider' | 'oneTap' | 'firebase'
    referral: Referral
    record?: RecordResponse<SignInOutcome>
    /** A single-use proof, consumed with the sign-in. */
    proof?: { name: string; expiresAt: number }
  }) {
    const { method, signInContext, proof, record = () => {} } = about
    return retried(() =>
      database.transaction(async (tx): Promise<SignInOutcome> => {
        if (proof && !(await proofs.use(proof.name, proof.expiresAt, tx))) throw new DomainError('INVALID_CREDENTIALS')
        const { userId, isNew } = await identities.accountOf(tx, about)
        const outcome = await signIns.begin(tx, { userId, method: isNew ? 'signUp' : method, signInContext })
        record(tx, outcome)
        return outcome
      }),
    )
  }

  return {
    signIn,
    require,
    /** A browser's stored attempt; null if invalid. */
    open: attempts.open,
    /** The forum address that starts linking, for the browser with the session. Throws REAUTHENTICATION_REQUIRED. */
    async ticketFor(
      about: Omit<Linking, 'purpose' | 'askedAt'> & { providerId: string; domain: Domain; next: string | undefined },
      tx: Transaction,
    ): Promise<string> {
      await sessions.assertRecent(about.sessionId, tx)
      const { providerId, domain, next, ...linking } = about
      require(providerId, domain)
      const ticket = attempts.makeTicket({ ...linking, providerId, next: ownPath(next) ?? SETTINGS })
      return startOf(domain, providerId, ticket)
    },
    /** Linked providers offered by the domain, each with the address to reauthenticate with it. */
    async proofsFor(about: { userId: string; sessionId: string; domain: Domain }) {
      const { userId, sessionId, domain } = about
      // By id: merged accounts may each have one.
      const linked = new Map((await identities.of(userId)).map((one) => [one.providerId, one]))
      return [...linked.values()]
        .filter(
          ({ providerId: id }) =>
            domain.providers.all.some((one) => one.id === id) && domain.config.signInProviders.includes(id),
        )
        .map(({ providerId, name }) => {
          const ticket = attempts.makeTicket({ userId, sessionId, providerId, purpose: 'prove', next: null })
          return { providerId, name, url: startOf(domain, providerId, ticket) }
        })
    },
    /** Where to redirect a browser, and what it must store until it returns. */
    async start(about: {
      providerId: string
      domain: Domain
      next: string | undefined
      ticket: string | undefined
      referral: Referral
      refreshToken: string | null
    }) {
      const { providerId, domain, next, ticket, referral, refreshToken } = about
      const provider = require(providerId, domain)
      const linking = ticket === undefined ? null : attempts.openTicket(ticket)
      if (ticket !== undefined) {
        const isGood = linking?.providerId === providerId && (await isHolder(linking, refreshToken))
        if (!isGood) throw new DomainError('AUTH_REQUIRED')
      }
      const attempt = attempts.make({
        providerId,
        next: linking?.next ?? ownPath(next) ?? HOME,
        linking: linking && {
          userId: linking.userId,
          sessionId: linking.sessionId,
          askedAt: linking.askedAt,
          purpose: linking.purpose ?? 'link',
        },
        referral,
        redirectUri: `${domain.origin}/api/auth/provider/${providerId}/callback`,
      })
      const url = await asking(provider, () => clients.begin(provider, attempt))
      return { url: url.href, state: attempt.state, sealedAttempt: attempts.seal(attempt) }
    },
    /** Completes a sign-in at a provider. Returns a session, or null after linking or reauthentication. */
    async finish(returned: ProviderReturn): Promise<SignInOutcome | null> {
      const { attempt, providerId, domain, query, state, signInContext } = returned
      const provider = require(providerId, domain)
      const isOurs =
        attempt !== null &&
        attempt.state === state &&
        attempt.providerId === providerId &&
        attempt.redirectUri.startsWith(`${domain.origin}/`)
      // Consumed first, so that each return is processed only once.
      if (!isOurs || !(await proofs.use(`state ${state}`, attempt.expiresAt))) throw new DomainError('PROVIDER_FAILED')
      const profile = await asking(provider, () => clients.complete(provider, { ...attempt, query }))
      const { linking, referral } = attempt
      if (linking === null) return signIn({ profile, providerId, signInContext, method: 'provider', referral })
      const settle = linking.purpose === 'prove' ? prove : link
      await settle(linking, { ...returned, profile })
      return null
    },
  }
}

function startOf({ origin }: Domain, providerId: string, ticket: string): string {
  return `${origin}/api/auth/provider/${providerId}/start?ticket=${encodeURIComponent(ticket)}`
}

function ownPath(path: string | undefined): string | null {
  return path !== undefined && path.length <= 1000 && isOwnPath(path) ? path : null
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'error' in error && error.error === 'access_denied'
}

/** A reason that is safe to log: providers' responses contain tokens and addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : error.name
  return `${code}: ${error.message.slice(0, 200)}`
}
