import type { LinkedProvider } from '@stoa/contract'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { wordsIn } from '../../../../platform/languages/words.ts'
import type { Letter } from '../../../../platform/mail/letter.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import { type AccountService, isAddressTaken, type PostLetter, type Referral } from '../../accounts/index.ts'
import { type Domain, SERVICES } from '../../tenants/index.ts'
import type { AssertSignInMethod } from '../second-factor/last-sign-in-method.ts'
import type { SessionService } from '../sessions/service.ts'
import type { Profile } from './profiles.ts'
import { identityRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  accounts: Pick<AccountService, 'accountsOf' | 'findFacts' | 'createNameless' | 'lock'>
  postLetter: PostLetter
  sessions: Pick<SessionService, 'assertRecent' | 'forgetOtherProofs'>
  /** Names of the configured providers by id. */
  names: Readonly<Record<string, string>>
  assertWayIn: AssertSignInMethod
}

/** A linked or unlinked provider, and where it happened. */
interface Change {
  userId: string
  providerId: string
  domain: Domain
}

export type IdentityService = ReturnType<typeof createIdentityService>

/** Links external identities to accounts. People are identified by the issuer's own id, never by an email address. */
export function createIdentityService(dependencies: Dependencies) {
  const { database, clock, accounts, postLetter, sessions, names, assertWayIn } = dependencies
  const nameOf = (providerId: string) => names[providerId] ?? SERVICES[providerId] ?? providerId

  async function insert(
    tx: Transaction,
    about: { profile: Profile; providerId: string; userId: string },
  ): Promise<void> {
    const { profile, providerId, userId } = about
    await identityRepository(tx.connection).insert({
      subject_hash: hashOf(profile),
      provider: providerId,
      user_id: userId,
      label: profile.label,
      linked_at: clock.now(),
    })
  }

  async function mailOwner(
    tx: Transaction,
    { userId, domain }: Change,
    write: (reader: Domain) => Letter,
  ): Promise<void> {
    const to = (await accounts.findFacts(userId, tx))?.email
    if (!to) return
    await postLetter(tx, { userId, to, domain }, write)
  }

  return {
    /** The user's linked providers, including those of merged accounts. */
    async of(userId: string, tx?: Transaction): Promise<LinkedProvider[]> {
      const rows = await identityRepository(database.from(tx)).ofUsers(await accounts.accountsOf(userId, tx))
      return rows.map(({ provider: providerId, label, linked_at: linkedAt }) => {
        return { providerId, name: nameOf(providerId), linkedAt: Number(linkedAt), label }
      })
    },
    /**
     * The account of a profile, created if needed (`isNew`). Throws PROVIDER_EMAIL_IN_USE if the issuer has verified an
     * address that an account has: the account's owner must link it.
     */
    async accountOf(tx: Transaction, about: { profile: Profile; providerId: string; referral: Referral }) {
      const { profile, referral } = about
      const repository = identityRepository(tx.connection)
      const identity = await repository.bySubject(hashOf(profile))
      if (identity && (await accounts.findFacts(identity.user_id, tx)))
        return { userId: identity.user_id, isNew: false }
      // The account was deleted; this identity starts over.
      if (identity) await repository.deleteAllOf(identity.user_id)
      const { email, name: displayName, picture: profileImageUrl } = profile
      try {
        const userId = await accounts.createNameless({ email, displayName, profileImageUrl, ...referral }, tx)
        await insert(tx, { ...about, userId })
        return { userId, isNew: true }
      } catch (error) {
        if (!isAddressTaken(error)) throw error
        // A concurrent request of the same person may have been faster.
        const since = await repository.bySubject(hashOf(profile))
        if (!since) throw new DomainError('PROVIDER_EMAIL_IN_USE')
        return { userId: since.user_id, isNew: false }
      }
    },
    /**
     * Links a profile to a user's account and notifies them by mail. Throws CREDENTIAL_IN_USE if it belongs to somebody
     * else.
     */
    async link(tx: Transaction, about: Change & { profile: Profile }): Promise<void> {
      const { userId, profile } = about
      const identity = await identityRepository(tx.connection).bySubject(hashOf(profile))
      if (identity && !(await accounts.accountsOf(userId, tx)).includes(identity.user_id))
        throw new DomainError('CREDENTIAL_IN_USE')
      if (identity) return
      await insert(tx, about)
      await mailOwner(tx, about, (reader) =>
        providerLetter(reader, { change: 'linked', provider: nameOf(about.providerId) }),
      )
    },
    /** Whether a profile of this provider is linked to the user's account or one merged into it. */
    async isLinked(tx: Transaction, about: { userId: string; providerId: string; profile: Profile }): Promise<boolean> {
      const identity = await identityRepository(tx.connection).bySubject(hashOf(about.profile))
      if (!identity || identity.provider !== about.providerId) return false
      return (await accounts.accountsOf(about.userId, tx)).includes(identity.user_id)
    },
    /**
     * Unlinks a provider and notifies the user by mail. Throws PROVIDER_NOT_FOUND if it is neither linked nor offered,
     * LAST_WAY_IN if they could no longer sign in, and REAUTHENTICATION_REQUIRED.
     */
    async unlink(change: Change & { sessionId: string }, tx?: Transaction): Promise<void> {
      const { userId, sessionId, providerId } = change
      await database.transaction(async (tx) => {
        // Of two concurrent requests, one must leave a sign-in method.
        await accounts.lock(tx, userId)
        await sessions.assertRecent(sessionId, tx)
        const all = await accounts.accountsOf(userId, tx)
        if ((await identityRepository(tx.connection).deleteOf(all, providerId)) === 0) {
          if (!Object.hasOwn({ ...names, ...change.domain.config.providerNames }, providerId))
            throw new DomainError('PROVIDER_NOT_FOUND')
          return
        }
        await assertWayIn(tx, userId, change.domain)
        // Other sessions may have been authenticated with it.
        await sessions.forgetOtherProofs(tx, userId, sessionId)
        await mailOwner(tx, change, (reader) =>
          providerLetter(reader, { change: 'unlinked', provider: nameOf(providerId) }),
        )
      }, tx)
    },
  }
}

/** The stored form of an identity. Contains its issuer, so it doesn't depend on the configuration. */
function hashOf({ issuer, subject }: Profile): string {
  return sha256(JSON.stringify([issuer, subject]))
}

/** English texts of the letters about linked providers. */
const providerMessages = {
  'mail.linked.subject': '{provider} was linked to your account',
  'mail.linked.text': 'You can now sign in to your account on {forum} with {provider}.',
  'mail.linked.notYou': 'If this wasn’t you, sign in, unlink it in your settings and sign out everywhere.',
  'mail.unlinked.subject': '{provider} was unlinked from your account',
  'mail.unlinked.text': 'You can no longer sign in to your account on {forum} with {provider}.',
  'mail.unlinked.notYou': 'If this wasn’t you, sign in another way and sign out everywhere in your settings.',
} as const

/** Notifies a person of a newly linked or unlinked provider, in the language of `reader`. */
function providerLetter(reader: Domain, about: { change: 'linked' | 'unlinked'; provider: string }): Letter {
  const t = wordsIn(reader, providerMessages)
  const { change, provider } = about
  return {
    subject: t(`mail.${change}.subject`, { provider }),
    text: [t(`mail.${change}.text`, { forum: reader.config.domainDisplayName, provider })],
    after: [t(`mail.${change}.notYou`)],
  }
}
