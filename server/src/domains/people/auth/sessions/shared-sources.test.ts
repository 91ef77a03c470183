import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { sharedSourceRepository } from './repository.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

test('if more accounts share a network than are considered, those seen last count', async () => {
  const idOf = (index: number) => `0123456789012345678${index}`
  await stoa.database.transaction(async ({ connection }) => {
    const { note } = sharedSourceRepository(connection)
    for (const [index, seen_at] of [100, 60, 90, 70, 90].entries()) {
      await note({ user_id: idOf(index), network: 'school', seen_at })
    }
  })
  const about = { userIds: [idOf(0)], since: 0 }
  const sharing = async (limit: number) => {
    const rows = await sharedSourceRepository(stoa.database.read).sharing('network', { ...about, limit })
    return rows.map(({ user_id }) => user_id)
  }
  expect(await sharing(1)).toEqual([idOf(4)])
  expect(await sharing(3)).toEqual([idOf(4), idOf(2), idOf(3)])
})
