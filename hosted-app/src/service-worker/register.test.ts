import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const posted: unknown[] = []
const worker = { state: 'activated', postMessage: (message: unknown) => posted.push(message) }
const registration = { active: worker, update: vi.fn(async () => {}) }
const container = {
  register: vi.fn(async (_address: string, _options: object) => registration),
  getRegistration: vi.fn(async (): Promise<typeof registration | undefined> => registration),
}

const postScreen = [{ route: { handle: { file: 'post/post-screen.tsx' } } }]
const at = (pathname: string, matches: { route: { handle?: unknown } }[] = postScreen) => ({
  location: { pathname },
  navigation: { state: 'idle' },
  errors: null as object | null,
  matches,
})

/** Registers in a fresh page; returns how its router and session change. */
async function start({ isOn = true, state = at('/bbs/FORUM/a') } = {}) {
  let show = (_state: typeof state) => {}
  const { registerServiceWorker, serviceWorkerReady } = await import('./register.ts')
  const router = {
    state,
    subscribe(listener: typeof show) {
      show = listener
      return () => {}
    },
  }
  await registerServiceWorker({ isOn, router })
  return {
    show: (next: typeof state) => show(next),
    serviceWorkerReady,
  }
}

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('PROD', true)
  vi.useFakeTimers()
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  posted.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('a post that is open for three seconds is kept, once', async () => {
  const { show, serviceWorkerReady } = await start()
  expect(await serviceWorkerReady()).toBe(registration)
  await vi.advanceTimersByTimeAsync(2000)
  show(at('/bbs/FORUM/b'))
  await vi.advanceTimersByTimeAsync(3000)
  show(at('/bbs/FORUM', [{ route: { handle: { file: 'community/feed/community-screen.tsx' } } }]))
  await vi.advanceTimersByTimeAsync(3000)
  show(at('/bbs/FORUM/b'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(posted).toEqual([{ do: 'remember', path: '/bbs/FORUM/b' }])
})

test('a post that couldn’t be loaded isn’t kept', async () => {
  const { show } = await start({ state: at('/', []) })
  show({ ...at('/bbs/FORUM/a'), errors: {} })
  await vi.advanceTimersByTimeAsync(5000)
  expect(posted).toEqual([])
})

test('switched off, none is registered, and an installed one is replaced', async () => {
  const { serviceWorkerReady } = await start({ isOn: false })
  expect(container.register).not.toHaveBeenCalled()
  expect(registration.update).toHaveBeenCalledOnce()
  expect(await serviceWorkerReady()).toBeNull()
})

test('where it can’t be registered, the page works without', async () => {
  container.register.mockRejectedValueOnce(new TypeError('refused'))
  const { serviceWorkerReady } = await start()
  expect(await serviceWorkerReady()).toBeNull()
  await vi.advanceTimersByTimeAsync(5000)
  expect(posted).toEqual([])
})
