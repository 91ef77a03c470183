import type { Me } from '@stoa/contract'
import { DAY_MS, HOUR_MS } from '../../server/src/platform/clock.ts'
import { firstIdAt } from '../../server/src/platform/ids.ts'
import { openInProcess } from '../support/in-process.ts'
import { milliseconds, report } from '../support/report.ts'
import { createStorage } from '../support/storage.ts'

/** Events per day: views, posts and comments. */
const EVENTS = 1_000_000
const DAYS = 365
const COMMUNITIES = 50
const MAX_MS = 100
const ROUNDS = 9
const INSERTED_AT_ONCE = 60

/** The dashboard's overview for a year of a million events a day: numbers of each hour, and an unfinished hour. */
export async function run(): Promise<void> {
  const storage = await createStorage()
  const { app, database, member, close } = await openInProcess(storage)
  const { communities, domains, memberships, overview } = app.services
  await domains.ensureDefaultCommunity()
  const ids: string[] = []
  for (let number = 0; number < COMMUNITIES; number += 1) {
    const letters = String.fromCharCode(65 + (number % 26), 65 + Math.floor(number / 26))
    const tokenName = `BENCH${letters}`
    const about = { title: tokenName, urlSlug: tokenName.toLowerCase(), about: '', creatorId: '' }
    ids.push(await communities.create({ tokenName, ...about }))
  }
  const { id: userId } = await member({ username: 'bench_admin' })
  const viewer = { ...(await memberships.viewer(userId, '')), networkAdmin: true } as Me
  const now = Date.now()
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS
  const perHour = Math.round(EVENTS / 24)

  async function insertAll(table: string, rows: Iterable<object>): Promise<void> {
    await database.transaction(async ({ connection }) => {
      let batch: object[] = []
      for (const row of rows) {
        batch.push(row)
        if (batch.length < INSERTED_AT_ONCE) continue
        await connection(table).insert(batch)
        batch = []
      }
      if (batch.length > 0) await connection(table).insert(batch)
    })
  }
  function* hours() {
    for (let at = hour - DAYS * DAY_MS; at < hour; at += HOUR_MS) {
      const share = (part: number) => ({
        ...{
          hour: at,
          visits: perHour / 8 / part,
          page_views: perHour / 2 / part,
          sign_ups: 20,
          new_posts: perHour / 20 / part,
        },
        ...{
          new_comments: perHour / 3 / part,
          members: perHour / 10 / part,
          new_reports: 3,
          decisions: 3,
          decision_ms: HOUR_MS,
        },
      })
      const whole = Object.fromEntries(Object.entries(share(1)).map(([name, value]) => [name, Math.round(value)]))
      const part = Object.fromEntries(
        Object.entries(share(COMMUNITIES)).map(([name, value]) => [name, Math.round(value)]),
      )
      yield { domain_name: '', community_id: '', ...whole }
      yield { domain_name: 'default', community_id: '', ...whole }
      for (const id of ids) yield { domain_name: '', community_id: id, ...part }
    }
  }
  function* memberDays() {
    for (let day = Math.floor(now / DAY_MS) * DAY_MS; day > now - DAYS * DAY_MS; day -= DAY_MS)
      for (const id of ['', ...ids])
        yield { time_zone: 'UTC', community_id: id, day, in_day: 30_000, in_week: 80_000, in_month: 200_000 }
  }
  /** The unfinished hour as if it were almost over. */
  function* comments() {
    const start = firstIdAt(hour).slice(0, 8)
    for (let number = 0; number < perHour / 2; number += 1) {
      const text = { content: 'Words.', mentions: '[]', status: 0, is_listed: 1 }
      const id = start + String(number).padStart(12, '0')
      const community_id = ids[number % ids.length]
      yield { id, post_id: userId, community_id, publisher_id: userId, ...text, active_at: hour, created_at: hour }
    }
  }
  function* marks() {
    for (let number = 0; number < perHour / 2; number += 1) {
      const community_id = ids[number % ids.length]
      yield { mark: `v${number}`, domain_name: 'default', community_id, is_visit: 0, seen_at: hour + number }
    }
  }
  await insertAll('hourly_numbers', hours())
  await insertAll('member_days', memberDays())
  await insertAll('comments', comments())
  await insertAll('beacon_marks', marks())

  async function time(work: () => Promise<unknown>): Promise<number> {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  const median = (times: number[]) =>
    times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
  const figures: Parameters<typeof report>[0] = []
  const first = await time(() => overview(viewer, { period: 'month' }))
  figures.push({ what: 'the first overview, which counts the unfinished hour', value: milliseconds(first) })
  const of = { where: { domain_name: '', community_id: '' }, from: hour - 62 * DAY_MS }
  const ceiling: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    ceiling.push(
      await time(async () =>
        database.slowRead('hourly_numbers').where(of.where).where('hour', '>=', of.from).select('hour', 'new_posts'),
      ),
    )
  figures.push({ what: 'ceiling: reading two months of hours', value: milliseconds(median(ceiling)) })
  for (const period of ['day', 'week', 'month'] as const) {
    for (const domain of [undefined, 'default']) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        times.push(await time(() => overview(viewer, { period, ...(domain && { domain }) })))
      const ms = median(times)
      const what = `a ${period} of ${domain ? 'one domain' : 'all domains'}`
      figures.push({ what, value: milliseconds(ms), goal: `< ${MAX_MS} ms`, reached: ms < MAX_MS })
    }
  }
  figures.push({
    what: 'a month half a year ago',
    ...(await time(() => overview(viewer, { period: 'month', at: now - 180 * DAY_MS })).then((ms) => ({
      value: milliseconds(ms),
      goal: `< ${MAX_MS} ms`,
      reached: ms < MAX_MS,
    }))),
  })
  await close()
  await storage.drop()
  report(figures)
}
