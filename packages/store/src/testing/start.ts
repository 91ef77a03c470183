import type { EventName, EventOf } from '@stoa/contract'
import { vi } from 'vitest'
import { createLive } from '../live/connection.ts'
import { loadPost } from '../load.ts'
import { createStoa, type Stoa, type StoaOptions } from '../stoa.ts'
import { loadViewer } from '../viewer.ts'
import { createFakeServer, type FakeServer } from './fake-server.ts'

/** A fake server and an application on it with a loaded viewer. */
export async function start(options: Partial<StoaOptions> = {}): Promise<{ server: FakeServer; stoa: Stoa }> {
  const server = createFakeServer()
  const session = { ...server.session, onChange: () => () => {} }
  const stoa = createStoa({ client: server, session, storage: null, clock: () => server.now, ...options })
  await loadViewer(stoa)
  server.calls.length = 0
  return { server, stoa }
}

/** An application with a live connection and a post. Timers are fake. */
export async function startLive() {
  const { server, stoa } = await start()
  Object.assign(stoa.options, { realtime: () => server.realtime })
  await createLive(stoa)
  server.eventDelay = () => 1
  const post = server.addPost()
  await vi.runAllTimersAsync()
  await loadPost(stoa, { idOrSlug: post.id })
  const emit = async <Name extends EventName>(name: Name, payload: Omit<EventOf<Name>, 'id' | 'at'>) => {
    server.emit(name, payload)
    await vi.runAllTimersAsync()
  }
  return { server, stoa, post, emit, state: () => stoa.state.getState() }
}
