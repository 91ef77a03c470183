import { errorCode, pageStorage, randomId, StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import {
  createActions,
  errorDetails,
  loadViewer,
  type Outbox,
  type OutboxEnd,
  type OutboxEntry,
  type Stoa,
  showKeptWrites,
  withSentId,
} from '@stoa/store'
import { VIEWER_KEY } from '../remember-viewer.ts'
import { loadTexts } from '../translations.ts'
import { createOutboxStorage, type OutboxStorage, type StoredEntry } from './outbox-storage.ts'

/** What an outbox needs of the browser. */
export interface OutboxOptions {
  /** Default: the browser's database. */
  storage?: OutboxStorage
  /** Connects tabs. Default: a `BroadcastChannel`, if available. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | null
  /** Runs work in one tab at a time. Default: the browser's locks, or at once without them. */
  lock?: (name: string, work: () => Promise<void>) => Promise<void>
  /** Default: as the browser says. */
  isOnline?: () => boolean
}

/** What tabs tell each other: an end, or that something else has changed. */
type Notice =
  | { kind: 'changed'; id?: string }
  | { kind: 'ended'; entry: StoredEntry; output: unknown }
  | { kind: 'refused'; entry: StoredEntry; error: { code: StoaError['code']; message: string; status: number } }

interface Waiter {
  resolve(output: unknown): void
  reject(error: unknown): void
}

/** Less than the day for which the server keeps responses for retries. */
const ASK_AFTER_MS = 23 * 60 * 60 * 1000
/** What other people haven't sent on this device is removed after this time: they may never return to it. */
const OTHERS_KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** The writer sees for this long that it is being sent; then it counts as waiting. */
const PATIENCE_MS = 5000
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 5 * 60 * 1000
/** A tab that has sent an entry says so within this time. */
const NOTICE_MS = 1000
/** The person has to sign in again first. */
const SIGNED_OUT: ReadonlySet<string> = new Set(['AUTH_REQUIRED', 'TOKEN_EXPIRED', 'ACTOR_MISMATCH'])

/** The forum's outbox: writes in the browser's database, sent by one tab after another. */
export function createOutbox(stoa: Stoa, options: OutboxOptions = {}): Outbox {
  const { storage = createOutboxStorage(), lock = inOneTab, isOnline = () => navigator.onLine } = options
  const channel = options.channel === undefined ? pageChannel() : options.channel
  const listeners = new Set<OutboxEnd>()
  /** Who waits for the outcome of a write on this page. */
  const waiters = new Map<string, Waiter>()
  /** Ids of entries that this page is sending. */
  const sending = new Set<string>()
  /** Until when entries pause after the server had a problem with them, with the number of tries. */
  const pauses = new Map<string, { until: number; tries: number }>()
  /** Ids of sent comments by temporary id. */
  const sentIds = new Map<string, string>()
  /** Ids of entries that have ended, which a slower reading may still contain. */
  const ended = new Set<string>()
  let personId = shownPerson()
  let entries: readonly StoredEntry[] = []
  /** Entries that another tab has ended, until it says how. */
  let leaving: readonly StoredEntry[] = []
  /** Changes of the storage and of `entries`, one after another. */
  let turn: Promise<unknown> = Promise.resolve()
  /** Tries in a row that reached no server. */
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let isWanted = false
  let isOver = false
  let hasRemovedOthers = false

  /** Whose entries are shown: the viewer's; while unknown, those of the last one. Only the viewer's are sent. */
  function shownPerson(): string {
    const { viewer } = stoa.state.getState()
    return viewer === undefined ? (pageStorage('local').getItem(VIEWER_KEY) ?? '') : (viewer?.id ?? '')
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  /** Whether it can be sent unasked. */
  function isDue({ refusal, askFrom }: StoredEntry): boolean {
    return refusal === null && stoa.clock() < askFrom
  }

  function stateOf(entry: StoredEntry): OutboxEntry['state'] {
    if (entry.refusal !== null) return 'refused'
    // A further try doesn't change what is shown.
    if (sending.has(entry.id)) return failures > 0 ? 'waiting' : 'sending'
    if (!isDue(entry)) return 'expired'
    const answered = entries.find(({ comment }) => comment !== undefined && comment.id === answeredId(entry))
    if (answered && stateOf(answered) !== 'sending') return 'waiting'
    return isOnline() && failures === 0 && !pauses.has(entry.id) ? 'sending' : 'waiting'
  }

  function shown(entry: StoredEntry): OutboxEntry {
    const { askFrom: _, refusal, ...rest } = entry
    return { ...rest, state: stateOf(entry), reason: refusal?.message ?? '', code: refusal?.code ?? '' }
  }

  function publish(next: readonly StoredEntry[] = entries): void {
    entries = next.toSorted((one, other) => one.createdAt - other.createdAt)
    if (!isOver) stoa.state.setState({ outbox: [...entries, ...leaving].map(shown) })
  }

  function tell(notice: Notice): void {
    channel?.postMessage(notice)
  }

  /** An entry is no longer kept: tells who waits for it, or else everybody. */
  function end(entry: StoredEntry, output: unknown): void {
    ended.add(entry.id)
    pauses.delete(entry.id)
    noteSent(entry, output)
    leaving = leaving.filter(({ id }) => id !== entry.id)
    publish(entries.filter(({ id }) => id !== entry.id).map(withSentParent))
    const waiter = waiters.get(entry.id)
    waiters.delete(entry.id)
    waiter?.resolve(output)
    // Who waits shows the response, but takes no response for waiting.
    if (!waiter || output === null) for (const listener of listeners) listener(shown(entry), output)
  }

  function noteSent(entry: StoredEntry, output: unknown): void {
    const { comment } = (output ?? {}) as { comment?: { id: string } }
    if (entry.comment && comment) sentIds.set(entry.comment.id, comment.id)
  }

  /** A reply with the real id of the comment that it answers, if that was sent. */
  function withSentParent(entry: StoredEntry): StoredEntry {
    const from = answeredId(entry)
    const isFrom = ([, temporaryId]: [string, string]) => temporaryId === from
    const to = sentIds.get(from) ?? [...stoa.temporaryIds].find(isFrom)?.[0]
    return to === undefined ? entry : withSentId(entry, { from, to })
  }

  /** Nobody has to wait for a write that isn't sent now. A wish is waited for, since it is shown as fulfilled. */
  function release(entry: StoredEntry): void {
    if (entry.wish !== undefined) return
    waiters.get(entry.id)?.resolve(null)
    waiters.delete(entry.id)
  }

  /** Reads the entries again. Others have been sent or discarded by another tab. */
  function refresh(): Promise<void> {
    return inTurn(async () => {
      const person = personId
      const stored = (person === '' ? [] : await storage.list(person)).filter(({ id }) => !ended.has(id))
      if (stored.some(({ refusal }) => refusal !== null)) await loadTexts('errors')
      if (person !== personId) return
      const isKept = ({ id, comment }: StoredEntry) =>
        // A comment that was changed after a refusal has another key.
        stored.some((one) => one.id === id || (comment && one.comment?.id === comment.id))
      const gone = entries.filter((entry) => !isKept(entry))
      leaving = [...leaving, ...gone]
      publish(stored)
      if (gone.length === 0) return
      setTimeout(() => {
        // Their tab was closed before it said how they ended. Sent ones are loaded with their thread.
        for (const entry of gone) if (leaving.includes(entry)) end(entry, null)
      }, NOTICE_MS)
    })
  }

  function run(): void {
    if (running) {
      isWanted = true
      return
    }
    running = work()
      .catch(() => {})
      .finally(() => {
        running = null
        if (isOver) return
        if (isWanted) {
          isWanted = false
          run()
          return
        }
        for (const entry of entries) release(entry)
        schedule()
      })
  }

  async function work(): Promise<void> {
    clearTimeout(timer)
    await refresh()
    if (!isOnline()) return
    if (stoa.state.getState().viewer === undefined) {
      await loadViewer(stoa).catch(() => {
        failures += 1
      })
    }
    const { viewer } = stoa.state.getState()
    // Who is signed out may be about to sign in again.
    if (viewer && !hasRemovedOthers) {
      hasRemovedOthers = true
      await storage.removeOthers(viewer.id, stoa.clock() - OTHERS_KEPT_MS).catch(() => {})
    }
    const person = viewer?.id
    const isCurrent = () => !isOver && isOnline() && stoa.state.getState().viewer?.id === person
    if (person === undefined || !isCurrent()) return
    await lock(`${CHANNEL} ${person}`, async () => {
      while (isCurrent()) {
        await refresh()
        const entry = await next()
        if (!entry || !isCurrent() || !(await attempt(entry))) return
      }
    })
  }

  /** The entry whose turn it is. Those that pause stop only later ones of their kind. */
  async function next(): Promise<StoredEntry | null> {
    const pausing = new Set<string>()
    for (const entry of entries) {
      if (!isDue(entry)) continue
      if ((pauses.get(entry.id)?.until ?? 0) > stoa.clock()) pausing.add(entry.call)
      if (pausing.has(entry.call)) continue
      const ready = withSentParent(entry)
      const answered = answeredId(ready)
      if (answered === '') {
        if (ready !== entry) await inTurn(() => storage.write({ put: [ready] }))
        return ready
      }
      // It waits for the comment that it answers, unless that was discarded.
      if (!entries.some(({ comment }) => comment?.id === answered)) {
        await refuse(ready, new StoaError('COMMENT_NOT_FOUND', { message: errors.COMMENT_NOT_FOUND.message }))
      }
    }
    return null
  }

  /** Sends an entry. False: no other can be sent now. */
  async function attempt(entry: StoredEntry): Promise<boolean> {
    sending.add(entry.id)
    publish()
    try {
      const { call, input, id, personId: actorId } = entry
      const output = await stoa.client.call(call, input as never, { idempotencyKey: id, actorId })
      failures = 0
      sending.delete(id)
      await finish(entry, output)
      return true
    } catch (error) {
      sending.delete(entry.id)
      publish()
      return handleFailure(entry, error)
    }
  }

  async function finish(entry: StoredEntry, output: unknown): Promise<void> {
    noteSent(entry, output)
    await inTurn(async () => {
      const replies = entry.comment ? entries.filter((one) => answeredId(one) === entry.comment?.id) : []
      // If this fails, the next try gets the same response.
      await storage.write({ put: replies.map(withSentParent), remove: [entry.id] }).catch(() => {})
      end(entry, output)
    })
    tell({ kind: 'ended', entry, output })
  }

  async function handleFailure(entry: StoredEntry, error: unknown): Promise<boolean> {
    const code = errorCode(error) ?? ''
    const status = statusOf(error)
    const isGone = !entryOf(entry.id)
    // A newer wish has replaced it.
    if (isGone && entry.wish !== undefined && entry.personId === personId) end(entry, null)
    const isAwaited = waiters.has(entry.id) && entry.call !== 'dmSend'
    if (code === 'NETWORK' || code === 'ABORTED' || (SIGNED_OUT.has(code) && !isAwaited)) {
      failures += 1
      release(entry)
      return false
    }
    failures = 0
    if (isGone && !isAwaited) return true
    if (status >= 500 || (status === 429 && !isAwaited)) {
      const tries = (pauses.get(entry.id)?.tries ?? 0) + 1
      const pause = Math.max(errorDetails(error).retryAfterMs, pauseMs(tries))
      pauses.set(entry.id, { until: stoa.clock() + pause, tries })
      release(entry)
      return true
    }
    await refuse(entry, error)
    return true
  }

  /** Who waits for it gets the reason, and their text. Otherwise it is kept with the reason. */
  async function refuse(entry: StoredEntry, error: unknown): Promise<void> {
    const { code, message } = errorDetails(error)
    const isKept = await giveBack(entry, error)
    if (!isKept) return tell({ kind: 'changed' })
    release(entry)
    const refused = { ...entry, refusal: { code, message } }
    await inTurn(async () => {
      if (!entryOf(entry.id)) return
      await storage.write({ put: [refused] })
      publish(entries.map((one) => (one.id === entry.id ? refused : one)))
    })
    tell({ kind: 'refused', entry, error: { code: code as StoaError['code'], message, status: statusOf(error) } })
  }

  /** Rejects for who waits on this page, and no longer keeps it. True if nobody does. */
  async function giveBack(entry: StoredEntry, error: unknown): Promise<boolean> {
    const waiter = waiters.get(entry.id)
    if (!waiter || entry.call === 'dmSend') return true
    waiters.delete(entry.id)
    ended.add(entry.id)
    await inTurn(async () => {
      publish(entries.filter(({ id }) => id !== entry.id))
      // First the text becomes a draft again.
      waiter.reject(error)
      await storage.write({ remove: [entry.id] }).catch(() => {})
    })
    return false
  }

  function schedule(): void {
    clearTimeout(timer)
    const waiting = entries.filter(isDue)
    if (isOver || waiting.length === 0 || stoa.state.getState().viewer === null) return
    const untils = waiting.map(({ id }) => (pauses.get(id)?.until ?? Number.POSITIVE_INFINITY) - stoa.clock())
    const pause = failures > 0 ? pauseMs(failures) : Math.min(...untils)
    if (pause !== Number.POSITIVE_INFINITY) timer = setTimeout(run, Math.max(pause, FIRST_PAUSE_MS))
  }

  function onNotice(notice: Notice): void {
    if (notice.kind === 'ended' && notice.entry.personId === personId) end(notice.entry, notice.output)
    const { entry } = notice as { entry?: StoredEntry }
    if (notice.kind === 'refused' && entry && waiters.has(entry.id)) {
      const { code, ...about } = notice.error
      void giveBack(entry, new StoaError(code, about)).then(() => tell({ kind: 'changed' }))
    }
    // A discarded one was put back.
    if (notice.kind === 'changed' && notice.id !== undefined) ended.delete(notice.id)
    void refresh().catch(() => {})
  }

  function onPerson(): void {
    const before = [...entries, ...leaving]
    personId = shownPerson()
    entries = []
    leaving = []
    for (const entry of before) {
      // The server may refuse it to somebody else: then its text is given back.
      if (sending.has(entry.id) && waiters.has(entry.id)) continue
      end(entry, null)
      // It is back when its writer is.
      ended.delete(entry.id)
    }
    pauses.clear()
    failures = 0
    run()
  }

  function clear(): Promise<void> {
    const person = personId
    return inTurn(async () => {
      if (person === '') return
      await storage.clear(person).catch(() => {})
      for (const entry of entries) if (entry.personId === person) end(entry, null)
    })
  }

  /** Stores an entry, in place of others unless they are gone. */
  async function put(entry: StoredEntry, instead: string[] = []): Promise<void> {
    ended.delete(entry.id)
    await inTurn(async () => {
      if (entry.personId !== personId || instead.some((id) => !entryOf(id))) return
      await storage.write({ put: [entry], remove: instead })
      publish([...entries.filter(({ id }) => id !== entry.id && !instead.includes(id)), entry])
    })
    tell({ kind: 'changed', id: entry.id })
    run()
  }

  const entryOf = (id: string) => entries.find((entry) => entry.id === id)
  const now = () => {
    const time = stoa.clock()
    return { createdAt: Math.max(time, (entries.at(-1)?.createdAt ?? 0) + 1), askFrom: time + ASK_AFTER_MS }
  }

  if (channel) channel.onmessage = ({ data }: MessageEvent) => onNotice(data as Notice)
  const look = () => {
    if (!document.hidden) run()
  }
  const show = () => publish()
  window.addEventListener('online', run)
  window.addEventListener('offline', show)
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
  const endSession = stoa.session?.onChange((change) => {
    if (change === 'left') void clear()
  })
  const unsubscribe = stoa.state.subscribe(({ viewer }, before) => {
    if (shownPerson() !== personId) onPerson()
    else if (viewer && !before.viewer) run()
  })
  stoa.onDestroy(() => {
    isOver = true
    clearTimeout(timer)
    endSession?.()
    unsubscribe()
    if (channel) channel.onmessage = null
    window.removeEventListener('online', run)
    window.removeEventListener('offline', show)
    window.removeEventListener('pageshow', look)
    document.removeEventListener('visibilitychange', look)
  })

  const outbox: Outbox = {
    async add(write) {
      if (write.personId !== personId) throw new Error('Somebody else is signed in.')
      const entry = { ...write, ...now(), refusal: null } as StoredEntry
      const result = new Promise<never>((resolve, reject) => {
        waiters.set(entry.id, { resolve: resolve as (output: unknown) => void, reject })
      })
      // Not everybody who adds a wish waits for it.
      result.catch(() => {})
      ended.delete(entry.id)
      await inTurn(async () => {
        const replaced = entry.wish === undefined ? [] : entries.filter(({ wish }) => wish === entry.wish)
        await storage.write({ put: [entry], remove: replaced.map(({ id }) => id) })
        for (const one of replaced) if (!sending.has(one.id)) end(one, null)
        publish([...entries.filter(({ id }) => !replaced.some((one) => one.id === id)), entry])
      }).catch((error: unknown) => {
        waiters.delete(entry.id)
        throw error
      })
      tell({ kind: 'changed' })
      setTimeout(() => release(entry), PATIENCE_MS)
      run()
      return { result }
    },
    onEnd(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async retry(id) {
      const entry = entryOf(id)
      if (!entry) return
      pauses.delete(id)
      failures = 0
      if (isDue(entry)) return run()
      const { askFrom } = now()
      // After a refusal it is a new request. Otherwise the old key protects it, if the server still has it.
      if (entry.refusal === null) await put({ ...entry, askFrom })
      else await put({ ...entry, id: randomId(), askFrom, refusal: null }, [id])
    },
    async change(id, content) {
      const entry = entryOf(id)
      if (!entry?.comment) return
      const { askFrom } = now()
      const input = { ...entry.input, content } as never
      const comment = { ...entry.comment, content }
      await put({ ...entry, id: randomId(), input, comment, askFrom, refusal: null } as StoredEntry, [id])
    },
    async arrive(id, output) {
      const entry = entryOf(id)
      if (entry) await finish(entry, output)
    },
    async discard(id) {
      const entry = entryOf(id)
      if (!entry) return async () => {}
      await inTurn(async () => {
        await storage.write({ remove: [id] })
        end(entry, null)
      })
      tell({ kind: 'ended', entry, output: null })
      run()
      return () => put(entry)
    },
  }
  showKeptWrites(stoa, outbox)
  run()
  // Without network it couldn't be loaded.
  void stoa
    .singleton(createActions)
    .prepare()
    .catch(() => {})
  return outbox
}

/** The temporary id of the unsent comment that an entry answers; empty if there is none. */
function answeredId({ call, input }: StoredEntry): string {
  const { replyToCommentId = '' } = input as { replyToCommentId?: string }
  return call === 'commentCreate' && replyToCommentId.startsWith('temp:') ? replyToCommentId : ''
}

function statusOf(error: unknown): number {
  if (!(error instanceof StoaError)) return 0
  return error.status || (errors as Record<string, { status: number }>)[error.code]?.status || 0
}

function pauseMs(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)
}

const CHANNEL = 'stoa.outbox'

function pageChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : null
}

async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  // Not in insecure contexts. The keys still prevent that anything is sent twice.
  const { locks } = navigator
  if (locks) await locks.request(name, work)
  else await work()
}
