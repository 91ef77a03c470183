import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallParsedInput,
  type Community,
  canConfigureDomain,
  canRunInstallation,
  type FailedJob,
  type Me,
  type NetworkAct,
  type NetworkFile,
  type NetworkHealth,
  type NetworkOrigin,
  type NetworkPerson,
  PAGE_SIZE,
  type Page,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { cut, endOf } from '../../../platform/database/keyset.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { JobSummary } from '../../../platform/jobs/queue.ts'
import { MAIL_JOBS } from '../../../platform/mail/service.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import { type AccountsDomain, actOf } from '../../people/accounts/index.ts'
import type { ChainDomain } from '../../people/chain/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { LedgerVerification } from '../../people/ledger/index.ts'
import type { MediaDomain } from '../../people/media/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { Domain, TenantsDomain } from '../../people/tenants/index.ts'
import type { RollUp } from '../numbers/index.ts'
import type { CertificateState } from './certificate.ts'
import { networkRepository } from './repository.ts'

/** A query that takes longer counts as failed. */
const PING_MS = 2000
const PARKED_MAX = 100

interface Dependencies
  extends Pick<Platform, 'database' | 'clock' | 'cursors' | 'jobs' | 'mail' | 'events' | 'disk' | 'redis' | 'config'>,
    Pick<AccountsDomain, 'accounts' | 'operatorLog'>,
    Pick<PartnerOriginsDomain, 'partnerOrigins'>,
    Pick<MediaDomain, 'uploaded'>,
    Pick<TenantsDomain, 'domains'> {
  version: string
  communities: Pick<CommunityService, 'require' | 'factsById' | 'list'>
  memberships: Pick<MembershipService, 'banCounts'>
  activityLog: Pick<ActivityLog, 'everywhere'>
  rollUp: Pick<RollUp, 'countedUntil'>
  ledgerVerification: Pick<LedgerVerification, 'frozen'>
  chain: Pick<ChainDomain['chain'], 'withdrawalProblems' | 'missing'>
  certificate(now: number): Promise<CertificateState> | null
}

/** What network admins see of the whole installation, and admins of a domain of that. */
export function createNetworkService(dependencies: Dependencies) {
  const { database, clock, cursors, jobs, mail, events, disk, redis, config, certificate, rollUp } = dependencies
  const {
    ledgerVerification,
    chain,
    accounts,
    operatorLog,
    partnerOrigins,
    uploaded,
    communities,
    memberships,
    activityLog,
    version,
  } = dependencies

  /** The domain that a list is about: the named one, or the admin's own. Undefined: all, for network admins. */
  function domainFor(viewer: Me, named: string | undefined): Domain | undefined {
    const name = named ?? (viewer.networkAdmin ? undefined : viewer.adminDomain)
    assertAllowed(name === undefined ? canRunInstallation(viewer) : canConfigureDomain(viewer, name))
    const domain = dependencies.domains.stored.find((one) => one.name === name)
    if (name !== undefined && !domain) throw new DomainError('DOMAIN_NOT_FOUND')
    return domain
  }

  /** Token name of the domain's only community; null: it shows all. */
  const onlyOf = (domain: Domain | undefined): string | null =>
    domain?.config.isSingleTokenDomain ? domain.config.defaultTokenName : null

  /** A page of rows of which one more was read. */
  function pageOf<Row, Item>(
    rows: readonly Row[],
    about: { limit: number; list: string; positionOf: (row: Row) => string[]; present: (row: Row) => Item },
  ): Page<Item> {
    const page = cut(rows, about.limit)
    return { items: page.rows.map(about.present), ...endOf(page, { cursors, ...about }) }
  }

  const positionAt = (list: string, cursor: string | undefined): string[] | null =>
    cursor === undefined ? null : cursors.decode(list, cursor).map(String)

  /** How long a query takes, and how far the database's clock is ahead. */
  async function databaseState(): Promise<NetworkHealth['database']> {
    const isMysql = database.dialect.name !== 'sqlite'
    const kind = isMysql ? 'mysql' : 'sqlite'
    const start = performance.now()
    const time = isMysql
      ? (database.read.raw('select unix_timestamp(now(3)) * 1000 as at') as unknown as Promise<[{ at: number }[]]>)
      : database.ping()
    const isThere = await Promise.race([
      time.then(
        (result) => ({ at: Array.isArray(result) ? Number(result[0][0]?.at) : null }),
        () => null,
      ),
      sleep(PING_MS, null, { ref: false }),
    ])
    if (isThere === null) return { kind, ms: null, clockMs: null }
    const ms = Math.round((performance.now() - start) * 10) / 10
    return { kind, ms, clockMs: isThere.at === null ? null : Math.round(isThere.at - Date.now()) }
  }

  return {
    async health(viewer: Me): Promise<{ health: NetworkHealth }> {
      assertAllowed(canRunInstallation(viewer))
      const databaseNow = await databaseState()
      const [counts, parked, failedMails, freeBytes, hasRoom] = await Promise.all([
        jobs.counts(),
        jobs.list({ state: 'parked', limit: PARKED_MAX }),
        jobs.countFailed(MAIL_JOBS),
        disk.freeBytes(),
        disk.hasRoom(),
      ])
      // Of recurring work a row always waits.
      const queued = counts.filter(({ kind, state }) => state === 'parked' || !jobs.isScheduled(kind))
      const kinds = [...new Set(queued.map(({ kind }) => kind))]
      const countOf = (kind: string, state: string) =>
        queued.find((one) => one.kind === kind && one.state === state)?.count ?? 0
      return {
        health: {
          version,
          time: clock.now(),
          database: databaseNow,
          redis: redis === null ? null : redis.status === 'ready',
          storage: config.s3 === null ? 'folder' : 's3',
          disk: { freeBytes: Number.isFinite(freeBytes) ? freeBytes : null, isLow: !hasRoom },
          mail: { hasServer: config.smtpUrl !== null, waiting: await mail.waiting(), failed: failedMails },
          heldSince: await jobs.hold.since(),
          holdsWithdrawals: config.chainUrl !== null || config.hasLocalChain,
          outboxMs: await events.age(),
          queues: kinds.map((kind) => ({ kind, waiting: countOf(kind, 'waiting'), parked: countOf(kind, 'parked') })),
          parked: parked.map(presentJob),
          certificate: await certificate(clock.now()),
          ledgerFrozen: await ledgerVerification.frozen(),
          withdrawals: await chain.withdrawalProblems(),
          missingTokens: (await chain.missing()).map(({ tokenName, units }) => ({ tokenName, amount: String(units) })),
          countedUntil: await rollUp.countedUntil(),
        },
      }
    },
    /** Makes a failed job due now. */
    async retryJob(viewer: Me, { jobId }: { jobId: string }, tx: Transaction): Promise<{ isRetried: boolean }> {
      assertAllowed(canRunInstallation(viewer))
      const isRetried = await jobs.retry(jobId, tx)
      if (isRetried) await operatorLog.act(tx, viewer, { act: 'retried job', detail: jobId })
      return { isRetried }
    },
    async people(viewer: Me, input: CallParsedInput<'networkPeople'>): Promise<Page<NetworkPerson>> {
      const domain = domainFor(viewer, input.domain)
      const { query = '', limit = PAGE_SIZE, cursor } = input
      const list = `network people ${domain?.name ?? '*'} ${query}`
      const [after = ''] = positionAt(list, cursor) ?? []
      const only = onlyOf(domain)
      const communityId = only === null ? null : (await communities.require(only)).id
      const rows = domain
        ? await accounts.listById(
            await networkRepository(database.slowRead).peopleIn(communityId, {
              start: query.toLowerCase(),
              after,
              limit: limit + 1,
            }),
          )
        : await accounts.listByUsername(query, { after, limit: limit + 1 })
      const bans = await memberships.banCounts(
        rows.map(({ id }) => id),
        communityId ?? undefined,
      )
      return pageOf(rows, {
        ...{ limit, list },
        positionOf: ({ username }) => [username.toLowerCase()],
        present: ({ id, email, adminDomain, ...person }) => ({
          ...{ userId: id, ...person, bans: bans.get(id) ?? 0 },
          email: viewer.networkAdmin ? email : null,
          adminDomain: viewer.networkAdmin || adminDomain === domain?.name ? adminDomain : null,
        }),
      })
    },
    /** Communities that a domain shows. */
    async communities(
      viewer: Me,
      { domain, ...query }: CallParsedInput<'networkCommunities'>,
    ): Promise<Page<Community>> {
      const onlyCommunity = onlyOf(domainFor(viewer, domain))
      return communities.list({ ...query, onlyCommunity })
    },
    async origins(viewer: Me, input: CallParsedInput<'networkOrigins'>): Promise<Page<NetworkOrigin>> {
      assertAllowed(canRunInstallation(viewer))
      const { query = '', limit = PAGE_SIZE, cursor } = input
      const list = `network origins ${query}`
      const [origin, communityId] = positionAt(list, cursor) ?? []
      const from: [string, string] | null = origin === undefined ? null : [origin, communityId ?? '']
      const rows = await partnerOrigins.page({ text: query, from, limit: limit + 1 })
      const facts = await communities.factsById([...new Set(rows.map((row) => row.communityId))])
      return pageOf(rows, {
        ...{ limit, list },
        positionOf: (row) => [row.origin, row.communityId],
        present: (row) => {
          const { tokenName = '', title = '' } = facts.get(row.communityId) ?? {}
          return { origin: row.origin, tokenName, communityTitle: title, registeredAt: row.registeredAt }
        },
      })
    },
    async files(viewer: Me, input: CallParsedInput<'networkFiles'>): Promise<Page<NetworkFile>> {
      assertAllowed(canRunInstallation(viewer))
      const { limit = PAGE_SIZE, cursor } = input
      const list = 'network files'
      const [before = null] = positionAt(list, cursor) ?? []
      const rows = await uploaded.newest({ before, limit: limit + 1 })
      const owners = await accounts.profilesById(rows.map(({ ownerId }) => ownerId))
      return pageOf(rows, {
        ...{ limit, list },
        positionOf: ({ media }) => [media.id],
        present: ({ media, ownerId }) => {
          const { id, kind, status, error, filename, bytes, url, createdAt } = media
          const owner = owners.get(ownerId)?.username ?? ''
          return { id, kind, status, error, filename, bytes, url, owner, createdAt }
        },
      })
    },
    async mail(viewer: Me, input: CallParsedInput<'networkMail'>): Promise<Page<FailedJob>> {
      assertAllowed(canRunInstallation(viewer))
      const { limit = PAGE_SIZE, cursor } = input
      const list = 'network mail'
      const [before = null] = positionAt(list, cursor) ?? []
      const rows = await jobs.failed(MAIL_JOBS, { before, limit: limit + 1 })
      return pageOf(rows, { ...{ limit, list }, positionOf: ({ id }) => [id], present: presentJob })
    },
    /** Decisions, and what admins and operators did to the installation and accounts unless the log is filtered. */
    async log(viewer: Me, input: CallParsedInput<'networkLog'>): Promise<Page<NetworkAct>> {
      assertAllowed(canRunInstallation(viewer))
      const { community, group, limit = PAGE_SIZE, cursor } = input
      const communityId = community === undefined ? undefined : (await communities.require(community)).id
      const list = `network log ${communityId ?? ''} ${group ?? ''}`
      const [before = null] = positionAt(list, cursor) ?? []
      const isFiltered = communityId !== undefined || group !== undefined
      const [decisions, commands] = await Promise.all([
        activityLog.everywhere({ communityId, group, before, limit: limit + 1 }),
        isFiltered ? [] : operatorLog.list(limit + 1, before ?? undefined),
      ])
      const rows = [
        ...decisions.map((one) => ({ ...one, detail: one.reason, act: null, about: '', days: null })),
        ...commands.map(({ id, userId, action, detail, isAdminAct, createdAt }) => ({
          ...{ id, at: createdAt, action: null, detail: isAdminAct ? `${action} ${detail}` : action, communityId: '' },
          ...actOf({ action, detail }),
          ...(isAdminAct ? { actorId: userId, personId: '' } : { actorId: '', personId: userId }),
          ...{ postId: '', commentId: '' },
        })),
      ].sort((one, other) => (one.id < other.id ? 1 : -1))
      const profiles = await accounts.profilesById(rows.flatMap((row) => [row.actorId, row.personId]))
      const facts = await communities.factsById([
        ...new Set(rows.flatMap((row) => (row.communityId === '' ? [] : [row.communityId]))),
      ])
      const nameOf = (id: string) => profiles.get(id)?.username ?? ''
      return pageOf(rows.slice(0, limit + 1), {
        ...{ limit, list },
        positionOf: ({ id }) => [id],
        present: ({ id, at, action, detail, act, about, days, ...row }) => ({
          ...{ id, at, action, detail, act, about, days },
          tokenName: facts.get(row.communityId)?.tokenName ?? '',
          actor: nameOf(row.actorId),
          person: nameOf(row.personId),
          postId: row.postId || null,
          commentId: row.commentId || null,
        }),
      })
    },
  }
}

function presentJob({ id, kind, state, tries, lastError, createdAt, runAt }: JobSummary): FailedJob {
  return { id, kind, state, tries, lastError, createdAt, runAt }
}
