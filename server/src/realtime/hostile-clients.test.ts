import { request as httpRequest } from 'node:http'
import { connect as connectTo, type Socket as NetSocket } from 'node:net'
import { articleKey, RATE_LIMITS, WATCH_MAX } from '@stoa/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../test/forum.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { createLiveClients, type LiveClients } from '../../test/live-clients.ts'
import { queriesOf } from '../../test/queries.ts'

let forum: Forum
let clients: LiveClients

beforeAll(async () => {
  forum = await startForum()
  clients = createLiveClients(forum.stoa.url)
})
afterEach(() => clients.leave())
afterAll(() => forum.stoa.close())

/** Unknown token names, different each time. */
const unknownNames = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) =>
    [...String(from + index).padStart(6, '0')].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join(''),
  )

test('a message of 200 unknown names costs one query', async () => {
  const client = await clients.connect()
  const queries = await queriesOf(forum.stoa, async () => {
    client.socket.emit('watch', { communities: unknownNames(WATCH_MAX) })
    await vi.waitFor(() => expect(client.resumed).toHaveLength(1))
  })
  expect(queries.filter(({ sql }) => sql.includes('communities'))).toHaveLength(1)
})

test('articles of unknown communities can’t be watched, those of known ones can', async () => {
  const client = await clients.connect()
  client.socket.emit('watch', {
    communities: ['FORUM'],
    articles: [articleKey('NOWHERE', 'https://a.example/'), articleKey('FORUM', 'https://a.example/')],
  })
  await vi.waitFor(() => expect(client.resumed).toHaveLength(1))
  expect(roomsOf(forum.stoa, client.socket.id).filter((room) => room.startsWith('article:'))).toHaveLength(1)
  expect(roomsOf(forum.stoa, client.socket.id)).toContain('community:FORUM')
})

test('ten sockets that keep sending 200 unknown names are cut off while others are served', async () => {
  const attackers = await Promise.all(Array.from({ length: 10 }, () => clients.connect()))
  const queries = await queriesOf(forum.stoa, async () => {
    for (let round = 0; round < 50; round += 1) {
      for (const [index, { socket }] of attackers.entries()) {
        socket.emit('watch', { communities: unknownNames(WATCH_MAX, (round * 10 + index) * WATCH_MAX) })
      }
    }
    await vi.waitFor(async () => {
      await forum.stoa.call('postList', { type: 'all', tokenName: 'FORUM' })
      expect(attackers.filter(({ socket }) => socket.connected)).toEqual([])
    })
  })
  // Five messages of each were handled, with one query per message.
  expect(
    queries.filter(({ sql }) => sql.includes('`communities`') && sql.includes(' in (')).length,
  ).toBeLessThanOrEqual(50)
})

test.each([
  ['events that nobody listens for', '2["nothing"]'],
  ['connections to other namespaces', '0/other,'],
  ['acknowledgements of nothing', '31[]'],
])('a flood of %s is cut off', async (_name, packet) => {
  const client = await clients.connect()
  for (let count = 0; count < 100; count += 1) send(client, packet)
  await vi.waitFor(() => expect(client.socket.connected).toBe(false))
})

test('a client that floods pings without reading is cut off', async () => {
  const socket = await openRaw(forum.stoa.url)
  const ping = Buffer.concat([Buffer.from([0x89, 0xfd, 0, 0, 0, 0]), Buffer.alloc(125)])
  for (let count = 0; count < 100; count += 1) socket.write(ping)
  socket.resume()
  // Long before it would time out for not responding to the server's pings.
  await vi.waitFor(() => expect(socket.closed).toBe(true))
})

test('a client that does not read is cut off before much is queued for it', async () => {
  const { sockets } = forum.stoa.realtime
  const reader = await clients.connect()
  const socket = await openRaw(forum.stoa.url)
  // The text `40`: opens a socket in the default namespace.
  socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]))
  await vi.waitFor(() => expect(sockets.sockets.size).toBe(2))
  for (let count = 0; count < 60; count += 1) {
    for (const each of sockets.sockets.values()) {
      for (let at = 0; at < 200; at += 1) each.emit('resume.done', { lastEventId: 'x'.repeat(2000), at })
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await vi.waitFor(() => expect(sockets.sockets.size).toBe(1))
  expect(reader.socket.connected).toBe(true)
  socket.destroy()
})

test('parts of a binary message are not buffered', async () => {
  const client = await clients.connect()
  send(client, '51-["watch",{"_placeholder":true,"num":0}]')
  send(client, new Uint8Array(1000) as never)
  await vi.waitFor(() => expect(client.socket.connected).toBe(false))
})

test('several sockets requested before the first is open are refused', async () => {
  const { sockets } = forum.stoa.realtime
  const packets = Array.from({ length: 20 }, () => '40{}').join('\u001e')
  const base = `${forum.stoa.url}/socket.io/?EIO=4&transport=polling`
  const opened = JSON.parse((await (await fetch(base)).text()).slice(1)) as { sid: string }
  await fetch(`${base}&sid=${opened.sid}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: packets })
  await forum.stoa.call('communityList', {})
  expect(sockets.sockets.size).toBeLessThanOrEqual(1)
})

test('messages are handled in order, so nothing is watched after it was unwatched', async () => {
  const client = await clients.connect()
  const postIds = [await forum.newPost(), await forum.newPost()]
  client.socket.emit('watch', { postIds })
  client.socket.emit('unwatch', { postIds })
  client.socket.emit('watch', {})
  await vi.waitFor(() => expect(client.resumed).toHaveLength(2))
  expect(roomsOf(forum.stoa, client.socket.id)).toEqual([client.socket.id])
})

test('concurrent messages can’t watch more than a connection may', async () => {
  const client = await clients.connect()
  for (const from of [0, 1, 2]) {
    const articles = Array.from({ length: 150 }, (_, index) =>
      articleKey('FORUM', `https://a.example/${from}/${index}`),
    )
    client.socket.emit('watch', { articles })
  }
  await vi.waitFor(() => expect(client.resumed).toHaveLength(3))
  expect(roomsOf(forum.stoa, client.socket.id)).toHaveLength(WATCH_MAX + 1)
})

test('lists are counted together, and a list that is too long watches nothing', async () => {
  const client = await clients.connect()
  const postIds = await Promise.all(Array.from({ length: 2 }, () => forum.newPost()))
  client.socket.emit('watch', { postIds, communities: unknownNames(WATCH_MAX) })
  await vi.waitFor(() => expect(client.resumed).toHaveLength(1))
  expect(roomsOf(forum.stoa, client.socket.id)).toEqual([client.socket.id])
})

test('disconnecting while a message is handled leaves nothing behind', async () => {
  const { sockets } = forum.stoa.realtime
  for (let count = 0; count < 20; count += 1) {
    const client = await clients.connect()
    client.socket.emit('watch', { communities: ['FORUM', ...unknownNames(100, count * 100)] })
    client.socket.disconnect()
  }
  await vi.waitFor(() => expect(sockets.sockets.size).toBe(0))
  await forum.stoa.call('communityList', {})
  expect([...sockets.adapter.sids.keys()]).toEqual([])
})

test('a connection’s handshake data is not retained', async () => {
  const { sockets } = forum.stoa.realtime
  const client = await clients.connect({ token: 'x'.repeat(8000) })
  const [held] = [...sockets.sockets.values()].filter(({ id }) => id === client.socket.id)
  expect(JSON.stringify(held?.handshake ?? null).length).toBeLessThan(500)
})

test.each(['x'.repeat(10_000), '9'.repeat(20), '~'.repeat(20), ''])(
  'an invalid last event id does no harm: %#',
  async (lastEventId) => {
    const client = await clients.connect({ watch: { postIds: [await forum.newPost()] }, lastEventId })
    expect(client.socket.connected).toBe(true)
    expect(client.resumed.length + client.events.length).toBe(1)
  },
)

test.each(['websocket', 'polling'])(
  'of 2,000 connections by %s with an empty session those over the limit are refused',
  async (transport) => {
    const stoa = await startTestApp({ STOA_RATE_SCALE: '1' })
    try {
      const isOpen: boolean[] = []
      const open = async (more: string) => isOpen.push(await handshake(stoa.url, { more, transport }))
      for (let count = 0; count < 20; count += 1) await Promise.all(Array.from({ length: 100 }, () => open('&sid=')))
      expect(isOpen.filter(Boolean)).toHaveLength(RATE_LIMITS.read.points)
      for (const more of ['&sid', '&sid=&sid=', '&x?sid=1', '&%73id=', '&sid=%00', '&sid=unknown', '&EIO=3&sid=', '']) {
        expect(await handshake(stoa.url, { more, transport }), more).toBe(false)
      }
    } finally {
      await stoa.close()
    }
  },
  60_000,
)

/** Whether a connection can be opened. Closes a web socket immediately. */
function handshake(url: string, { more, transport }: { more: string; transport: string }): Promise<boolean> {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}/socket.io/?EIO=4&transport=${transport}${more}`, {
      headers: transport === 'websocket' ? upgrade : {},
      agent: false,
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(true)
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** A web socket that reads nothing. */
function openRaw(url: string): Promise<NetSocket> {
  const { hostname, port } = new URL(url)
  const socket = connectTo(Number(port), hostname)
  const head = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${hostname}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', () => resolve(socket.pause()))
  })
}

/** Sends a packet of the socket.io protocol. */
function send({ socket }: { socket: LiveClientSocket }, packet: string): void {
  ;(socket.io.engine as unknown as { write(data: string): void }).write(packet)
}
type LiveClientSocket = Awaited<ReturnType<LiveClients['connect']>>['socket']

function roomsOf(stoa: TestApp, id: string | undefined): string[] {
  return [...(stoa.realtime.sockets.adapter.socketRooms(id ?? '') ?? [])]
}
