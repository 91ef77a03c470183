import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../test/forum.ts'
import { repeatedWrites, SITE, type WriteName } from '../../test/repeated-writes.ts'

let forum: Forum
let cases: ReturnType<typeof repeatedWrites>
beforeAll(async () => {
  forum = await startForum()
  await forum.stoa.app.services.partnerOrigins.register(forum.communityId, SITE)
  cases = repeatedWrites(forum)
})
afterAll(() => forum.stoa.close())

/** Wrong counters and their differences: posts that tests insert directly are not counted. */
async function miscounts() {
  const problems = await forum.stoa.app.services.integrity.check()
  return problems.map(({ check, row, found, expected }) => [check, row, Number(found) - Number(expected)])
}

const NAMES = Object.keys(calls).filter((name) => name in repeatedWrites({} as Forum)) as WriteName[]

test.each(NAMES)('concurrent %s from several tabs all succeed and leave correct counters', async (name) => {
  for (const make of cases[name]) {
    const { input, other, headers } = await make()
    // A wrong code is consumed, and password guesses are delayed.
    const second = name.startsWith('auth') ? input : other
    const bodies = [input, second, input, second, input, second, input, second]
    const before = await miscounts()
    const send = async (body: object) => {
      const response = await fetch(`${forum.stoa.url}/api${calls[name].path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      })
      return { http: response.status, ...(await response.json()) }
    }
    const answers = await Promise.all(bodies.map(send))
    expect(answers.filter(({ http }) => http >= 500)).toEqual([])
    expect(answers.filter(({ http }) => http === 200).length).toBeGreaterThan(0)
    expect(await miscounts()).toEqual(before)
  }
})
