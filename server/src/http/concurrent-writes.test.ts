import { isWrite } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../test/forum.ts'
import { sendRequest } from '../../test/harness.ts'
import { type SampleScene, sentSample, startSampleScene } from '../../test/samples.ts'
import { allSamples } from '../calls/all.samples.ts'

let forum: Forum
let scene: SampleScene
beforeAll(async () => {
  forum = await startForum()
  scene = await startSampleScene(forum)
})
afterAll(() => forum.stoa.close())

/** Wrong counters and their differences: posts that tests insert directly are not counted. */
async function miscounts() {
  const problems = await forum.stoa.app.services.integrity.check()
  return problems.map(({ check, row, found, expected }) => [check, row, Number(found) - Number(expected)])
}

const writes = allSamples.filter(({ name }) => isWrite(calls[name]))

test.each(writes)('concurrent $name ($index) from several tabs leave correct counters', async ({ name, make }) => {
  const { other, ...first } = await make(scene)
  // A wrong code is consumed, and password guesses are delayed.
  const second = name.startsWith('auth') ? first : { ...first, input: { ...first.input, ...other } }
  const before = await miscounts()
  const requests = [first, second, first, second, first, second, first, second]
  const responses = await Promise.all(
    requests.map(async (request) => {
      const { path, ...sent } = sentSample(name, request)
      const { status, text } = await sendRequest(forum.stoa.url + path, sent)
      return { http: status, ...JSON.parse(text) }
    }),
  )
  expect(responses.filter(({ http }) => http >= 500)).toEqual([])
  expect(responses.filter(({ http }) => http === 200).length).toBeGreaterThan(0)
  expect(await miscounts()).toEqual(before)
})
