import { createStoa, type Stoa, type StoaOptions } from '../stoa.ts'
import { loadViewer } from '../viewer.ts'
import { createFakeServer, type FakeServer } from './fake-server.ts'

/** A fake server and an application on it whose viewer is known. */
export async function start(options: Partial<StoaOptions> = {}): Promise<{ server: FakeServer; stoa: Stoa }> {
  const server = createFakeServer()
  const session = { ...server.session, onChange: () => () => {} }
  const stoa = createStoa({ client: server, session, storage: null, clock: () => server.now, ...options })
  await loadViewer(stoa)
  server.calls.length = 0
  return { server, stoa }
}
