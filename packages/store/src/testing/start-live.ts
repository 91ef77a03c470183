import type { EventName, EventOf } from '@stoa/contract'
import { vi } from 'vitest'
import { loadPost } from '../load.ts'
import { createLive } from '../realtime/live.ts'
import { start } from './start.ts'

/** An application with a live connection and a post; timers are fake. */
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
