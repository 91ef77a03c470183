import { StoaError } from '@stoa/client'

/** Save state of the draft. */
export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  /** The server can't be reached; it is retried automatically. */
  | { kind: 'offline' }
  /** The server has refused the changes; the next change is tried again. */
  | { kind: 'refused'; error: unknown }

export interface AutosaveOptions {
  /** Sends the current content; not called again until it settles. */
  save(): Promise<void>
  /** Whether there are changes that the server doesn't have. */
  isUnsaved(): boolean
  onState(state: SaveState): void
  clock(): number
}

/** Saves while somebody writes. */
export interface Autosave {
  /** Call after a change. */
  touch(): void
  /** Saves remaining changes now. Rejects with the server's error. */
  flush(): Promise<void>
  /** Saves the content, even if unchanged. Rejects like `flush`. */
  force(): Promise<void>
  /** Resolves when no save is running. Nothing is saved automatically until the next change. */
  settle(): Promise<void>
  /** Stops saving automatically. */
  stop(): void
}

/** Pause in typing before saving. */
const PAUSE_MS = 3000
/** Minimum time between two saves. */
const INTERVAL_MS = 10_000
/** Maximum time without saving during continuous typing. */
const LATEST_MS = 20_000
const RETRY_MS = [5000, 10_000, 20_000, 40_000, 60_000]

/** Calls `save` after a pause, rate-limited, one at a time, and again while the server can't be reached. */
export function createAutosave({ save, isUnsaved, onState, clock }: AutosaveOptions): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  /** Time of the first unsaved change. */
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
      // A running save may be older than the content.
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

/** Temporary errors: no response, server errors, rate limits. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof StoaError)) return false
  return error.code === 'NETWORK' || error.code === 'RATE_LIMITED' || error.status >= 500
}
