import { type ApiCall, type Session, type SessionChange, StoaError } from '@stoa/client'
import { hasSignedIn, type PartnerSession } from '@stoa/client/partner-session'
import { createStoa, type Stoa } from '@stoa/store'
import { lazy } from '@stoa/ui'
import { sendEvent } from '../first-view/host-element.ts'
import { fetchThread } from '../reading/fetch-thread.ts'
import { loadErrorTexts } from '../thread/texts.ts'
import type { ForumClient } from './forum-client.ts'

/** A forum's store, session and connection, which all elements of a page share. */
export interface Forum {
  url: string
  stoa: Stoa
  /** The session. Its code loads once somebody has signed in here or wants to. */
  session(): Promise<PartnerSession>
  /** Calls the listener after sign-in and sign-out. Returns the unsubscribe function. */
  onSession(listener: (signedIn: boolean) => void): () => void
  /** The element that the reader used last. Dialogs open only there. */
  activeHost: HTMLElement | null
  /** The mounted elements with their threads. The store's data for these is newer than any HTML. */
  readonly threads: Map<HTMLElement, string>
}

interface SharedForum extends Forum {
  users: number
}

const forums = new Map<string, SharedForum>()

/** The page's instance for a forum. Release it with `releaseForum`. The last release frees its resources. */
export function acquireForum(url: string): Forum {
  const forum = forums.get(url) ?? createForum(url)
  forum.users += 1
  forums.set(url, forum)
  return forum
}

export function releaseForum({ url }: Forum): void {
  const forum = forums.get(url)
  if (!forum) return
  forum.users -= 1
  if (forum.users > 0) return
  forums.delete(url)
  forum.stoa.destroy()
}

function createForum(url: string): SharedForum {
  const changes = new Set<(change: SessionChange) => void>()
  const watchers = new Set<(signedIn: boolean) => void>()
  const client = lazy(async (): Promise<ForumClient> => {
    const { createForumClient } = await import('./forum-client.ts')
    return createForumClient(url, session)
  })
  const partnerSession = lazy(async () => {
    const { createPartnerSession } = await import('@stoa/client/partner-session')
    const newSession = createPartnerSession({ baseUrl: url, followTabs: false })
    newSession.onChange((change) => {
      for (const listener of changes) listener(change)
      newSession.getAccessToken().then(
        (token) => {
          for (const watcher of watchers) watcher(token !== null)
        },
        () => {
          // The next call reports that the forum can't be reached.
        },
      )
    })
    stoa.onDestroy(newSession.close)
    return newSession
  })
  const signIn = partnerSession.load
  // A placeholder for the session, as a visitor needs neither its code nor its frame.
  const session: Session = {
    getAccessToken: async () =>
      partnerSession.isRequested || hasSignedIn(url) ? (await signIn()).getAccessToken() : null,
    refresh: async () => (await signIn()).refresh(),
    signOut: async () => (await signIn()).signOut(),
    isByPublisher: () => partnerSession.code?.isByPublisher?.() ?? false,
    onChange(listener) {
      changes.add(listener)
      return () => changes.delete(listener)
    },
  }
  const call: ApiCall = async (name, input, options) => {
    if (name === 'articleThread') return (await fetchThread(url, input as never)) as never
    // Read now, because the reader may use another element before the response.
    const host = forum.activeHost
    const { call: send } = await client.load()
    const payload = await send(name, input, options).catch(async (error: unknown) => {
      if (error instanceof StoaError && error.status >= 400) await loadErrorTexts(url)
      throw error
    })
    if (host && 'commentId' in payload) sendEvent(host, 'stoa-comment', { commentId: payload.commentId })
    return payload
  }
  const stoa = createStoa({ client: { call }, session, realtime: async () => (await client.load()).realtime() })
  // The first view is the same for everybody. The viewer loads after it.
  setTimeout(() => void import('./watch-viewer.ts').then(({ watchViewer }) => watchViewer(stoa, url, signIn)))
  const forum: SharedForum = {
    url,
    stoa,
    session: signIn,
    onSession(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    activeHost: null,
    threads: new Map(),
    users: 0,
  }
  return forum
}
