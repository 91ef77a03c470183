import type { CallOutput, CallParsedInput, Me } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { Keep } from '../../lib/keep.ts'
import type { Forwarding } from '../accounts/forwarding.ts'
import type { AccountService } from '../accounts/service.ts'
import type { FollowService } from '../follows/service.ts'
import type { Letter } from '../mail/letter.ts'
import type { MailService } from '../mail/service.ts'
import type { createStandingMerger } from '../memberships/merging.ts'
import type { MergedStanding, NotedMerge } from '../memberships/own-standing.ts'
import type { PasswordSignIn } from '../sessions/password-sign-in.ts'
import type { SessionService } from '../sessions/service.ts'
import type { Place } from '../sessions/sign-ins.ts'
import type { Moving } from './moving.ts'
import { createProofs, type WaysIn } from './proofs.ts'
import { type MergeRow, mergeRepository } from './repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  secret: string
  accounts: Pick<AccountService, 'get' | 'hold' | 'accountsOf' | 'findFacts' | 'profilesByUsername'>
  follows: Pick<FollowService, 'counted'>
  forwarding: Forwarding
  sessions: Pick<SessionService, 'assertRecent' | 'endAllOf' | 'endOthers' | 'counts'>
  passwordSignIn: Pick<PasswordSignIn, 'prove'>
  standing: ReturnType<typeof createStandingMerger>
  moving: Pick<Moving, 'begin' | 'part'>
  mail: Pick<MailService, 'post'>
  hasSecondFactor(userId: string): Promise<boolean>
}

/** Who asks, in which session. */
interface Asker {
  viewer: Me
  sessionId: string
}

type Proof = CallOutput<'userForwardProve'>

export type Merges = ReturnType<typeof createMerges>

/**
 * Two accounts of one person become one: posts and comments stay with the account that wrote them and are read as the main
 * one's, while what a person has once (memberships and roles at once, reactions and votes in batches) becomes the main
 * one's, and is noted so that it finds back.
 */
export function createMerges(dependencies: Dependencies) {
  const { database, clock, accounts, follows, forwarding, sessions, passwordSignIn } = dependencies
  const { standing, moving, mail, hasSecondFactor } = dependencies
  const proofs = createProofs(dependencies)

  async function merge(unit: Unit, about: { fromId: string; intoId: string; assertProved(): Promise<void> }) {
    const { fromId, intoId } = about
    await accounts.hold(unit, [fromId, intoId])
    const both = [fromId, ...(await accounts.accountsOf(intoId))]
    await follows.counted(unit, both, () => forwarding.forward(unit, about))
    // Both are locked by now: whoever has thrown somebody out until here is heard.
    await about.assertProved()
    // It would be asked for no longer.
    if ((await hasSecondFactor(fromId)) && !(await hasSecondFactor(intoId))) throw new DomainError('MERGE_REFUSED')
    // What one of them has chosen is still on its way from one to the other.
    if (await mergeRepository(unit.connection).isParting([fromId, intoId])) throw new DomainError('BUSY')
    const row = { user_id: fromId, main_id: intoId, merged_at: clock.now(), notes: '' }
    const merges = await mergeRepository(unit.connection).lockInto(intoId, database.dialect)
    await moving.begin(unit, row)
    await keepNotes(unit, await standing.giveTo(unit, { ...about, merges: merges.map(notedIn) }))
    await sessions.endAllOf(fromId)
  }

  /** What is kept with each merge changes with every merge and parting of the person. */
  async function keepNotes(unit: Unit, notes: Map<string, MergedStanding>): Promise<void> {
    for (const [userId, of] of notes) {
      await mergeRepository(unit.connection).update(userId, { notes: JSON.stringify({ standing: of }) })
    }
  }

  async function waysInto(userId: string): Promise<WaysIn | null> {
    const facts = await accounts.findFacts(userId)
    return facts && { passwordHash: facts.passwordHash, hasSecondFactor: await hasSecondFactor(userId) }
  }

  async function prove(about: { userId: string; partnerId: string; sessionId: string }) {
    const ways = await waysInto(about.userId)
    if (!ways) throw new DomainError('INVALID_CREDENTIALS')
    return proofs.make({ ...about, ...ways })
  }

  /** Whose account the proof is of, now. */
  const opened = (proof: string, partnerId: string) =>
    proofs.open(proof, { partnerId, waysInto, counts: sessions.counts })

  /** Tells the owners of both addresses: one of them may not have wanted it. */
  async function tellOwners(
    unit: Unit,
    about: { fromId: string; intoId: string; from: string },
    letterOf: (given: string, main: string) => Letter,
  ): Promise<void> {
    const named = await forwarding.named([about.fromId, about.intoId])
    const nameOf = (id: string) => named.find(({ userId }) => userId === id)?.username ?? ''
    const letter = letterOf(nameOf(about.fromId), nameOf(about.intoId))
    for (const { userId, email } of named) {
      if (email !== null) await mail.post(unit, { userId, to: email, from: about.from, letter })
    }
  }

  return {
    /** Proves an account to be one's own, for the merge with one other account. */
    async prove(
      { viewer, sessionId }: Asker,
      about: { input: CallParsedInput<'userForwardProve'>; place: Place },
      keep: Keep<Proof>,
    ): Promise<Proof> {
      const { input, place } = about
      let answer: Proof
      const { login = '', password = '', partner: partnerName } = input
      if (partnerName !== undefined) {
        await sessions.assertRecent(sessionId)
        const [partner] = await accounts.profilesByUsername([partnerName])
        // Somebody of this name or not: a proof for nobody is good for nothing, and tells nothing.
        const made = await prove({ userId: viewer.id, partnerId: partner?.id ?? '', sessionId })
        answer = { ...made, account: { userId: viewer.id, username: viewer.username } }
      } else {
        const userId = await passwordSignIn.prove({ login, password }, place)
        const [account] = await forwarding.named([userId])
        if (!account) throw new DomainError('INVALID_CREDENTIALS')
        const made = await prove({ userId, partnerId: viewer.id, sessionId })
        answer = { ...made, account: { userId, username: account.username } }
      }
      await database.transaction(async (unit) => keep(unit, answer))
      return answer
    },
    /** Merges the viewer's account and the proved one; `from` names the forum. */
    async merge(
      { viewer, sessionId }: Asker,
      input: Pick<CallParsedInput<'userForward'>, 'proof' | 'mainAccount'>,
      from: string,
    ): Promise<CallOutput<'userForward'>> {
      await sessions.assertRecent(sessionId)
      const otherId = await opened(input.proof, viewer.id)
      const assertProved = async () => {
        await sessions.assertRecent(sessionId)
        await opened(input.proof, viewer.id)
      }
      const signedOut = input.mainAccount === 'other'
      const [fromId, intoId] = signedOut ? [viewer.id, otherId] : [otherId, viewer.id]
      return database.transaction(async (unit) => {
        await merge(unit, { fromId, intoId, assertProved })
        await tellOwners(unit, { fromId, intoId, from }, mergedLetter)
        return { user: await accounts.get(intoId), signedOut }
      })
    },
    /**
     * Parts an account from the viewer's again, and signs the viewer's out elsewhere: somebody may have come in by what the
     * other one is signed in with. Throws USER_NOT_FOUND for one that is no part of it; `from` names the forum.
     */
    async undo(
      { viewer, sessionId }: Asker,
      forwardedUserId: string,
      from: string,
    ): Promise<CallOutput<'userForwardUndo'>> {
      return database.transaction(async (unit) => {
        await accounts.hold(unit, [viewer.id])
        await sessions.assertRecent(sessionId)
        const merges = await mergeRepository(unit.connection).lockInto(viewer.id, database.dialect)
        const [account] = await forwarding.named([forwardedUserId])
        const isMerged = merges.some((row) => row.user_id === forwardedUserId)
        if (!isMerged || !account) throw new DomainError('USER_NOT_FOUND')
        const places = { fromId: forwardedUserId, intoId: viewer.id }
        const all = await accounts.accountsOf(viewer.id)
        await follows.counted(unit, all, () => forwarding.part(unit, places))
        await keepNotes(unit, await standing.giveBack(unit, { ...places, merges: merges.map(notedIn) }))
        await moving.part(unit, forwardedUserId)
        await sessions.endOthers(viewer.id, sessionId)
        await tellOwners(unit, { ...places, from }, partedLetter)
        return { user: { userId: account.userId, username: account.username } }
      })
    },
    /** The accounts that were merged into the viewer's. */
    async list(viewer: Me): Promise<CallOutput<'userForwarded'>> {
      const rows = await mergeRepository(database.read).into(viewer.id)
      const named = new Map((await forwarding.named(rows.map((row) => row.user_id))).map((one) => [one.userId, one]))
      return {
        items: rows.flatMap(({ user_id: userId, merged_at }) => {
          const account = named.get(userId)
          return account ? [{ userId, username: account.username, mergedAt: Number(merged_at) }] : []
        }),
      }
    },
  }
}

function mergedLetter(given: string, main: string): Letter {
  return {
    subject: 'Two accounts were merged',
    text: [`The account ${given} is now a part of ${main}.`],
    after: ['If that was not you, change your passwords, and part the accounts in the settings of the main one.'],
  }
}

function partedLetter(given: string, main: string): Letter {
  return {
    subject: 'Two accounts were parted',
    text: [
      `The account ${given} is no longer a part of ${main}.`,
      `Whoever was signed in to ${main} elsewhere is signed out.`,
    ],
    after: ['If that was not you, change the passwords of both.'],
  }
}

function notedIn({ user_id: userId, notes }: Pick<MergeRow, 'user_id' | 'notes'>): NotedMerge {
  return { userId, standing: JSON.parse(notes).standing }
}
