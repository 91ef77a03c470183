import type { ApiCall, Session } from '@stoa/client'
import { createStoa, type Stoa } from '@stoa/store'
import type { ForumClient } from './forum-client.ts'
import { readThread } from './read-thread.ts'
import { sendEvent } from './send-event.ts'
import type { EmbedSession } from './sign-in/embed-session.ts'
import { hasSignedIn } from './sign-in/sign-in-hint.ts'

/** One forum as all elements of a page share it: one store, one session, one connection. */
export interface Forum {
  url: string
  stoa: Stoa
  /** The session with its sign-in window; loaded when somebody has signed in here before or wants to now. */
  session(): Promise<EmbedSession>
  /** Hears of signing in and out; returns the function that ends it. */
  onSession(listener: (signedIn: boolean) => void): () => void
  /** The element that the reader used last: dialogs for what was wanted open there and nowhere else. */
  activeHost: HTMLElement | null
}

interface SharedForum extends Forum {
  users: number
}

const forums = new Map<string, SharedForum>()

/** The page's instance for a forum. Give it back with `releaseForum`; the last one to do so ends everything it held. */
export function takeForum(url: string): Forum {
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
  const changes = new Set<() => void>()
  const watchers = new Set<(signedIn: boolean) => void>()
  const client = once(async (): Promise<ForumClient> => {
    const { createForumClient } = await import('./forum-client.ts')
    return createForumClient(url, session)
  })
  const signIn = once(async () => {
    const { createEmbedSession } = await import('./sign-in/embed-session.ts')
    const made = createEmbedSession(url)
    made.onChange(() => {
      for (const listener of changes) listener()
      made.getAccessToken().then(
        (token) => {
          for (const watcher of watchers) watcher(token !== null)
        },
        () => {
          // Out of reach: whoever asks the server next is told.
        },
      )
    })
    stoa.onDestroy(made.close)
    return made
  })
  // Stands in for the session until somebody needs it: a visitor costs neither its code nor a frame.
  const session: Session = {
    getAccessToken: async () => (signIn.isCalled() || hasSignedIn(url) ? (await signIn()).getAccessToken() : null),
    refresh: async () => (await signIn()).refresh(),
    signOut: async () => (await signIn()).signOut(),
    onChange(listener) {
      changes.add(listener)
      return () => changes.delete(listener)
    },
  }
  const call: ApiCall = async (name, input, options) => {
    if (name === 'articleThread') return (await readThread(url, input as never)) as never
    // Where it is wanted: the reader may have gone on to another element when the answer comes.
    const host = forum.activeHost
    const payload = await (await client()).call(name, input, options)
    if (host && 'commentId' in payload) sendEvent(host, 'stoa-comment', { commentId: payload.commentId })
    return payload
  }
  const stoa = createStoa({ client: { call }, session, realtime: async () => (await client()).realtime() })
  // Who is looking is no part of the first view; then it is found out, and kept right through signing in and out.
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
    users: 0,
  }
  return forum
}

/** Runs the work on the first call and shares its result; a failed one may be tried again. */
function once<Result>(work: () => Promise<Result>): (() => Promise<Result>) & { isCalled(): boolean } {
  let running: Promise<Result> | null = null
  const run = () => {
    running ??= work().catch((error: unknown) => {
      running = null
      throw error
    })
    return running
  }
  return Object.assign(run, { isCalled: () => running !== null })
}
