import { CommentStatus, PostStatus } from '@stoa/contract'
import type { Knex } from 'knex'
import type { Connection } from '../../../platform/database/database.ts'
import { firstIdAt } from '../../../platform/ids.ts'

/** What is counted. */
export interface Counts {
  visits: number
  page_views: number
  sign_ups: number
  new_posts: number
  new_comments: number
  members: number
  new_reports: number
  decisions: number
  decision_ms: number
}

export interface HourRow extends Counts {
  domain_name: string
  community_id: string
  hour: number
}

export interface MarkRow {
  mark: string
  domain_name: string
  community_id: string
  is_visit: number
  seen_at: number
}

export interface MemberDayRow {
  time_zone: string
  community_id: string
  day: number
  in_day: number
  in_week: number
  in_month: number
}

export interface ActiveRow {
  hour: number
  community_id: string
  user_id: string
}

type PerCommunity = { community_id: string; count: number }

export const NOTHING: Readonly<Counts> = {
  visits: 0,
  page_views: 0,
  sign_ups: 0,
  new_posts: 0,
  new_comments: 0,
  members: 0,
  new_reports: 0,
  decisions: 0,
  decision_ms: 0,
}
/** What is shown of each community. */
const OF_COMMUNITIES = ['visits', 'sign_ups', 'new_posts', 'new_comments', 'new_reports'] as const
type CommunitySums = Pick<Counts, (typeof OF_COMMUNITIES)[number]> & { community_id: string }
/** Posts that were submitted, whatever became of them. */
const SUBMITTED = Object.values(PostStatus).filter(
  (status) => status !== PostStatus.draft && status !== PostStatus.scheduled,
)
const KINDS = ['story', 'community']
const INSERTED_AT_ONCE = 200

/** Drivers return some numbers as texts. */
const numeric = <Row extends object>(rows: Row[]): Row[] =>
  rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          name.endsWith('_id') || name.endsWith('_name') || name === 'mark' || name === 'time_zone'
            ? value
            : Number(value ?? 0),
        ]),
      ) as Row,
  )

/** Queries of views, of the numbers of each hour, and of what they count. Every interval excludes its end. */
export function numbersRepository(connection: Connection) {
  const marks = () => connection<MarkRow>('beacon_marks')
  const hours = () => connection<HourRow>('hourly_numbers')
  const active = () => connection<ActiveRow>('active_hours')
  const days = () => connection<MemberDayRow>('member_days')
  const count = connection.raw('count(*)')

  function postsIn(from: number, to: number): Knex.QueryBuilder {
    const query = connection('posts').whereIn('status', SUBMITTED).whereIn('kind', KINDS)
    return query.where('created_at', '>=', from).where('created_at', '<', to)
  }
  /** One index range per community and status. */
  function commentsIn(from: number, to: number): Knex.QueryBuilder {
    const query = connection('communities as c').join('comments as m', 'm.community_id', 'c.id')
    query.whereIn('m.status', Object.values(CommentStatus))
    return query.where('m.created_at', '>=', from).where('m.created_at', '<', to)
  }
  const perCommunity = async (query: Knex.QueryBuilder): Promise<PerCommunity[]> =>
    numeric(await query.groupBy('community_id').select('community_id', { count }))

  return {
    async salt(day: number): Promise<string | undefined> {
      return (await connection<{ day: number; salt: string }>('beacon_salts').where({ day }).first())?.salt
    },
    /** Stores a day's salt unless there is one, and forgets those of earlier days. */
    async addSalt(day: number, salt: string): Promise<void> {
      await connection('beacon_salts').where('day', '<', day).del()
      await connection('beacon_salts').insert({ day, salt }).onConflict('day').ignore()
    },
    async deleteSaltsBefore(day: number): Promise<void> {
      await connection('beacon_salts').where('day', '<', day).del()
    },
    /** Which of the marks are stored. */
    async markedOf(all: string[]): Promise<Set<string>> {
      return new Set((await marks().whereIn('mark', all).select('mark')).map(({ mark }) => mark))
    },
    /** Stores marks; those that are stored already are left as they are. */
    async mark(rows: MarkRow[]): Promise<void> {
      await marks().insert(rows).onConflict('mark').ignore()
    },
    async deleteMarksBefore(time: number): Promise<void> {
      await marks().where('seen_at', '<', time).del()
    },
    async viewsIn(from: number, to: number) {
      const query = marks().where('seen_at', '>=', from).where('seen_at', '<', to)
      const rows: { domain_name: string; community_id: string; is_visit: number; count: number }[] = await query
        .groupBy('domain_name', 'community_id', 'is_visit')
        .select('domain_name', 'community_id', 'is_visit', { count })
      return numeric(rows)
    },
    posts: (from: number, to: number) => perCommunity(postsIn(from, to)),
    comments: (from: number, to: number) => perCommunity(commentsIn(from, to)),
    /** Reported items, by the time of their first report. */
    async reports(from: number, to: number): Promise<PerCommunity[]> {
      const query = connection('report_items').where('id', '>=', firstIdAt(from)).where('id', '<', firstIdAt(to))
      return perCommunity(query)
    },
    async decisions(from: number, to: number): Promise<(PerCommunity & { ms: number })[]> {
      const query = connection('report_items').where('decided_at', '>=', from).where('decided_at', '<', to)
      const ms = connection.raw('sum(decided_at - created_at)')
      return numeric(await query.groupBy('community_id').select('community_id', { count, ms }))
    },
    async signUps(from: number, to: number): Promise<number> {
      const query = connection('users').where('id', '>=', firstIdAt(from)).where('id', '<', firstIdAt(to))
      const [row] = await query.count<{ count: number | string }[]>({ count: '*' })
      return Number(row?.count ?? 0)
    },
    /** New members. One index range per community. */
    async joins(from: number, to: number): Promise<PerCommunity[]> {
      const query = connection('communities as c').join('memberships as m', (join) => {
        join.on('m.community_id', 'c.id').andOnVal('m.joined_at', '>=', from).andOnVal('m.joined_at', '<', to)
      })
      return numeric(await query.groupBy('c.id').select({ community_id: 'c.id', count }))
    },
    /** Who has posted or commented, by community. */
    async authors(from: number, to: number): Promise<{ community_id: string; user_id: string }[]> {
      const of = (query: Knex.QueryBuilder) =>
        query.whereNot({ publisher_id: '' }).distinct('community_id', { user_id: 'publisher_id' })
      const [posting, commenting] = [await of(postsIn(from, to)), await of(commentsIn(from, to))]
      const known = new Map([...posting, ...commenting].map((row) => [`${row.community_id} ${row.user_id}`, row]))
      return [...known.values()]
    },
    /** The first time of which there is anything to count. */
    async firstTimes(): Promise<{ userId: string | undefined; postedAt: number | undefined }> {
      const user = await connection('users').orderBy('id').first('id')
      const post = await connection('posts')
        .whereIn('status', SUBMITTED)
        .min<{ at: number | string | null }[]>({ at: 'created_at' })
      const at = post[0]?.at
      return { userId: user?.id, postedAt: at === null || at === undefined ? undefined : Number(at) }
    },
    async firstHour(): Promise<number | null> {
      const [row] = await hours().min({ at: 'hour' })
      return row?.at == null ? null : Number(row.at)
    },
    /** The first hour with a view on any domain. */
    async firstViewHour(): Promise<number | null> {
      const [row] = await hours().where('domain_name', '>', '').min({ at: 'hour' })
      return row?.at == null ? null : Number(row.at)
    },
    async lastHour(): Promise<number | null> {
      const row = await hours().where({ domain_name: '', community_id: '' }).orderBy('hour', 'desc').first('hour')
      return row ? Number(row.hour) : null
    },
    /** Replaces an hour's numbers. */
    async replaceHour(hour: number, about: { rows: HourRow[]; active: ActiveRow[] }): Promise<void> {
      await hours().where({ hour }).del()
      await active().where({ hour }).del()
      for (let start = 0; start < about.rows.length; start += INSERTED_AT_ONCE)
        await hours().insert(about.rows.slice(start, start + INSERTED_AT_ONCE))
      for (let start = 0; start < about.active.length; start += INSERTED_AT_ONCE)
        await active().insert(about.active.slice(start, start + INSERTED_AT_ONCE))
    },
    async deleteActiveBefore(hour: number): Promise<void> {
      await active().where('hour', '<', hour).del()
    },
    /** Deletes the numbers of some hours and days before a time, oldest first. Returns how many rows. */
    async deleteOldest(before: number, limit: number): Promise<number> {
      const oldest = async (of: typeof hours | typeof days, column: 'hour' | 'day') => {
        const query = of() as Knex.QueryBuilder
        const times: number[] = await query.where(column, '<', before).orderBy(column).limit(limit).pluck(column)
        return [...new Set(times.map(Number))]
      }
      const [oldHours, oldDays] = [await oldest(hours, 'hour'), await oldest(days, 'day')]
      return (await hours().whereIn('hour', oldHours).del()) + (await days().whereIn('day', oldDays).del())
    },
    /** Different members of each community, and of all. */
    async membersIn(from: number, to: number): Promise<Map<string, number>> {
      const within = () => active().where('hour', '>=', from).where('hour', '<', to)
      const people = connection.raw('count(distinct user_id)')
      const each: PerCommunity[] = await within().groupBy('community_id').select('community_id', { count: people })
      const [all] = (await within().select({ count: people })) as unknown as { count: number }[]
      const rows = [...each, { community_id: '', count: all?.count ?? 0 }]
      return new Map(rows.map((row) => [row.community_id, Number(row.count)]))
    },
    async replaceMemberDay(zone: string, day: number, rows: MemberDayRow[]): Promise<void> {
      await days().where({ time_zone: zone, day }).del()
      for (let start = 0; start < rows.length; start += INSERTED_AT_ONCE)
        await days().insert(rows.slice(start, start + INSERTED_AT_ONCE))
    },
    async memberDays(about: { zone: string; communityId: string; from: number; to: number }): Promise<MemberDayRow[]> {
      const query = days().where({ time_zone: about.zone, community_id: about.communityId })
      return numeric(await query.where('day', '>=', about.from).where('day', '<', about.to).orderBy('day'))
    },
    async hoursOf(about: {
      domainName: string
      communityId: string
      columns: readonly (keyof Counts)[]
      from: number
      to: number
    }): Promise<(Partial<Counts> & { hour: number })[]> {
      const query = hours().where({ domain_name: about.domainName, community_id: about.communityId })
      query.where('hour', '>=', about.from).where('hour', '<', about.to)
      return numeric(await query.orderBy('hour').select('hour', ...about.columns)) as never
    },
    /** Sums of each community. */
    async byCommunity(about: {
      ids: string[]
      /** Whose visits; empty: of all domains. */
      domainName: string
      from: number
      to: number
    }): Promise<CommunitySums[]> {
      if (about.ids.length === 0) return []
      const query = hours().whereIn('domain_name', ['', about.domainName]).whereIn('community_id', about.ids)
      query.where('hour', '>=', about.from).where('hour', '<', about.to).groupBy('community_id')
      const domainOf = (name: string) => (name === 'visits' ? about.domainName : '')
      const sums = Object.fromEntries(
        OF_COMMUNITIES.map((name) => [
          name,
          connection.raw('sum(case when domain_name = ? then ?? else 0 end)', [domainOf(name), name]),
        ]),
      )
      return numeric(await query.select('community_id', sums)) as never
    },
    /** Ids of communities, the largest first. */
    async largestCommunities(limit: number): Promise<string[]> {
      const rows = await connection('communities').orderBy('number_of_members', 'desc').limit(limit).select('id')
      return rows.map(({ id }) => id)
    },
  }
}
