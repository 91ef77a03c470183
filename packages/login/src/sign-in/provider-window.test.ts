import type { Session } from '@stoa/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openProviderWindow, refuseInWindow } from './provider-window.ts'

/** Windows of one browser that share channels. */
const channels = new Set<{ onmessage?: (event: { data: unknown }) => void }>()
let opened: { closed: boolean } | null

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage?: (event: { data: unknown }) => void
      constructor() {
        channels.add(this)
      }
      postMessage(data: unknown) {
        for (const other of channels) if (other !== this) other.onmessage?.({ data })
      }
      close() {
        channels.delete(this)
      }
    },
  )
  opened = { closed: false }
  vi.spyOn(window, 'open').mockImplementation(() => opened as Window | null)
  vi.spyOn(window, 'close').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  channels.clear()
})

function begin() {
  let token: string | null = null
  const listeners = new Set<Parameters<Session['onChange']>[0]>()
  const session: Pick<Session, 'onChange' | 'getAccessToken'> = {
    getAccessToken: async () => token,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const outcome = openProviderWindow({ urlOf: (name) => `/start?window=${name}`, session })
  outcome.catch(() => {})
  const change = (next: string | null) => {
    token = next
    for (const listener of listeners) listener(next === null ? 'over' : 'in')
  }
  const [url] = vi.mocked(window.open).mock.calls.at(-1) ?? []
  return { outcome, change, listeners, name: String(url).split('=')[1] ?? '' }
}

it('finishes when somebody is signed in, whatever the browser says about the window', async () => {
  const { outcome, change, listeners } = begin()
  change(null)
  // A provider's page may have isolated it: then it seems closed.
  opened = Object.assign(opened ?? {}, { closed: true })
  await vi.advanceTimersByTimeAsync(500)
  change('t')
  await expect(outcome).resolves.toBeUndefined()
  expect(listeners.size).toBe(0)
  expect(channels.size).toBe(0)
})

it('reports that the window was closed, or did not open', async () => {
  const { outcome } = begin()
  opened = Object.assign(opened ?? {}, { closed: true })
  await vi.advanceTimersByTimeAsync(5000)
  await expect(outcome).rejects.toMatchObject({ code: 'POPUP_CLOSED' })
  opened = null
  await expect(begin().outcome).rejects.toMatchObject({ code: 'POPUP_BLOCKED' })
})

it('receives only its own window’s refusal', async () => {
  const { outcome, name } = begin()
  refuseInWindow({ window: 'another', code: 'PROVIDER_FAILED', retryAfterMs: 0 })
  refuseInWindow({ window: name, code: 'SIGN_IN_LOCKED', retryAfterMs: 60_000 })
  await expect(outcome).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED', details: { retryAfterMs: 60_000 } })
  expect(window.close).toHaveBeenCalledTimes(2)
})
