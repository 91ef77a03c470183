import type { ServerToClientEvents, SocketAuth, Watch } from '@stoa/contract'
import { io, type Socket } from 'socket.io-client'
import { expect, vi } from 'vitest'

/** One live connection and the events it has received. */
export interface Client {
  socket: Socket
  events: { name: string; event: { id: string } }[]
  /** Waits until it has received this many events. */
  hears(count: number): Promise<Client['events']>
  names(): string[]
  resumed: { lastEventId: string }[]
}

export type LiveClients = ReturnType<typeof createLiveClients>

/** Opens live connections to a server under test. */
export function createLiveClients(url: string) {
  const clients: Socket[] = []

  async function connect(
    about: {
      watch?: Watch
      origin?: string
      host?: string
      transports?: ('websocket' | 'polling')[]
    } & Partial<SocketAuth> = {},
  ): Promise<Client> {
    const { watch, origin, host, transports = ['websocket'], ...auth } = about
    const socket: Socket = io(url, {
      auth: { visitorId: 'visitor', ...auth },
      transports,
      forceNew: true,
      reconnection: false,
      extraHeaders: { ...(origin ? { origin } : {}), ...(host ? { host } : {}) },
    })
    clients.push(socket)
    const events: Client['events'] = []
    const resumed: Client['resumed'] = []
    socket.onAny((name: keyof ServerToClientEvents, event) => {
      if (name === 'resume.done') resumed.push(event)
      else events.push({ name, event })
    })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    if (watch) {
      socket.emit('watch', watch)
      await vi.waitFor(() => expect(resumed.length + events.length).toBeGreaterThan(0))
    }
    const hears = async (count: number) => {
      await vi.waitFor(() => expect(events.length).toBeGreaterThanOrEqual(count))
      return events
    }
    return { socket, events, hears, names: () => events.map(({ name }) => name), resumed }
  }

  return {
    connect,
    /** Closes all of them. */
    leave() {
      for (const client of clients.splice(0)) client.disconnect()
    },
  }
}
