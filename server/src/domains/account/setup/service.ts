import { randomBytes } from 'node:crypto'
import {
  type CallOutput,
  type CallParsedInput,
  canSetUp,
  type Me,
  SETUP_LINK_TTL_MS,
  SETUP_STEPS,
  type SetupStep,
} from '@stoa/contract'
import type { RecordResponse } from '../../../platform/calls/context.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError, isDomainError } from '../../../platform/domain-error.ts'
import { wordsIn } from '../../../platform/languages/words.ts'
import { mailTestMessages } from '../../../platform/mail/mail-test-messages.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isPrivateHost } from '../../../platform/security/address.ts'
import { sha256 } from '../../../platform/security/keys.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import { type AccountService, inReadersLanguage } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import { type Domain, type DomainService, mailBrandOf } from '../../people/tenants/index.ts'
import { type SetupRow, setupRepository } from './repository.ts'

/**
 * `unclaimed`: nobody owns the forum, and nobody can write. `guided`: its owner is setting it up. `open`: visitors see
 * it.
 */
type SetupPhase = 'unclaimed' | 'guided' | 'open'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'mail'> {
  accounts: AccountService
  communities: CommunityService
  memberships: MembershipService
  partnerOrigins: OriginService
  activityLog: ActivityLog
  domains: DomainService
  hasMailServer: boolean
  /** The forum's own address is on this machine. */
  isForumLocal: boolean
}

/** The owner's account. */
export interface NewOwner {
  username: string
  email: string
  passwordHash: string
}

type SetupState = CallOutput<'setupGet'>
type MailTest = CallOutput<'setupMailTest'>

const NOT_PUBLIC = 'Use a public address without a port, such as https://news.example.'

export type SetupService = ReturnType<typeof createSetupService>

/** Makes the owner of a new forum, and keeps visitors out until it is set up. */
export function createSetupService(dependencies: Dependencies) {
  const { database, clock, mail, accounts, communities, memberships, partnerOrigins, activityLog } = dependencies
  const { domains, hasMailServer, isForumLocal } = dependencies
  const read = (tx?: Transaction) => setupRepository(database.from(tx))
  /** A forum that is open stays so. */
  let isOpen = false

  /** An operator may have created accounts in another way, or content. */
  async function isUnclaimed(row: SetupRow | undefined, tx?: Transaction): Promise<boolean> {
    return (
      row !== undefined && Number(row.claimed_at) === 0 && Number(row.finished_at) === 0 && !(await read(tx).isUsed())
    )
  }

  async function phase(tx?: Transaction): Promise<SetupPhase> {
    if (isOpen) return 'open'
    const row = await read(tx).find()
    if (await isUnclaimed(row, tx)) return 'unclaimed'
    if (row && Number(row.claimed_at) > 0 && Number(row.finished_at) === 0) return 'guided'
    isOpen = true
    return 'open'
  }

  async function assertCanSetUp(viewer: Me, { config }: Domain, tx?: Transaction): Promise<void> {
    const forum = { tokenName: config.defaultTokenName, isOpen: (await phase(tx)) === 'open' }
    assertAllowed(canSetUp(viewer, forum))
  }

  /** Locks the state of a forum without an owner. Throws SETUP_DONE if it has one. */
  async function lockUnclaimed(tx: Transaction): Promise<void> {
    const row = await setupRepository(tx.connection).lock(database.dialect)
    if (!(await isUnclaimed(row, tx))) throw new DomainError('SETUP_DONE')
  }

  async function assertLink(token: string, tx?: Transaction): Promise<void> {
    if (!(await read(tx).hasLink(sha256(token), clock.now()))) throw new DomainError('SETUP_LINK_INVALID')
  }

  async function makeOwner(tx: Transaction, owner: NewOwner): Promise<string> {
    const userId = await accounts.create(owner, tx)
    await accounts.setNetworkAdmin(owner.username, true, tx)
    const viewer = await memberships.viewer(userId, '', tx)
    if (!viewer) throw new DomainError('USER_NOT_FOUND')
    const { id: communityId, tokenName } = await domains.defaultCommunity(tx)
    await memberships.join(viewer, { tokenName, join: true }, tx)
    await memberships.changeRole(tx, { communityId, userId, change: { owner: true } })
    await communities.setCreator(tx, communityId, userId)
    await activityLog.add(tx, { communityId, actorId: userId, action: 'communityCreated' })
    const repository = setupRepository(tx.connection)
    await repository.update({ claimed_at: clock.now() })
    await repository.deleteLinks()
    return userId
  }

  async function stateOf({ config }: Domain, tx?: Transaction): Promise<SetupState> {
    const row = await read(tx).find()
    const steps = row ? (JSON.parse(row.steps) as Partial<SetupState['steps']>) : {}
    // An operator may have changed the default community's name in the settings.
    const community = await communities.require(config.defaultTokenName, tx).catch((error: unknown) => {
      if (isDomainError(error)) return null
      throw error
    })
    return {
      isOpen: !row || Number(row.finished_at) > 0,
      steps: Object.fromEntries(SETUP_STEPS.map((step) => [step, steps[step] ?? 'open'])) as SetupState['steps'],
      hasMailServer,
      sites: community ? (await partnerOrigins.list(community.id, tx)).map(({ origin }) => origin) : [],
    }
  }

  async function sendTest(viewer: Me, domain: Domain): Promise<MailTest> {
    await assertCanSetUp(viewer, domain)
    const { email: to } = await accounts.ownFacts(viewer.id)
    if (to === null) return { to: '', error: 'Your account has no confirmed email address.' }
    const reader = inReadersLanguage(domain, await accounts.languageOf(viewer.id))
    const t = wordsIn(reader, mailTestMessages)
    const from = reader.config.domainDisplayName
    const letter = {
      subject: t('mail.test.subject', { name: from }),
      text: [t('mail.test.text')],
      action: { label: t('mail.test.continue'), url: `${domain.origin}/bbs/setup` },
    }
    return {
      to,
      error: (await mail.sendNow({ userId: viewer.id, to, from, brand: mailBrandOf(reader), reader, letter })) ?? '',
    }
  }

  return {
    phase: () => phase(),
    /** Throws SETUP_PENDING while nobody owns the forum. */
    async assertClaimed(): Promise<void> {
      if (!isOpen && (await phase()) === 'unclaimed') throw new DomainError('SETUP_PENDING')
    },
    /**
     * Starts the set-up of a forum without accounts and posts, unless it needn't wait for its owner. Opens a waiting one
     * that needn't, or in which an operator has created an account. Call it when the database is prepared.
     */
    async begin({ waits = true }: { waits?: boolean } = {}): Promise<void> {
      await database.transaction(async (tx) => {
        const repository = setupRepository(tx.connection)
        const row = await repository.lock(database.dialect)
        if (!row && waits && !(await repository.isUsed()))
          await repository.insert({ claimed_at: 0, finished_at: 0, steps: '{}' })
        if (!row || Number(row.finished_at) > 0) return
        const isOver = !waits || (Number(row.claimed_at) === 0 && (await repository.isUsed()))
        if (isOver) await repository.update({ finished_at: clock.now() })
      })
      isOpen = false
    },
    /**
     * A new secret for the link that makes its opener the owner; earlier ones stay valid, so that each server can print
     * one. Null if the forum has an owner or accounts, or needs none.
     */
    async newLink(): Promise<string | null> {
      if ((await phase()) !== 'unclaimed') return null
      return database.transaction(async (tx) => {
        const repository = setupRepository(tx.connection)
        if (!(await isUnclaimed(await repository.lock(database.dialect), tx))) return null
        const token = randomBytes(32).toString('base64url')
        await repository.deleteLinks(clock.now())
        await repository.insertLink(sha256(token), clock.now() + SETUP_LINK_TTL_MS)
        return token
      })
    },
    /** Throws SETUP_DONE or SETUP_LINK_INVALID if a link can't be used. */
    async checkLink(token: string): Promise<void> {
      if (!(await isUnclaimed(await read().find()))) throw new DomainError('SETUP_DONE')
      await assertLink(token)
    },
    /**
     * Makes the owner with a link, once; returns the account's id. The address is confirmed: whoever has the link
     * operates the forum. Throws like `checkLink`.
     */
    async claim(tx: Transaction, token: string, owner: NewOwner): Promise<string> {
      await lockUnclaimed(tx)
      await assertLink(token, tx)
      return makeOwner(tx, owner)
    },
    /** Makes the owner for an operator. Throws SETUP_DONE if there is one. */
    async claimAsOperator(owner: NewOwner): Promise<string> {
      return database.transaction(async (tx) => {
        await lockUnclaimed(tx)
        return makeOwner(tx, owner)
      })
    },
    async get(viewer: Me, domain: Domain): Promise<SetupState> {
      await assertCanSetUp(viewer, domain)
      return stateOf(domain)
    },
    /** Records how far a step is. */
    async recordStep(
      viewer: Me,
      { step, state }: Pick<CallParsedInput<'setupStep'>, 'step' | 'state'>,
      { domain, tx }: { domain: Domain; tx?: Transaction },
    ): Promise<SetupState> {
      await assertCanSetUp(viewer, domain, tx)
      return database.transaction(async (tx) => {
        const repository = setupRepository(tx.connection)
        const row = await repository.lock(database.dialect)
        const steps = { ...(row ? (JSON.parse(row.steps) as Partial<Record<SetupStep, string>>) : {}), [step]: state }
        const now = clock.now()
        if (row) await repository.update({ steps: JSON.stringify(steps) })
        // A forum from before there was a guide is open.
        else await repository.insert({ claimed_at: now, finished_at: now, steps: JSON.stringify(steps) })
        return stateOf(domain, tx)
      }, tx)
    },
    /**
     * Lets the pages of a site embed the domain's default community. The server fetches registered sites, so a forum in
     * public refuses those of its own network, and other ports than the usual ones.
     */
    async addSite(
      viewer: Me,
      { address }: { address: string },
      { domain, tx }: { domain: Domain; tx?: Transaction },
    ): Promise<{ origin: string }> {
      await assertCanSetUp(viewer, domain, tx)
      const { hostname, port } = new URL(address)
      if (!isForumLocal && (port !== '' || isPrivateHost(hostname)))
        throw new DomainError('VALIDATION_FAILED', [{ field: 'address', message: NOT_PUBLIC }])
      const { id } = await communities.require(domain.config.defaultTokenName, tx)
      return { origin: await partnerOrigins.register(id, address, tx) }
    },
    /**
     * Sends a test mail to the viewer and returns what the mail server said. No transaction waits for the mail server, so
     * the response is recorded afterwards.
     */
    async testMail(viewer: Me, domain: Domain, record: RecordResponse<MailTest>): Promise<MailTest> {
      const result = await sendTest(viewer, domain)
      await database.transaction(async (tx) => record(tx, result))
      return result
    },
    /** Shows the forum to visitors. */
    async finish(viewer: Me, { domain, tx }: { domain: Domain; tx?: Transaction }): Promise<void> {
      await assertCanSetUp(viewer, domain, tx)
      await database.transaction(async ({ connection }) => {
        const repository = setupRepository(connection)
        const row = await repository.lock(database.dialect)
        if (row && Number(row.finished_at) === 0) await repository.update({ finished_at: clock.now() })
      }, tx)
    },
    /** Deletes expired links. */
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) => setupRepository(connection).deleteLinks(clock.now()))
    },
  }
}
