import type { CallOutput, CallParsedInput, Me } from '@stoa/contract'
import type { RecordResponse } from '../../../platform/calls/context.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { wordsIn } from '../../../platform/languages/words.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, Forwarding, PostLetter } from '../../people/accounts/index.ts'
import type { PasswordSignIn, SessionService, SignInContext } from '../../people/auth/index.ts'
import type { FollowService } from '../../people/follows/index.ts'
import type { MembershipMerger, MergedStanding } from '../../people/memberships/index.ts'
import type { Reputation } from '../../people/reputation/index.ts'
import type { Domain } from '../../people/tenants/index.ts'
import type { MergedChoices } from './choices.ts'
import { createProofs, type SignInFactors } from './proofs.ts'
import { mergeRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'secret'> {
  accounts: Pick<AccountService, 'get' | 'hold' | 'findFacts' | 'profilesByUsername'>
  follows: Pick<FollowService, 'counted'>
  forwarding: Forwarding
  sessions: Pick<SessionService, 'assertRecent' | 'endAllOf' | 'endOthers' | 'counts'>
  passwordSignIn: Pick<PasswordSignIn, 'prove'>
  membershipMerger: MembershipMerger
  reputation: Pick<Reputation, 'recountPeople'>
  mergedChoices: MergedChoices
  postLetter: PostLetter
  hasSecondFactor(userId: string, tx?: Transaction): Promise<boolean>
}

/** The requester and their session. */
interface Asker {
  viewer: Me
  sessionId: string
  tx: Transaction | undefined
}

type Proof = CallOutput<'userForwardProve'>

/**
 * Merges two accounts of one person. Posts, comments, follows and bans stay with their accounts and are read as the
 * main account's. Memberships and roles move to the main account at once; a job settles reactions and votes. Changes
 * are recorded, so that a person's latest merge can be undone.
 */
export function createMerges(dependencies: Dependencies) {
  const { database, clock, accounts, follows, forwarding, sessions, passwordSignIn } = dependencies
  const { membershipMerger, mergedChoices, postLetter, hasSecondFactor, reputation } = dependencies
  const proofs = createProofs(dependencies)

  async function merge(
    tx: Transaction,
    about: { fromId: string; intoId: string; assertProved(tx: Transaction): Promise<void> },
  ) {
    const { fromId, intoId } = about
    const repository = mergeRepository(tx.connection)
    await accounts.hold(tx, [fromId, intoId])
    const earlier = await repository.into(intoId)
    const all = [fromId, intoId, ...earlier.map((row) => row.user_id)]
    await follows.counted(tx, all, () => forwarding.forward(tx, about))
    await reputation.recountPeople(tx, all)
    // Both accounts are locked by now, so a session revoked before this point proves nothing.
    await about.assertProved(tx)
    // Otherwise the second factor would no longer be requested.
    const isWeaker = (await hasSecondFactor(fromId, tx)) && !(await hasSecondFactor(intoId, tx))
    if (isWeaker) throw new DomainError('MERGE_REFUSED')
    if (await mergedChoices.isRestoring(tx, [fromId, intoId])) throw new DomainError('BUSY')
    const merged_at = Math.max(clock.now(), 1 + Number(earlier.at(-1)?.merged_at ?? 0))
    await repository.insert({ user_id: fromId, main_id: intoId, merged_at })
    await repository.addRecords(fromId, 'community', await membershipMerger.merge(tx, about))
    mergedChoices.settle(tx, fromId)
    await sessions.endAllOf(fromId, tx)
  }

  async function signInFactorsOf(userId: string, tx?: Transaction): Promise<SignInFactors | null> {
    const facts = await accounts.findFacts(userId, tx)
    return facts && { passwordHash: facts.passwordHash, hasSecondFactor: await hasSecondFactor(userId, tx) }
  }

  async function prove(about: { userId: string; partnerId: string; sessionId: string }) {
    const factors = await signInFactorsOf(about.userId)
    if (!factors) throw new DomainError('INVALID_CREDENTIALS')
    return proofs.make({ ...about, ...factors })
  }

  /** Opens a proof made for `partnerId`. */
  const opened = (proof: string, partnerId: string, tx: Transaction | undefined) =>
    proofs.open(proof, {
      partnerId,
      signInFactorsOf: (userId) => signInFactorsOf(userId, tx),
      counts: (sessionId) => sessions.counts(sessionId, tx),
    })

  /** Notifies the owners of both addresses, since one of them may not have agreed. */
  async function mailOwners(
    tx: Transaction,
    about: { fromId: string; intoId: string; domain: Domain },
    change: 'merged' | 'undone',
  ): Promise<void> {
    const { fromId, intoId, domain } = about
    const owners = await forwarding.ownersOf([fromId, intoId], tx)
    const nameOf = (id: string) => owners.find(({ userId }) => userId === id)?.username ?? ''
    const names = { merged: nameOf(fromId), main: nameOf(intoId) }
    for (const { userId, email } of owners) {
      if (email === null) continue
      await postLetter(tx, { userId, to: email, domain }, (reader) => {
        const t = wordsIn(reader, mergeMessages)
        return {
          subject: t(`mail.${change}.subject`),
          text: [t(`mail.${change}.text`, names), ...(change === 'undone' ? [t('mail.undone.signedOut', names)] : [])],
          after: [t(`mail.${change}.notYou`)],
        }
      })
    }
  }

  return {
    /** Proves ownership of an account for merging it with one other account. */
    async prove(
      { viewer, sessionId }: Omit<Asker, 'tx'>,
      about: { input: CallParsedInput<'userForwardProve'>; signInContext: SignInContext },
      record: RecordResponse<Proof>,
    ): Promise<Proof> {
      const { input, signInContext } = about
      let response: Proof
      const { login = '', password = '', partner: partnerName } = input
      if (partnerName !== undefined) {
        await sessions.assertRecent(sessionId)
        const [partner] = await accounts.profilesByUsername([partnerName])
        // A proof for a nonexistent user is created, too: it is useless and reveals nothing.
        const mergeProof = await prove({ userId: viewer.id, partnerId: partner?.id ?? '', sessionId })
        response = { ...mergeProof, account: { userId: viewer.id, username: viewer.username } }
      } else {
        const userId = await passwordSignIn.prove({ login, password }, signInContext)
        const [account] = await forwarding.ownersOf([userId])
        if (!account) throw new DomainError('INVALID_CREDENTIALS')
        const mergeProof = await prove({ userId, partnerId: viewer.id, sessionId })
        response = { ...mergeProof, account: { userId, username: account.username } }
      }
      await database.transaction(async (tx) => record(tx, response))
      return response
    },
    /** Merges the viewer's account and the proved one. */
    async merge(
      { viewer, sessionId, tx }: Asker,
      input: Pick<CallParsedInput<'userForward'>, 'proof' | 'mainAccount'>,
      domain: Domain,
    ): Promise<CallOutput<'userForward'>> {
      await sessions.assertRecent(sessionId, tx)
      const otherId = await opened(input.proof, viewer.id, tx)
      const assertProved = async (tx: Transaction) => {
        await sessions.assertRecent(sessionId, tx)
        await opened(input.proof, viewer.id, tx)
      }
      const signedOut = input.mainAccount === 'other'
      const [fromId, intoId] = signedOut ? [viewer.id, otherId] : [otherId, viewer.id]
      await database.transaction(async (tx) => {
        await merge(tx, { fromId, intoId, assertProved })
        await mailOwners(tx, { fromId, intoId, domain }, 'merged')
      }, tx)
      return { user: await accounts.get(intoId, tx), signedOut }
    },
    /** For an operator: merges two accounts of one person, who needs no proof. */
    async mergeFor(tx: Transaction, about: { fromId: string; intoId: string; domain: Domain }): Promise<void> {
      await merge(tx, { ...about, assertProved: async () => {} })
      await mailOwners(tx, about, 'merged')
    },
    /**
     * Undoes the latest merge into the viewer's account and revokes the viewer's other sessions, as they may have been
     * started with the other account's credentials. Throws USER_NOT_FOUND for an account that
     * isn't merged into it, and MERGE_NOT_LATEST for an earlier merge.
     */
    async undo(
      { viewer, sessionId, tx }: Asker,
      forwardedUserId: string,
      domain: Domain,
    ): Promise<CallOutput<'userForwardUndo'>> {
      return database.transaction(async (tx) => {
        const repository = mergeRepository(tx.connection)
        await accounts.hold(tx, [viewer.id])
        await sessions.assertRecent(sessionId, tx)
        const merges = await repository.into(viewer.id)
        const [account] = await forwarding.ownersOf([forwardedUserId], tx)
        const merged = merges.map((row) => row.user_id)
        if (!merged.includes(forwardedUserId) || !account) throw new DomainError('USER_NOT_FOUND')
        if (merged.at(-1) !== forwardedUserId) throw new DomainError('MERGE_NOT_LATEST')
        const about = { fromId: forwardedUserId, intoId: viewer.id }
        // Wait for a running batch of choices.
        await repository.lock(forwardedUserId, database.dialect)
        const all = [viewer.id, ...merged]
        await follows.counted(tx, all, () => forwarding.undo(tx, about))
        await reputation.recountPeople(tx, all)
        const standings = await repository.records<MergedStanding>(forwardedUserId, 'community')
        await membershipMerger.undo(tx, { ...about, standings })
        const communityIds = standings.map(({ entityId }) => entityId)
        await repository.deleteRecords(forwardedUserId, 'community', communityIds)
        await repository.delete(forwardedUserId)
        mergedChoices.settle(tx, forwardedUserId)
        await sessions.endOthers(viewer.id, sessionId, tx)
        await mailOwners(tx, { ...about, domain }, 'undone')
        return { user: { userId: account.userId, username: account.username } }
      }, tx)
    },
    /** Accounts merged into the viewer's, oldest first. */
    async list(viewer: Me): Promise<CallOutput<'userForwarded'>> {
      const rows = await mergeRepository(database.read).into(viewer.id)
      const userIds = rows.map((row) => row.user_id)
      const accountsById = new Map((await forwarding.ownersOf(userIds)).map((one) => [one.userId, one]))
      return {
        items: rows.flatMap(({ user_id: userId, merged_at }) => {
          const account = accountsById.get(userId)
          return account ? [{ userId, username: account.username, mergedAt: Number(merged_at) }] : []
        }),
      }
    },
  }
}

/** English texts of the mails. `merged` and `main` are usernames. */
const mergeMessages = {
  'mail.merged.subject': 'Two accounts were merged',
  'mail.merged.text': 'The account {merged} was merged into {main}.',
  'mail.merged.notYou':
    'If this wasn’t you, change your passwords and undo the merge in the settings of the main account.',
  'mail.undone.subject': 'An account merge was undone',
  'mail.undone.text': 'The account {merged} is separate from {main} again.',
  'mail.undone.signedOut': 'All other devices signed in to {main} were signed out.',
  'mail.undone.notYou': 'If this wasn’t you, change the passwords of both accounts.',
} as const
