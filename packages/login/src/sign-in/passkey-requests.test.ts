import { StoaError } from '@stoa/client'
import { expect, it, vi } from 'vitest'
import { createPasskeyTurns } from './passkey-requests.ts'

const givenUp = new StoaError('ABORTED', { message: '' })

/** A device that responds on demand, and aborts with its signal. */
function startDevice() {
  const requests: { signal: AbortSignal; pick: (proof: string) => void }[] = []
  const wait = (signal: AbortSignal) =>
    new Promise<string>((pick, fail) => {
      requests.push({ signal, pick })
      signal.addEventListener('abort', () => fail(givenUp))
    })
  return { requests, wait }
}

it('cancels autofill before a press asks, and restarts it once that was cancelled', async () => {
  const { press, offer } = createPasskeyTurns()
  const { requests, wait } = startDevice()
  const send = vi.fn(async () => 'in')
  const offering = offer(new AbortController().signal, { wait, send })
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  const signIn = vi.fn(() => {
    expect(requests[0]?.signal.aborted).toBe(true)
    return Promise.reject(givenUp)
  })
  await expect(press(signIn)).rejects.toBe(givenUp)
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.pick('mine')
  expect(await offering).toBe('in')
  expect(send).toHaveBeenCalledExactlyOnceWith('mine')
})

it('ignores an autofill choice after a press, and offers no more once that has signed in', async () => {
  const { press, offer } = createPasskeyTurns()
  let pick = (_: string) => {}
  const wait = vi.fn(() => new Promise<string>((resolve) => (pick = resolve)))
  const send = vi.fn(async () => {})
  const offering = offer(new AbortController().signal, { wait, send })
  await vi.waitFor(() => expect(wait).toHaveBeenCalled())
  let finish = () => {}
  const pressing = press(() => new Promise<void>((end) => (finish = end)))
  pick('too late')
  finish()
  await pressing
  expect(await offering).toBeUndefined()
  expect(send).not.toHaveBeenCalled()
  expect(wait).toHaveBeenCalledOnce()
})

it('lets a press join the sign-in started from autofill', async () => {
  const { press, offer } = createPasskeyTurns()
  let respond = (_: string) => {}
  const send = vi.fn(() => new Promise<string>((resolve) => (respond = resolve)))
  const offering = offer(new AbortController().signal, { wait: async () => 'mine', send })
  await vi.waitFor(() => expect(send).toHaveBeenCalled())
  const signIn = vi.fn(async () => 'twice')
  const pressing = press(signIn)
  respond('in')
  expect(await Promise.all([offering, pressing])).toEqual(['in', 'in'])
  expect(signIn).not.toHaveBeenCalled()
  expect(await press(signIn)).toBe('twice')
})

it('ends with its signal, and reports other errors', async () => {
  const { offer } = createPasskeyTurns()
  const { requests, wait } = startDevice()
  const page = new AbortController()
  const offering = offer(page.signal, { wait, send: async () => {} })
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  page.abort()
  expect(await offering).toBeUndefined()
  const refused = new StoaError('PASSKEY_INVALID', { message: '', status: 401 })
  const next = new AbortController().signal
  await expect(offer(next, { wait: async () => 'mine', send: () => Promise.reject(refused) })).rejects.toBe(refused)
})
