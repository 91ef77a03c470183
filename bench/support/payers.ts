import { randomUUID } from 'node:crypto'
import { changeSettings } from '../../server/src/cli/domains.ts'
import { type Member, openInProcess } from './in-process.ts'
import { seed } from './seed.ts'

/** Members with balance in the token of a new community, on a domain with money. */
export interface Payers {
  tokenName: string
  communityId: string
  /** In the order of the given balances. */
  members: Member[]
}

/** Fills an empty database with a community and a member for each balance, in units. */
export async function seedPayers(
  storage: { url: string | null; dataFolder: string },
  balances: readonly number[],
): Promise<Payers> {
  const { tokenName } = await seed({ ...storage, comments: 0 })
  const forum = await openInProcess(storage)
  const { servedDomains, communities, moneyOperator } = forum.app.services
  await servedDomains.prepare()
  await changeSettings(forum, { name: 'default', settings: { money: true, defaultTokenName: tokenName } })
  const { id: communityId } = await communities.require(tokenName)
  const members: Member[] = []
  for (const [index] of balances.entries())
    members.push(await forum.member({ username: `payer_${index}`, join: tokenName }))
  await forum.database.transaction(async (tx) => {
    const units = balances.reduce((sum, balance) => sum + balance, 0)
    await moneyOperator.fund(tx, { communityId, units, key: randomUUID() })
    for (const [index, { id: userId }] of members.entries()) {
      const about = { communityId, units: balances[index] ?? 0, key: randomUUID(), userId, isBalance: true }
      await moneyOperator.credit(tx, about)
    }
  })
  await forum.close()
  return { tokenName, communityId, members }
}

/** Gives members new tokens, as theirs expire after ten minutes. */
export async function renewTokens(
  storage: { url: string | null; dataFolder: string },
  members: readonly Member[],
): Promise<void> {
  const forum = await openInProcess(storage)
  for (const member of members) member.token = await forum.token(member.id)
  await forum.close()
}
