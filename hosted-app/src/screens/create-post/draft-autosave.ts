import { StoaError } from '@stoa/client'

/** What is known of the words on the server. */
export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  /** The server can't be reached: another try follows by itself. */
  | { kind: 'offline' }
  /** The server has refused them as they are: the next change is tried again. */
  | { kind: 'refused'; error: unknown }

export interface AutosaveOptions {
  /** Sends what is written now; nothing is sent again until it settles. */
  save(): Promise<void>
  /** Whether something is written that the server has not got. */
  isUnsaved(): boolean
  onState(state: SaveState): void
  clock(): number
}

/** Saves while somebody writes. */
export interface Autosave {
  /** Something was written. */
  touch(): void
  /** Saves what is left now. Rejects with what keeps the server from taking it. */
  flush(): Promise<void>
  /** Saves what is written, whether or not it was saved before. Rejects as `flush`. */
  force(): Promise<void>
  /** Resolves when nothing is on its way. Nothing is saved by itself until something is written. */
  settle(): Promise<void>
  /** Saves nothing by itself any more. */
  stop(): void
}

/** How long somebody has paused when it is saved. */
const PAUSE_MS = 3000
/** Time between two saves at least. */
const INTERVAL_MS = 10_000
/** Who writes without a pause is saved after this time at the latest. */
const LATEST_MS = 20_000
const RETRY_MS = [5000, 10_000, 20_000, 40_000, 60_000]

/** Calls `save` after a pause, seldom enough, one at a time, and again while the server can't be reached. */
export function createAutosave({ save, isUnsaved, onState, clock }: AutosaveOptions): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  /** When the first unsaved change was made. */
  let since: number | null = null
  let lastSave = Number.NEGATIVE_INFINITY
  let failures = 0
  let isStopped = false

  function schedule(at: number): void {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => void run().catch(() => {}), Math.max(0, at - clock()))
  }

  async function run(): Promise<void> {
    if (running) return running
    clearTimeout(timer)
    running = send().finally(() => {
      running = null
    })
    return running
  }

  async function send(): Promise<void> {
    since = null
    onState({ kind: 'saving' })
    try {
      await save()
    } catch (error) {
      fail(error)
      throw error
    }
    failures = 0
    lastSave = clock()
    onState({ kind: 'saved', at: lastSave })
    if (isUnsaved()) touch()
  }

  function fail(error: unknown): void {
    if (!isPassing(error)) {
      onState({ kind: 'refused', error })
      return
    }
    onState({ kind: 'offline' })
    const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0
    failures += 1
    schedule(clock() + wait)
  }

  function touch(): void {
    const now = clock()
    since ??= now
    if (running) return
    schedule(Math.max(Math.min(now + PAUSE_MS, since + LATEST_MS), lastSave + INTERVAL_MS))
  }

  async function settle(): Promise<void> {
    await running?.catch(() => {})
    clearTimeout(timer)
  }

  return {
    touch,
    settle,
    async flush() {
      // What is on its way may be older than what is written now.
      await settle()
      if (isUnsaved()) await run()
    },
    async force() {
      await settle()
      await run()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** What goes by itself: no answer, a fault of the server, too many requests. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof StoaError)) return false
  return error.code === 'NETWORK' || error.code === 'RATE_LIMITED' || error.status >= 500
}
