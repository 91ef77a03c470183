import type { SessionChange } from '@stoa/client'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { render, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { keepChoice } from './choice.ts'
import { useDeviceCheck } from './use-device-check.ts'

const code = vi.hoisted(() => ({
  checkDevice: vi.fn(async () => {}),
  dropSubscription: vi.fn(async () => {}),
}))
vi.mock('./device.ts', () => code)
vi.mock('../preload.ts', () => ({ whenIdle: (work: () => void) => work() }))

function Checking() {
  useDeviceCheck('me')
  return null
}

/** Starts the app; the result tells of sign-ins and sign-outs. */
function start(): (change: SessionChange) => void {
  const listeners = new Set<(change: SessionChange) => void>()
  const session = {
    onChange(listener: (change: SessionChange) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as never
  const stoa = createStoa({ client: { call: vi.fn() }, session, storage: null })
  render(
    <StoaProvider stoa={stoa}>
      <Checking />
    </StoaProvider>,
  )
  return (change) => {
    for (const listener of listeners) listener(change)
  }
}

beforeEach(() => {
  localStorage.clear()
  code.checkDevice.mockClear()
  code.dropSubscription.mockClear()
})

test('a device that has push is checked at each start', async () => {
  keepChoice({ userId: 'me', endpoint: 'https://push.example/0' })
  start()
  await waitFor(() => expect(code.checkDevice).toHaveBeenCalledOnce())
  expect(code.checkDevice).toHaveBeenCalledWith(expect.objectContaining({ viewerId: 'me' }))
})

test('others cost nothing', async () => {
  start()('left')
  await new Promise((resolve) => setTimeout(resolve))
  expect(code.checkDevice).not.toHaveBeenCalled()
  expect(code.dropSubscription).not.toHaveBeenCalled()
})

test('signing out ends the browser’s subscription; a session that has ended keeps the choice', async () => {
  keepChoice({ userId: 'me', endpoint: 'https://push.example/0' })
  const tell = start()
  tell('over')
  await new Promise((resolve) => setTimeout(resolve))
  expect(code.dropSubscription).not.toHaveBeenCalled()
  tell('left')
  await waitFor(() => expect(code.dropSubscription).toHaveBeenCalledOnce())
})
