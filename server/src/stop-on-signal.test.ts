import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { stopInOrder } from './stop-on-signal.ts'

test('background work can still publish events while a server stops', async () => {
  const order: string[] = []
  const note = (what: string) => () => void order.push(what)
  const noteLater = (what: string) => async () => void order.push(what)
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  await stopInOrder({
    http,
    realtime: { cut: note('sockets cut'), close: note('gateway closed') },
    app: {
      readiness: { accepting: true },
      jobs: { stop: noteLater('jobs stopped') },
      stopFetching: note('no more fetches'),
      background: { run() {}, settled: noteLater('background told') },
      events: { stop: noteLater('marked') },
    },
    others: [note('others closed')],
    database: { close: noteLater('database closed') },
  })
  expect(order.slice(-6)).toEqual([
    'no more fetches',
    'background told',
    'gateway closed',
    'marked',
    'others closed',
    'database closed',
  ])
})
