import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createOneByOne } from './one-by-one.ts'

test('of what comes at once one begins in each turn, in its order, also after a pause', async () => {
  const oneByOne = createOneByOne()
  const begun: number[] = []
  for (const number of [1, 2, 3]) oneByOne(() => begun.push(number))
  const seen: number[][] = []
  for (let turns = 0; turns < 4; turns += 1) {
    await turn()
    seen.push([...begun])
  }
  expect(seen.at(-1)).toEqual([1, 2, 3])
  // Nothing in the turn of the call itself, and never two in one.
  expect(seen.map((numbers) => numbers.length).every((length, index) => length <= index + 1)).toBe(true)
  oneByOne(() => begun.push(4))
  await turn()
  await turn()
  expect(begun).toEqual([1, 2, 3, 4])
})
