import { Agent, createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { stopGracefully } from './stop.ts'

test('a server that stops under load fails no request that has reached it', async () => {
  const readiness = { accepting: true }
  const server = createServer((_request, response) => {
    if (!readiness.accepting) response.setHeader('Connection', 'close')
    setTimeout(() => response.end('ok'), Math.random() * 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const ask = () =>
    new Promise<string>((resolve) => {
      const sent = request({ port, agent, host: '127.0.0.1' }, (response) => {
        response.resume().on('end', () => resolve('ok'))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
      sent.end()
    })
  const outcomes: string[] = []
  const client = async () => {
    for (;;) {
      const outcome = await ask()
      outcomes.push(outcome)
      if (outcome !== 'ok') return
    }
  }
  const clients = Array.from({ length: 16 }, client)
  await new Promise((resolve) => setTimeout(resolve, 200))
  await stopGracefully(server, readiness)
  await Promise.all(clients)
  agent.destroy()
  // Every client ends with a refused connection; none is reset.
  expect(new Set(outcomes)).toEqual(new Set(['ok', 'ECONNREFUSED']))
  expect(outcomes.filter((outcome) => outcome === 'ECONNREFUSED')).toHaveLength(16)
})

test.each([
  ['', 0],
  [', also by a process that is busy for long', 1200],
])('connections in the port’s backlog when it closes are answered%s', async (_, busyMs) => {
  const readiness = { accepting: true }
  const server = createServer((_request, response) => {
    if (!readiness.accepting) response.setHeader('Connection', 'close')
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clients = Array.from({ length: 16 }, async () => {
    const socket = connect(port, '127.0.0.1')
    socket.end('GET / HTTP/1.1\r\nHost: forum.example\r\n\r\n')
    return text(socket).then(
      (answer) => answer.split('\r\n')[0],
      (error: NodeJS.ErrnoException) => error.code,
    )
  })
  // The system has accepted the connections; this process notices in its next turn.
  await new Promise((resolve) => process.nextTick(resolve))
  const stopping = stopGracefully(server, readiness)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs)
  await stopping
  expect(await Promise.all(clients)).toEqual(clients.map(() => 'HTTP/1.1 200 OK'))
})

test('clients that reconnect after the stop find the port closed', async () => {
  const server = createServer((_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const isListening: boolean[] = []
  await stopGracefully(server, { accepting: true }, () => isListening.push(server.listening))
  expect(isListening).toEqual([false])
})

test('idle connections do not delay it', async () => {
  const server = createServer((_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await (await fetch(`http://127.0.0.1:${port}`)).text()
  const cut = vi.spyOn(server, 'closeAllConnections')
  await stopGracefully(server, { accepting: true })
  expect(cut).not.toHaveBeenCalled()
})
