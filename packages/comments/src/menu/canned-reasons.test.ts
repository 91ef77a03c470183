import { exampleId, exampleMe } from '@stoa/contract/fixtures'
import { createStoa, type StoaOptions } from '@stoa/store'
import { expect, test, vi } from 'vitest'
import { loadCannedReasons } from './canned-reasons.ts'

const reasons = [{ title: 'Advertising', text: 'No links to shops.' }]
const moderator = exampleMe({ tokenPermissions: { FORUM: ['hideContent'] } })
const postId = exampleId(1, 'p')

const responses: Record<string, unknown> = { checkRulesGet: { rules: { reasons } }, queueList: { reasons } }

function open(viewer: typeof moderator, respond = async (name: string, _input?: object) => responses[name]) {
  const call = vi.fn(respond)
  const stoa = createStoa({ client: { call } as unknown as StoaOptions['client'], storage: null })
  stoa.state.setState({ viewer })
  return { stoa, call }
}

test('in the forum they come with the checks', async () => {
  const { stoa, call } = open(moderator)
  expect(await loadCannedReasons(stoa, { tokenName: 'FORUM', postId })).toEqual(reasons)
  expect(call.mock.calls.map(([name, input]) => [name, input])).toEqual([['checkRulesGet', { tokenName: 'FORUM' }]])
})

test('on a partner’s site they come with the queue of the conversation', async () => {
  const { stoa, call } = open({ ...moderator, site: 'https://news.example' })
  expect(await loadCannedReasons(stoa, { tokenName: 'FORUM', postId })).toEqual(reasons)
  expect(call.mock.calls.map(([name, input]) => [name, input])).toEqual([
    ['queueList', { tokenName: 'FORUM', postId, limit: 1 }],
  ])
  expect(await loadCannedReasons(stoa, { tokenName: 'FORUM' })).toEqual([])
})

test('others have none, and a failure is like none', async () => {
  const { stoa, call } = open(exampleMe())
  expect(await loadCannedReasons(stoa, { tokenName: 'FORUM', postId })).toEqual([])
  expect(call).not.toHaveBeenCalled()
  const offline = open(moderator, () => Promise.reject(new TypeError('offline')))
  expect(await loadCannedReasons(offline.stoa, { tokenName: 'FORUM' })).toEqual([])
})
