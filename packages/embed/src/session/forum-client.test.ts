import type { Session } from '@stoa/client'
import { expect, test, vi } from 'vitest'
import { createForumClient } from './forum-client.ts'

const live = vi.hoisted(() => ({ identify: vi.fn(), realtime: { reconnect: vi.fn() } }))
vi.mock('./page-connection.ts', () => ({ pageConnection: () => live }))

const sessionOf = (token: string | null): Session => ({
  getAccessToken: async () => token,
  refresh: async () => token,
  signOut: async () => {},
  onChange: () => () => {},
})

test('a connection opened for reading is used for the viewer after sign-in', async () => {
  createForumClient('https://forum.example', sessionOf(null)).realtime()
  await Promise.resolve()
  expect(live.realtime.reconnect).not.toHaveBeenCalled()
  createForumClient('https://forum.example', sessionOf('token')).realtime()
  await vi.waitFor(() => expect(live.realtime.reconnect).toHaveBeenCalledOnce())
})
