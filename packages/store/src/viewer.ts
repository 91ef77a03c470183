import { errorCode } from '@stoa/client'
import type { CallOutput, Me } from '@stoa/contract'
import { publicEntities } from './entities.ts'
import { type FactTables, factNames } from './facts.ts'
import { lazy } from './lazy.ts'
import { emptyTables, NO_CACHE, type Stoa, type StoaState } from './stoa.ts'

/** The pending request for the viewer. Subscribes to sign-ins and sign-outs. */
function createViewerRequest(stoa: Stoa): { pending: Promise<Me | null> | null } {
  const loading = { pending: null }
  const reload = () => void loadViewer(stoa, { force: true }).catch(() => {})
  const end = stoa.session?.onChange((change) => {
    // Somebody else may sign in at this device. Until then, the text stays where it was typed.
    if (change === 'left' || change === 'gone') void claimDrafts(stoa, stoa.state.getState().writerId)
    reload()
  })
  if (end) stoa.onDestroy(end)
  stoa.onOtherAccount(reload)
  return loading
}

/**
 * Loads the viewer, and reloads it after sign-ins and sign-outs, also in other tabs. A visitor costs no request.
 * `force` reloads a loaded viewer, with reactions and votes unless `withFacts` is false. Throws `StoaError`.
 */
export function loadViewer(stoa: Stoa, { force = false, withFacts = true } = {}): Promise<Me | null> {
  const loading = stoa.singleton(createViewerRequest)
  const { viewer } = stoa.state.getState()
  if (!force) {
    if (loading.pending) return loading.pending
    if (viewer !== undefined) return Promise.resolve(viewer)
  }
  const pendingRequest: Promise<Me | null> = fetchViewer(stoa).then(
    async (response) => {
      const me = response?.user ?? null
      if (loading.pending !== pendingRequest) return loading.pending ?? me
      loading.pending = null
      await setViewer(stoa, { me, unread: response?.unread ?? null, withFacts })
      return me
    },
    (error: unknown) => {
      if (loading.pending === pendingRequest) loading.pending = null
      throw error
    },
  )
  loading.pending = pendingRequest
  return pendingRequest
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
    stoa.state.setState((state) => ({
      ...publicEntities(state),
      ...emptyTables<FactTables>(factNames),
      joined: null,
      menu: null,
      muted: {},
      queueLength: 0,
      hasWritten: false,
    }))
  }
  // Before the viewer is known, so that nothing muted flashes.
  if (me?.mutes) stoa.singleton((await loadMutedCode()).keepMuted)
  stoa.state.setState((state) => ({ viewer: me, unread, writerId: me?.id ?? state.writerId }))
  if (!me || (before?.id === me.id && !withFacts)) return
  await loadFacts(stoa)
}

const loadMutedCode = lazy(() => import('./muted.ts'))
const loadDraftsCode = lazy(() => import('./drafts.ts'))

async function claimDrafts(stoa: Stoa, writerId: string): Promise<void> {
  const code = await loadDraftsCode().catch(() => null)
  if (code) stoa.singleton(code.createDrafts).claim(writerId)
}

const loadFactsCode = lazy(() => import('./viewer-facts.ts'))

/** Loads the viewer's facts about these posts and comments, or about all in the cache. A failure changes nothing. */
export async function loadFacts(stoa: Stoa, ids?: readonly string[]): Promise<void> {
  const code = await loadFactsCode().catch(() => null)
  await code?.loadViewerFacts(stoa, ids)
}
