import { type Clock, DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { countRows, type OldData } from '../../../platform/database/old-rows.ts'
import { timeOfId } from '../../../platform/ids.ts'
import { hourOf, periodAt } from './periods.ts'
import { type ActiveRow, type Counts, type HourRow, NOTHING, numbersRepository } from './repository.ts'

/** How far back a new installation's numbers are made. */
const BACK_MS = 400 * DAY_MS
/** A run ends after this time; the next one goes on. */
const RUN_MS = 20_000
/** Views are kept as long as their browsers might send them again. */
const MARKS_MS = 2 * DAY_MS
/** A month, and the week that ends in it. */
const ACTIVE_MS = 70 * DAY_MS

interface Dependencies {
  database: Pick<Database, 'slowRead' | 'transaction'>
  clock: Clock
  /** Time zones of all domains. */
  zones: () => string[]
}

/** What happened in an hour. */
export interface HourCounts {
  rows: HourRow[]
  active: ActiveRow[]
}

export type RollUp = ReturnType<typeof createRollUp>

/**
 * Counts what happened in each hour, by domain and community. Running twice changes nothing: an hour is counted as a
 * whole and replaced. An hour has a row even if nothing happened, so that a gap is never mistaken for a zero.
 */
export function createRollUp({ database, clock, zones }: Dependencies) {
  const read = () => numbersRepository(database.slowRead)

  async function countHour(hour: number): Promise<HourCounts> {
    const repository = read()
    const end = hour + HOUR_MS
    const rows = new Map<string, HourRow>()
    function add(domainName: string, communityId: string, change: Partial<Counts>): void {
      const key = `${domainName} ${communityId}`
      const row = rows.get(key) ?? { domain_name: domainName, community_id: communityId, hour, ...NOTHING }
      for (const [name, value] of Object.entries(change) as [keyof Counts, number][]) row[name] += value
      rows.set(key, row)
    }
    /** Adds to a community and to all. */
    function addToBoth(communityId: string, change: Partial<Counts>): void {
      add('', communityId, change)
      add('', '', change)
    }
    add('', '', NOTHING)
    for (const { community_id: id, count } of await repository.posts(hour, end)) addToBoth(id, { new_posts: count })
    for (const { community_id: id, count } of await repository.comments(hour, end))
      addToBoth(id, { new_comments: count })
    for (const { community_id: id, count } of await repository.reports(hour, end)) addToBoth(id, { new_reports: count })
    for (const { community_id: id, count, ms } of await repository.decisions(hour, end))
      addToBoth(id, { decisions: count, decision_ms: ms })
    add('', '', { sign_ups: await repository.signUps(hour, end) })
    for (const { community_id: id, count } of await repository.joins(hour, end)) add('', id, { sign_ups: count })

    const authors = await repository.authors(hour, end)
    for (const { community_id: id } of authors) add('', id, { members: 1 })
    add('', '', { members: new Set(authors.map((author) => author.user_id)).size })

    for (const { domain_name: name, community_id: id, is_visit: isVisit, count } of await repository.viewsIn(
      hour,
      end,
    )) {
      const change = isVisit ? { visits: count } : { page_views: count }
      // A visitor has a mark for the domain and one for each community; a view has one.
      const scopes = isVisit || id === '' ? [id] : [id, '']
      for (const scope of scopes) {
        add(name, scope, change)
        add('', scope, change)
      }
    }
    return { rows: [...rows.values()], active: authors.map((author) => ({ hour, ...author })) }
  }

  /** Counts the different members of a day, and of its week and month until then. */
  async function countMembers(zone: string, day: number): Promise<void> {
    const { start, end } = periodAt(zone, 'day', day)
    const [inDay, inWeek, inMonth] = [
      await read().membersIn(start, end),
      await read().membersIn(periodAt(zone, 'week', day).start, end),
      await read().membersIn(periodAt(zone, 'month', day).start, end),
    ]
    const rows = [...new Set([...inWeek.keys(), ...inMonth.keys()])].map((id) => ({
      time_zone: zone,
      community_id: id,
      day: start,
      in_day: inDay.get(id) ?? 0,
      in_week: inWeek.get(id) ?? 0,
      in_month: inMonth.get(id) ?? 0,
    }))
    await database.transaction(({ connection }) => numbersRepository(connection).replaceMemberDay(zone, start, rows))
  }

  /** The first hour to count; null: there is nothing yet. */
  async function firstHour(): Promise<number | null> {
    const last = await read().lastHour()
    // The hour before may have grown after it was counted.
    if (last !== null) return last - HOUR_MS
    const { userId, postedAt } = await read().firstTimes()
    const times = [...(userId ? [timeOfId(userId)] : []), ...(postedAt === undefined ? [] : [postedAt])]
    return times.length === 0 ? null : hourOf(Math.max(Math.min(...times), clock.now() - BACK_MS))
  }

  /** Numbers that are old. The dashboard then begins with the first hour that is left. */
  const old: OldData = {
    async forget({ connection }, { before, limit }) {
      // All rows of an hour or day go together.
      const removed = await numbersRepository(connection).deleteOldest(before, limit)
      return { removed, after: removed === 0 ? null : '' }
    },
    count: async () =>
      (await countRows(database.slowRead, 'hourly_numbers')) + (await countRows(database.slowRead, 'member_days')),
  }

  return {
    old,
    countHour,
    /** The hour that was counted last; null: none. */
    countedUntil: (): Promise<number | null> => read().lastHour(),
    /** Counts the hours since the last run, and the current one so far. */
    async run(): Promise<void> {
      const until = Date.now() + RUN_MS
      const current = hourOf(clock.now())
      const first = await firstHour()
      if (first === null) return
      const start = Math.max(first, (await read().firstHour()) ?? first)
      const days = new Map<string, Set<number>>(zones().map((zone) => [zone, new Set()]))
      let hour = start
      for (; hour <= current && Date.now() < until; hour += HOUR_MS) {
        const counts = await countHour(hour)
        await database.transaction(({ connection }) => numbersRepository(connection).replaceHour(hour, counts))
        for (const [zone, starts] of days) starts.add(periodAt(zone, 'day', hour).start)
      }
      for (const [zone, starts] of days) for (const day of starts) await countMembers(zone, day)
      const counted = Math.min(hour, current)
      await database.transaction(async ({ connection }) => {
        const repository = numbersRepository(connection)
        await repository.deleteMarksBefore(Math.min(clock.now() - MARKS_MS, counted))
        await repository.deleteActiveBefore(Math.min(clock.now() - ACTIVE_MS, counted - ACTIVE_MS))
        await repository.deleteSaltsBefore(Math.floor(clock.now() / DAY_MS) * DAY_MS)
      })
    },
  }
}
