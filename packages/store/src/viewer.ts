import { errorCode } from '@stoa/client'
import type { CallOutput, Comment, Me } from '@stoa/contract'
import { PAST_CACHES } from './past-caches.ts'
import type { StoaState } from './state.ts'
import type { Stoa } from './stoa.ts'

/** The request for the viewer on its way, and whether sign-ins and sign-outs are listened to. */
function createViewerLoading(stoa: Stoa): { running: Promise<Me | null> | null } {
  const loading = { running: null }
  const end = stoa.session?.onChange(() => void loadViewer(stoa, { force: true }).catch(() => {}))
  if (end) stoa.onDestroy(end)
  return loading
}

/**
 * Finds out who is looking, and keeps that right through sign-in and sign-out, here and in other tabs.
 * Costs a visitor no request. With `force` somebody who is known is asked about anew, unless `withFacts` is false with
 * what they have chosen. Throws `StoaError` when the server can't be asked.
 */
export function loadViewer(stoa: Stoa, { force = false, withFacts = true } = {}): Promise<Me | null> {
  const loading = stoa.part(createViewerLoading)
  const { viewer } = stoa.state.getState()
  if (!force) {
    if (loading.running) return loading.running
    if (viewer !== undefined) return Promise.resolve(viewer)
  }
  const running: Promise<Me | null> = fetchViewer(stoa).then(
    async (answer) => {
      const me = answer?.user ?? null
      if (loading.running !== running) return loading.running ?? me
      loading.running = null
      await setViewer(stoa, { me, unread: answer?.unread ?? null, withFacts })
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
    return await stoa.client.call('me', {}, PAST_CACHES)
  } catch (error) {
    if (errorCode(error) === 'AUTH_REQUIRED' || errorCode(error) === 'TOKEN_EXPIRED') return null
    throw error
  }
}

/** Facts of one person never show for another; what is on the page gets the facts of the new one. */
async function setViewer(
  stoa: Stoa,
  { me, unread, withFacts }: { me: Me | null; unread: StoaState['unread']; withFacts: boolean },
): Promise<void> {
  const before = stoa.state.getState().viewer
  if (before && before.id !== me?.id) {
    stoa.state.setState(({ comments }) => ({
      ...{ reactions: {}, votes: {}, follows: {}, notifications: {} },
      comments: asEverybodySees(comments),
    }))
  }
  stoa.state.setState({ viewer: me, unread })
  if (!me || (before?.id === me.id && !withFacts)) return
  // Without them the page knows who is looking, but not yet what they have chosen.
  await import('./load-facts.ts').then(
    ({ loadFacts }) => loadFacts(stoa),
    () => {},
  )
}

function asEverybodySees(comments: Record<string, Comment>): Record<string, Comment> {
  return Object.fromEntries(
    Object.entries(comments).map(([id, comment]) => [
      id,
      comment.status === 0 ? comment : { ...comment, content: null, hidden: null, moderationScore: null },
    ]),
  )
}
