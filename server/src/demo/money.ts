import { randomUUID } from 'node:crypto'
import type { Me } from '@stoa/contract'
import type { App } from '../app.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { DemoName } from './people.ts'

const UNITS = 1_000_000
const DAY = 24 * 60 * 60 * 1000

/** What the community has, in tokens. */
const FUNDS = 10_000
/** What the community and the domain give each person, in tokens. */
const CREDIT = 20
const BALANCES: Partial<Record<DemoName, number>> = {
  demo_ada: 120,
  demo_ben: 80,
  // Above the minimum of a cash-out.
  demo_cleo: 240,
  demo_emi: 45,
  demo_lou: 60,
}

/** Tips for posts, in tokens. */
const TIPS: readonly { title: string; by: DemoName; tokens: number }[] = [
  { title: 'Repair evening: what we mended, and what won', by: 'demo_emi', tokens: 2.5 },
  { title: 'Repair evening: what we mended, and what won', by: 'demo_lou', tokens: 5 },
  { title: 'What the ferry was for', by: 'demo_ada', tokens: 12 },
  { title: 'From the mill to the market without meeting a car', by: 'demo_ben', tokens: 1 },
]

interface MoneyContext {
  app: App
  viewers: Record<DemoName, Me>
  /** Sets the simulated time. */
  at: (when: number) => void
}

/** Switches money on for the demo's domain. */
export async function enableMoney({ services: { domainSettings } }: App, database: Database): Promise<void> {
  const name = 'default'
  const { domain } = await domainSettings.get('operator', name)
  const settings = { ...domain.settings, money: true, stakingButton: true }
  await database.transaction(async (tx) => {
    const saved = await domainSettings.save('operator', { name, baseVersion: domain.latestVersion, settings }, tx)
    const version = saved.domain.latestVersion
    await domainSettings.publish('operator', { name, version, baseVersion: version }, tx)
  })
}

/** Gives people money, and tips some of the posts a day after they were published. */
export async function giveMoney(
  { app, viewers, at }: MoneyContext,
  tx: Transaction,
  posts: readonly { id: string; title: string; begin: number }[],
): Promise<void> {
  const { communities, moneyOperator, payments } = app.services
  const { id: communityId } = await communities.require('FORUM', tx)
  const tips = TIPS.map((tip) => {
    const post = posts.find(({ title }) => title === tip.title)
    if (!post) throw new Error(`The demo has no post ${tip.title}.`)
    return { ...tip, post }
  }).toSorted((one, other) => one.post.begin - other.post.begin)
  at((tips[0]?.post.begin ?? 0) - DAY)
  await moneyOperator.fund(tx, { communityId, units: FUNDS * UNITS, key: randomUUID() })
  for (const [name, { id: userId }] of Object.entries(viewers)) {
    const give = (tokens: number, isBalance: boolean) =>
      moneyOperator.credit(tx, { communityId, userId, units: tokens * UNITS, isBalance, key: randomUUID() })
    await give(CREDIT, false)
    const balance = BALANCES[name as DemoName]
    if (balance !== undefined) await give(balance, true)
  }
  for (const { post, by, tokens } of tips) {
    at(post.begin + DAY)
    const tip = { entityId: post.id, entityType: 'Post', amount: String(tokens * UNITS) } as const
    await payments.tip(viewers[by], tip, { tx, key: randomUUID(), onlyCommunity: null, hasMoney: () => true })
  }
}
