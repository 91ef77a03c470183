import { consentCookie } from '@stoa/contract'
import { exampleMe } from '@stoa/contract/fixtures'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBeacon } from './shown-pages.ts'

interface Sent {
  id: string
  path: string
}

let path: string
let viewer: ReturnType<typeof exampleMe> | null | undefined
let change: () => void
let sent: Sent[][]

beforeEach(() => {
  vi.useFakeTimers()
  path = '/'
  viewer = null
  sent = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function start(isConsentRequired = false): void {
  // What former tests started goes on.
  const own: Sent[][] = []
  sent = own
  startBeacon({
    path: () => path,
    onChange: (listener) => (change = listener),
    viewer: () => viewer,
    isConsentRequired,
    send: (body) => own.push((JSON.parse(body) as { views: Sent[] }).views),
  })
}

async function open(next: string, forMs = 1500): Promise<void> {
  path = next
  change()
  await vi.advanceTimersByTimeAsync(forMs)
}

const leave = () => window.dispatchEvent(new Event('pagehide'))
const paths = () => sent.flat().map((view) => view.path)

test('sends pages together, each with its own id, and none twice', async () => {
  start()
  await vi.advanceTimersByTimeAsync(1500)
  await open('/bbs')
  await open('/bbs')
  await open('/bbs/FORUM')
  expect(sent).toEqual([])
  leave()
  leave()
  expect(paths()).toEqual(['/', '/bbs', '/bbs/FORUM'])
  expect(sent).toHaveLength(1)
  expect(new Set(sent.flat().map(({ id }) => id)).size).toBe(3)
})

test('sends after ten seconds without being left', async () => {
  start()
  await vi.advanceTimersByTimeAsync(10_900)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(paths()).toEqual(['/'])
})

test('a page that is left within a second doesn’t count', async () => {
  start()
  await open('/bbs', 900)
  await open('/bbs/FORUM')
  leave()
  expect(paths()).toEqual(['/bbs/FORUM'])
})

test.each([{ networkAdmin: true }, { domainAdmin: true, adminDomain: 'garden' }])(
  'visits of admins don’t count: %o',
  async (role) => {
    viewer = exampleMe(role)
    start()
    await vi.advanceTimersByTimeAsync(1500)
    leave()
    expect(sent).toEqual([])
  },
)

test('where consent is required, nothing is counted before it is given', async () => {
  start(true)
  await vi.advanceTimersByTimeAsync(1500)
  leave()
  expect(sent).toEqual([])
  document.cookie = consentCookie({ statistics: true, ads: false }, { isSecure: false })
  await open('/bbs')
  leave()
  document.cookie = consentCookie({ statistics: false, ads: true }, { isSecure: false })
  await open('/bbs/FORUM')
  leave()
  document.cookie = 'stoa_consent=; Path=/; Max-Age=0'
  expect(paths()).toEqual(['/bbs'])
})

test('nothing is sent before it is known who is here', async () => {
  viewer = undefined
  start()
  await vi.advanceTimersByTimeAsync(1500)
  leave()
  expect(sent).toEqual([])
})

test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
  'browsers that ask for privacy aren’t counted: %o',
  async (asked) => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), asked))
    start()
    await vi.advanceTimersByTimeAsync(1500)
    leave()
    expect(sent).toEqual([])
  },
)

test('a page that is loaded ahead counts once it is visible', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  start()
  await vi.advanceTimersByTimeAsync(1500)
  state.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1500)
  state.mockRestore()
  leave()
  // Beacons of earlier tests are there, too.
  expect(new Set(paths())).toEqual(new Set(['/']))
})
