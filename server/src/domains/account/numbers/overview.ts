import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallParsedInput,
  canConfigureDomain,
  canManageDomains,
  type Me,
  type NetworkOverview,
  type NumbersPeriod,
} from '@stoa/contract'
import { type Clock, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { Domain, DomainService } from '../../people/tenants/index.ts'
import { type CutPeriod, hourOf, periodAt } from './periods.ts'
import { type Counts, type HourRow, type MemberDayRow, numbersRepository } from './repository.ts'
import type { HourCounts, RollUp } from './roll-up.ts'

/** The current hour is counted at most this often. */
const LIVE_MS = MINUTE_MS / 2
/** If counting it takes longer, the job’s last count is shown, and the new one from the next view on. */
const LIVE_WAIT_MS = 50
const COMMUNITIES_MAX = 50
/** No installation is older. */
const EARLIEST = Date.UTC(2000, 0, 1)

/** Columns that a number is made of; an average has two. */
const SUMS = {
  visits: 'visits',
  pageViews: 'page_views',
  signUps: 'sign_ups',
  posts: 'new_posts',
  comments: 'new_comments',
  reports: 'new_reports',
} as const
const OF_VIEWS = ['visits', 'page_views'] as const
const OF_CONTENT = ['sign_ups', 'new_posts', 'new_comments', 'new_reports', 'decisions', 'decision_ms'] as const
const IN_PERIOD = { day: 'in_day', week: 'in_week', month: 'in_month' } as const

type Amount = number | null
type Hours = readonly (Partial<Counts> & { hour: number })[]

interface Dependencies {
  database: Pick<Database, 'slowRead'>
  clock: Clock
  domains: Pick<DomainService, 'all' | 'stored'>
  communities: Pick<CommunityService, 'require' | 'factsById'>
  rollUp: Pick<RollUp, 'countHour'>
}

/** Whose numbers are shown. */
interface Scope {
  /** Undefined: all domains. */
  domain: Domain | undefined
  /** Id; empty: all. */
  communityId: string
  /** Token name. */
  community: string | null
}

/** Shows the numbers of a period. They come from those of each hour; only the current hour is counted when asked. */
export function createOverview({ database, clock, domains, communities, rollUp }: Dependencies) {
  const read = () => numbersRepository(database.slowRead)
  let live: { hour: number; at: number; counts: Promise<HourCounts> } | null = null

  /** The unfinished hour; null: counting takes too long. */
  async function liveRows(): Promise<HourRow[] | null> {
    const now = clock.now()
    const hour = hourOf(now)
    if (live?.hour !== hour || now - live.at >= LIVE_MS) {
      const counted: NonNullable<typeof live> = { hour, at: now, counts: rollUp.countHour(hour) }
      live = counted
      counted.counts.catch(() => {
        if (live === counted) live = null
      })
    }
    const rows = live.counts.then(
      (counts) => counts.rows,
      () => null,
    )
    return Promise.race([rows, sleep(LIVE_WAIT_MS, null, { ref: false })])
  }

  async function scopeOf(viewer: Me, input: CallParsedInput<'networkOverview'>): Promise<Scope> {
    const name = input.domain ?? (viewer.networkAdmin ? undefined : viewer.adminDomain)
    assertAllowed(name === undefined ? canManageDomains(viewer) : canConfigureDomain(viewer, name))
    const domain = name === undefined ? undefined : domains.stored.find((one) => one.name === name)
    if (name !== undefined && !domain) throw new DomainError('DOMAIN_NOT_FOUND')
    const only = domain?.config.isSingleTokenDomain ? domain.config.defaultTokenName : undefined
    if (only !== undefined && input.community !== undefined && input.community !== only)
      throw new DomainError('COMMUNITY_NOT_FOUND')
    const meant = only ?? input.community
    const community = meant === undefined ? null : await communities.require(meant)
    return { domain, communityId: community?.id ?? '', community: community?.tokenName ?? null }
  }

  /** Numbers of all hours of two periods, with the current one as it is now. */
  async function hoursOf({ domain, communityId }: Scope, { from, to }: { from: number; to: number }) {
    const domainName = domain?.name ?? ''
    // Pages of a domain with a single community that aren't the community's are the domain's, too.
    const viewedId = domain?.config.isSingleTokenDomain ? '' : communityId
    const views = { domainName, communityId: viewedId }
    const content = { domainName: '', communityId }
    const [viewRows, contentRows, current] = await Promise.all([
      read().hoursOf({ ...views, columns: OF_VIEWS, from, to }),
      read().hoursOf({ ...content, columns: OF_CONTENT, from, to }),
      liveRows(),
    ])
    const hour = hourOf(clock.now())
    const withLive = (rows: Hours, of: typeof views): Hours => {
      if (current === null || hour < from || hour >= to) return rows
      const isOf = (row: HourRow) => row.domain_name === of.domainName && row.community_id === of.communityId
      return [...rows.filter((row) => row.hour !== hour), ...current.filter(isOf)]
    }
    return { views: withLive(viewRows, views), content: withLive(contentRows, content) }
  }

  /** Members of a period: those who posted or commented. The count of each day includes the days before. */
  async function membersOf(about: {
    scope: Scope
    zone: string
    period: NumbersPeriod
    cut: CutPeriod
    until: number
  }) {
    const { scope, zone, period, cut, until } = about
    const from = cut.start
    const rows = await read().memberDays({ zone, communityId: scope.communityId, from, to: Math.min(cut.end, until) })
    const last = rows.at(-1)
    return { rows, total: last === undefined ? null : last[IN_PERIOD[period]] }
  }

  return async (viewer: Me, input: CallParsedInput<'networkOverview'>): Promise<{ overview: NetworkOverview }> => {
    const scope = await scopeOf(viewer, input)
    const { period } = input
    const zone = (scope.domain ?? domains.all[0]).config.timeZone
    const present = clock.now()
    const cut = periodAt(zone, period, Math.max(EARLIEST, Math.min(input.at ?? present, present)))
    const before = periodAt(zone, period, cut.start - 1)
    const until = Math.min(cut.end, present)
    const untilBefore = until === cut.end ? before.end : Math.min(before.end, before.start + (until - cut.start))
    const [hours, firstHour, firstViewHour] = await Promise.all([
      hoursOf(scope, { from: before.start, to: cut.end }),
      read().firstHour(),
      read().firstViewHour(),
    ])
    const about = { scope, zone, period }
    const members = await membersOf({ ...about, cut, until })
    const membersBefore = await membersOf({ ...about, cut: before, until: untilBefore })
    const since = firstHour ?? Number.POSITIVE_INFINITY
    const viewedSince = firstViewHour ?? Number.POSITIVE_INFINITY
    const spans = { cut, before, until, untilBefore }

    const sums = Object.entries(SUMS).map(([name, column]) => {
      const isView = column === 'visits' || column === 'page_views'
      const ofHours = isView ? hours.views : hours.content
      const sum = (rows: Hours) => rows.reduce((total, row) => total + (row[column] ?? 0), 0)
      return {
        name: name as keyof typeof SUMS,
        ...numberOf(ofHours, { ...spans, since: isView ? viewedSince : since, sum }),
      }
    })
    const average = (rows: Hours): Amount => {
      const decisions = rows.reduce((total, row) => total + (row.decisions ?? 0), 0)
      const ms = rows.reduce((total, row) => total + (row.decision_ms ?? 0), 0)
      return decisions === 0 ? null : Math.round(ms / decisions)
    }
    const [visits, pageViews, ...others] = sums
    const numbers = [
      ...(visits && pageViews ? [visits, pageViews] : []),
      {
        name: 'activeMembers' as const,
        total: members.total,
        before: before.start >= since ? membersBefore.total : null,
        series: period === 'day' ? cut.buckets.map(() => null) : memberSeries(members.rows, { cut, until, since }),
        seriesBefore:
          period === 'day'
            ? cut.buckets.map(() => null)
            : memberSeries(membersBefore.rows, { cut: before, until: before.end, since, length: cut.buckets.length }),
      },
      ...others,
      { name: 'decisionMs' as const, ...numberOf(hours.content, { ...spans, since, sum: average }) },
    ]
    return {
      overview: {
        domain: scope.domain?.name ?? null,
        community: scope.community,
        timeZone: zone,
        period,
        now: { start: cut.start, end: cut.end },
        until,
        before: { start: before.start, end: untilBefore },
        isFirst: before.start < since,
        buckets: cut.buckets,
        numbers,
        communities: scope.communityId === '' ? await ofCommunities(scope, { from: cut.start, to: until }) : [],
      },
    }
  }

  /** Visits are those of the domain. */
  async function ofCommunities({ domain }: Scope, { from, to }: { from: number; to: number }) {
    const ids = await read().largestCommunities(COMMUNITIES_MAX)
    const [sums, facts] = await Promise.all([
      read().byCommunity({ ids, domainName: domain?.name ?? '', from, to }),
      communities.factsById(ids),
    ])
    return sums
      .flatMap((row) => {
        const community = facts.get(row.community_id)
        if (!community) return []
        const { tokenName, title, logo } = community
        const { visits, sign_ups: signUps, new_posts: posts, new_comments: comments, new_reports: reports } = row
        return [{ tokenName, title, logo, visits, signUps, posts, comments, reports }]
      })
      .filter((one) => one.visits + one.signUps + one.posts + one.comments + one.reports > 0)
      .sort((one, other) => other.posts - one.posts || other.comments - one.comments)
  }
}

interface Spans {
  cut: CutPeriod
  before: CutPeriod
  until: number
  untilBefore: number
  /** The first counted hour. */
  since: number
  sum: (rows: Hours) => Amount
}

/** A number over both periods. An hour belongs to the bucket in which it begins. */
function numberOf(hours: Hours, { cut, before, until, untilBefore, since, sum }: Spans) {
  const within = (from: number, to: number) => hours.filter(({ hour }) => hour >= from && hour < to)
  const series = (of: CutPeriod, end: number) =>
    of.buckets.map((start, index) => {
      const next = of.buckets[index + 1] ?? of.end
      return start >= end || next <= since ? null : sum(within(start, next))
    })
  const seriesBefore = series(before, before.end)
  return {
    total: until < since ? null : sum(within(cut.start, until)),
    before: before.start < since ? null : sum(within(before.start, untilBefore)),
    series: series(cut, until),
    seriesBefore: cut.buckets.map((_, index) => seriesBefore[index] ?? null),
  }
}

function memberSeries(
  rows: readonly MemberDayRow[],
  about: { cut: CutPeriod; until: number; since: number; length?: number },
): Amount[] {
  const { cut, until, since, length = cut.buckets.length } = about
  const counts = new Map(rows.map((row) => [row.day, row.in_day]))
  return Array.from({ length }, (_, index) => {
    const start = cut.buckets[index]
    const end = cut.buckets[index + 1] ?? cut.end
    if (start === undefined || start >= until || end <= since) return null
    return counts.get(start) ?? 0
  })
}
