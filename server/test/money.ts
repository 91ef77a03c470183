import { randomUUID } from 'node:crypto'
import type { TestApp } from './harness.ts'

const UNIT = 1_000_000

/** Gives a member balance in a community's token, or credit, in tokens. */
export async function giveMoney(
  { app, database }: Pick<TestApp, 'app' | 'database'>,
  about: { userId: string; communityId: string; tokens: number; isCredit?: boolean },
): Promise<void> {
  const { userId, communityId, tokens, isCredit = false } = about
  const amount = { communityId, units: tokens * UNIT }
  const [funding, credit] = [randomUUID(), randomUUID()]
  await database.transaction(async (tx) => {
    if (!isCredit) await app.services.moneyOperator.fund(tx, { ...amount, key: funding })
    await app.services.moneyOperator.credit(tx, { ...amount, key: credit, userId, isBalance: !isCredit })
  })
}
