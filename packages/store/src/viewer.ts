import { errorCode } from '@stoa/client'
import type { CallOutput, Me } from '@stoa/contract'
import { publicEntities } from './entities.ts'
import { type FactTables, factNames } from './facts.ts'
import { lazy } from './lazy.ts'
import { emptyTables, NO_CACHE, type Stoa, type StoaState } from './stoa.ts'

/** The pending request for the viewer. Subscribes to sign-ins and sign-outs. */
function createViewerRequest(stoa: Stoa): { running: Promise<Me | null> | null } {
  const loading = { running: null }
  const end = stoa.session?.onChange(() => void loadViewer(stoa, { force: true }).catch(() => {}))
  if (end) stoa.onDestroy(end)
  return loading
}

/**
 * Loads the viewer, and reloads it after sign-ins and sign-outs, also in other tabs. A visitor costs no request.
 * `force` reloads a known viewer, with reactions and votes unless `withFacts` is false. Throws `StoaError`.
 */
export function loadViewer(stoa: Stoa, { force = false, withFacts = true } = {}): Promise<Me | null> {
  const loading = stoa.singleton(createViewerRequest)
  const { viewer } = stoa.state.getState()
  if (!force) {
    if (loading.running) return loading.running
    if (viewer !== undefined) return Promise.resolve(viewer)
  }
  const running: Promise<Me | null> = fetchViewer(stoa).then(
    async (response) => {
      const me = response?.user ?? null
      if (loading.running !== running) return loading.running ?? me
      loading.running = null
      await setViewer(stoa, { me, unread: response?.unread ?? null, withFacts })
      return me
    },
    (error: unknown) => {
      if (loading.running === running) loading.running = null
      throw error
    },
  )
  loading.running = running
  return running
}

async function fetchViewer(stoa: Stoa): Promise<CallOutput<'me'> | null> {
  if (!(await stoa.session?.getAccessToken())) return null
  try {
    return await stoa.client.call('me', {}, NO_CACHE)
  } catch (error) {
    if (errorCode(error) === 'AUTH_REQUIRED' || errorCode(error) === 'TOKEN_EXPIRED') return null
    throw error
  }
}

/** Replaces the viewer. Removes the former viewer's facts, then loads those of the new one. */
async function setViewer(
  stoa: Stoa,
  { me, unread, withFacts }: { me: Me | null; unread: StoaState['unread']; withFacts: boolean },
): Promise<void> {
  const before = stoa.state.getState().viewer
  if (before && before.id !== me?.id) {
    stoa.state.setState((state) => ({ ...publicEntities(state), ...emptyTables<FactTables>(factNames) }))
  }
  stoa.state.setState({ viewer: me, unread })
  if (!me || (before?.id === me.id && !withFacts)) return
  await loadFacts(stoa)
}

const loadFactsCode = lazy(() => import('./viewer-facts.ts'))

/** Loads the viewer's facts about these posts and comments, or about all in the cache. A failure changes nothing. */
export async function loadFacts(stoa: Stoa, ids?: readonly string[]): Promise<void> {
  const code = await loadFactsCode().catch(() => null)
  await code?.loadViewerFacts(stoa, ids)
}
