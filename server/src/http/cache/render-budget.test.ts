import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isDomainError } from '../../platform/domain-error.ts'
import { createRenderBudget } from './render-budget.ts'

function setup(scale = 1) {
  const budget = createRenderBudget({ scale, trustProxy: (address) => address === 'proxy' })
  const begun: string[] = []
  const refused: (string | undefined)[] = []
  /** Requests a rendering; ends it on demand. */
  const ask = (address: string, name = address) => {
    const response = new EventEmitter() as unknown as ServerResponse
    const headers = { 'x-forwarded-for': address }
    const request = { headers, socket: { remoteAddress: 'proxy' } } as unknown as IncomingMessage
    const entered = budget.admit(request, response).then(
      () => void begun.push(name),
      (error: unknown) => void refused.push(isDomainError(error) ? error.code : String(error)),
    )
    return { request, response, entered, end: () => response.emit('prefinish'), leave: () => response.emit('close') }
  }
  /** Renders for this long once admitted. */
  const render = async (address: string, ms: number) => {
    const { entered, end } = ask(address)
    await entered
    const until = performance.now() + ms
    while (performance.now() < until);
    end()
  }
  return { budget, ask, render, begun, refused }
}

const settle = () => sleep(20)

test('a network renders one page at a time, in parallel with others', async () => {
  const { ask, begun } = setup()
  const first = ask('192.0.2.1', 'a1')
  ask('192.0.2.1', 'a2')
  ask('192.0.2.1', 'a3')
  ask('192.0.2.2', 'b1')
  await settle()
  expect(begun).toEqual(['a1', 'b1'])
  first.end()
  await settle()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('networks take turns, regardless of how much one of them requests', async () => {
  const { ask, begun } = setup()
  const running = ['1', '2', '3', '4'].map((part) => ask(`192.0.2.${part}`))
  for (let count = 0; count < 5; count += 1) ask('198.51.100.1', `greedy ${count}`)
  ask('198.51.100.2', 'modest')
  await settle()
  begun.length = 0
  running[0]?.end()
  running[1]?.end()
  await settle()
  expect(begun).toEqual(['greedy 0', 'modest'])
})

test('addresses of one IPv6 /48 are one network', async () => {
  const { ask, begun } = setup()
  for (const part of ['1', '2', '3']) ask(`2001:db8:7:${part}::1`)
  await settle()
  expect(begun).toHaveLength(1)
})

test('after its burst a network renders a quarter of the time', async () => {
  const { render } = setup()
  // 250 ms at once, of which a quarter has been refilled by the end.
  for (let count = 0; count < 8; count += 1) await render('192.0.2.1', 50)
  const since = performance.now()
  for (let count = 0; count < 4; count += 1) await render('192.0.2.1', 50)
  const took = performance.now() - since
  expect(took).toBeGreaterThan(500)
})

test('another network renders without waiting', async () => {
  const { render } = setup()
  for (let count = 0; count < 8; count += 1) await render('192.0.2.1', 50)
  const ended: string[] = []
  const waiting = render('192.0.2.1', 1).then(() => ended.push('waiting'))
  await render('192.0.2.2', 1).then(() => ended.push('other'))
  await waiting
  expect(ended).toEqual(['other', 'waiting'])
})

test('too many waiting requests are refused, and disconnecting frees a place', async () => {
  const { ask, begun, refused } = setup()
  const first = ask('192.0.2.1', 'first')
  const waiting = Array.from({ length: 16 }, (_, index) => ask('192.0.2.1', `waits ${index}`))
  ask('192.0.2.1', 'too many')
  await settle()
  expect(refused).toEqual(['RATE_LIMITED'])
  waiting[0]?.leave()
  ask('192.0.2.1', 'last')
  first.end()
  await settle()
  expect(begun).toEqual(['first', 'waits 1'])
  expect(refused).toEqual(['RATE_LIMITED', 'BUSY'])
})

test('the server is busy when too many networks wait', async () => {
  const { ask, refused } = setup()
  for (let index = 0; index < 504; index += 1) ask(`10.0.${index >> 8}.${index & 255}`)
  ask('192.0.2.1')
  await settle()
  expect(refused).toEqual(['BUSY'])
})

test('a request is admitted once, and an abandoned rendering ends', async () => {
  const { budget, ask, begun } = setup()
  const first = ask('192.0.2.1', 'first')
  await first.entered
  await budget.admit(first.request, first.response)
  ask('192.0.2.1', 'second')
  first.leave()
  first.end()
  await settle()
  expect(begun).toEqual(['first', 'second'])
})
