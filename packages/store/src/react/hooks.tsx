import {
  type Comment,
  type Community,
  type Me,
  type Member,
  managesCommunity,
  type ReactionName,
  type User,
  type Watch,
} from '@stoa/contract'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Actions, createActions } from '../actions.ts'
import type { StoredPost } from '../entities.ts'
import { lazy } from '../lazy.ts'
import { watch } from '../live/watch.ts'
import { type ListQuery, listKey, newItemsKey, queryOf } from '../queries.ts'
import { type Article, type Intent, idleList, type List, type Stoa, type StoaState, type Thread } from '../stoa.ts'
import { threadKey } from '../thread-key.ts'
import { withLists } from '../with-lists.ts'

const StoaContext = createContext<Stoa | null>(null)

/** Props of `StoaProvider`. */
export interface StoaProviderProps {
  /** The application instance, from `createStoa`. */
  stoa: Stoa
  children?: ReactNode
}

/** Provides the application instance to the components below it. */
export function StoaProvider({ stoa, children }: StoaProviderProps) {
  return <StoaContext.Provider value={stoa}>{children}</StoaContext.Provider>
}

/** The application instance of the nearest `StoaProvider`. */
export function useStoa(): Stoa {
  const stoa = useContext(StoaContext)
  if (!stoa) throw new TypeError('There is no StoaProvider above this component.')
  return stoa
}

/** A selected part of the state. The selector must return the same reference while nothing has changed. */
export function useStoaState<Part>(select: (state: StoaState) => Part): Part {
  const { state, serverState } = useStoa()
  return useSyncExternalStore(
    state.subscribe,
    () => select(state.getState()),
    () => select(serverState()),
  )
}

/** The viewer's mutations. The functions are stable; they reject with `StoaError` after rolling back. */
export function useActions(): Actions {
  return useStoa().singleton(createActions)
}

/** State of one asynchronous action: see `useAction`. */
export interface ActionState {
  status: 'idle' | 'pending' | 'success' | 'error'
  /** Whether the status is `pending`. */
  busy: boolean
  /** Why it failed; null unless the status is `error`. */
  error: unknown
  /** Runs the action, and resolves to whether it succeeded. */
  run(action: () => Promise<unknown>): Promise<boolean>
  /** Clears the result. */
  reset(): void
}

/** Runs an action that may fail, and tracks its state. `initialError`: an earlier failure. */
export function useAction({ initialError }: { initialError?: unknown } = {}): ActionState {
  const [{ status, error }, setState] = useState<Pick<ActionState, 'status' | 'error'>>(() =>
    initialError ? { status: 'error', error: initialError } : IDLE,
  )
  return {
    status,
    busy: status === 'pending',
    error,
    async run(action) {
      setState({ status: 'pending', error: null })
      try {
        await action()
        setState({ status: 'success', error: null })
        return true
      } catch (failure) {
        setState({ status: 'error', error: failure })
        return false
      }
    },
    reset: () => setState(IDLE),
  }
}

const IDLE = { status: 'idle', error: null } as const

/** The post with this id, undefined when it is not loaded. */
export function usePost(id: string): StoredPost | undefined {
  return useStoaState(({ posts }) => posts[id])
}

/** The comment with this id, undefined when it is not loaded. */
export function useComment(id: string): Comment | undefined {
  return useStoaState(({ comments }) => comments[id])
}

/** The community with this token name, undefined when it is not loaded. */
export function useCommunity(tokenName: string): Community | undefined {
  return useStoaState(({ communities }) => communities[tokenName])
}

/** The person with this id, undefined when it is not loaded. */
export function useUser(id: string): User | undefined {
  return useStoaState(({ users }) => users[id])
}

/** A member by its key in a list of members. */
export function useMember(key: string): Member | undefined {
  return useStoaState(({ members }) => members[key])
}

/** The viewer: null for a visitor, undefined while unknown. */
export function useViewer(): Me | null | undefined {
  return useStoaState(({ viewer }) => viewer)
}

/** Id of who writes in a form: the viewer, also after signing out, until somebody else signs in; empty for a visitor. */
export function useWriterId(): string {
  const viewer = useViewer()
  const [writerId, setWriterId] = useState(viewer?.id ?? '')
  if (viewer && viewer.id !== writerId) setWriterId(viewer.id)
  return writerId
}

/** Whether the viewer manages a community. */
export function useManages(tokenName: string): boolean {
  const { clock } = useStoa()
  const viewer = useViewer() ?? null
  const creatorID = useCommunity(tokenName)?.creatorID ?? ''
  return managesCommunity(viewer, { tokenName, creatorID }, clock())
}

/** The viewer's own reaction to a post or comment. */
export function useMyReaction(id: string): ReactionName | null {
  return useStoaState(({ reactions }) => reactions[id] ?? null)
}

/** Index of the option that the viewer has voted for, or -1. */
export function useMyVote(postId: string): number {
  return useStoaState(({ votes }) => votes[postId] ?? -1)
}

/** The thread of an article, undefined when it is not loaded. */
export function useThread(article: Article): Thread | undefined {
  const key = threadKey(article)
  return useStoaState(({ threads }) => threads[key])
}

/** The action that needs signing in first, or null. */
export function useIntent(): Intent | null {
  return useStoaState(({ intent }) => intent)
}

/**
 * Title of a community that another action has joined for the viewer. Show a notice, then set `joinedCommunity` of the
 * state to null.
 */
export function useJoinedCommunity(): string | null {
  return useStoaState(({ joinedCommunity }) => joinedCommunity)
}

/** A list and its operations. */
export interface ListView extends List {
  /** Number of new items by others that are not shown yet. */
  newCount: number
  /** Loads the next page, or retries after a failure. */
  loadMore(limit?: number): void
  /** Reloads from the start. */
  reload(): void
  /** Shows the new items. */
  showNewItems(): void
}

/** Options of `useList`. */
export interface UseListOptions {
  /** Items of the first page. Default 10 for comments of a post, else 20. */
  limit?: number
  /** Load if nothing is cached. Default true. */
  load?: boolean
}

/** A list, loaded if it is not cached. */
export function useList(query: ListQuery, { limit, load = true }: UseListOptions = {}): ListView {
  const stoa = useStoa()
  const key = listKey(query)
  const list = useStoaState(({ lists }) => lists[key] ?? idleList)
  const newItemsList = newItemsKey(query)
  const newCount = useStoaState(({ newItems }) => newItems[newItemsList]?.length ?? 0)
  const isIdle = list.status === 'idle'
  useEffect(() => {
    if (!isIdle || !load) return
    void withLists(stoa, queryOf(key), ({ loadList }) =>
      loadList(stoa, queryOf(key), limit === undefined ? {} : { limit }),
    )
  }, [stoa, key, isIdle, load, limit])
  return {
    ...list,
    newCount,
    loadMore: useCallback(
      (size?: number) => void withLists(stoa, queryOf(key), ({ loadMore }) => loadMore(stoa, queryOf(key), size)),
      [stoa, key],
    ),
    reload: useCallback(
      () => void withLists(stoa, queryOf(key), ({ loadList }) => loadList(stoa, queryOf(key), { force: true })),
      [stoa, key],
    ),
    showNewItems: useCallback(
      () => void withLists(stoa, queryOf(key), (lists) => lists.showNewItems(stoa, queryOf(key))),
      [stoa, key],
    ),
  }
}

/** Subscribes to live updates of posts and communities while the component is mounted. */
export function useWatch(rooms: Watch): void {
  const stoa = useStoa()
  const key = JSON.stringify(rooms)
  useEffect(() => watch(stoa, JSON.parse(key) as Watch), [stoa, key])
}

const loadPollResults = lazy(() => import('./poll-results.ts'))

/**
 * Loads the results of a post's poll when it closes. Returns by how much the server's clock is ahead of this one, in
 * milliseconds.
 */
export function usePollResults(postId: string): number {
  const stoa = useStoa()
  const clockOffset = useStoaState((state) => state.clockOffset)
  const closesAt = useStoaState(({ posts }) => posts[postId]?.pollSettings?.closesAt ?? null)
  const areClosed = useStoaState(({ posts }) => posts[postId]?.pollValues === null)
  // Changes with an edit, or when the clock offset becomes known.
  const localClosesAt = areClosed && closesAt !== null ? closesAt - clockOffset : null
  useEffect(() => {
    if (localClosesAt === null) return
    const pendingWatch = loadPollResults().then(
      ({ awaitPollResults }) => awaitPollResults(stoa, postId),
      // Without this code the results appear with the next load.
      () => {},
    )
    return () => void pendingWatch.then((end) => end?.())
  }, [stoa, postId, localClosesAt])
  return clockOffset
}
