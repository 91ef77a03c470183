import { declaredType, mediaKindOf } from '@stoa/contract'
import type { Translate } from '@stoa/ui'
import type { EditorUploads, UploadedMedia, UploadOptions } from '../editor-props.ts'
import type { editorMessages } from '../messages.ts'
import type { UnfinishedUploads } from '../unfinished-uploads.ts'
import type { KeptFiles } from './kept-files.ts'

/** Kinds of uploads that are blocks. */
export type BlockFileKind = 'image' | 'video' | 'audio'

/** The upload of one block. A new object after each change. */
export interface Upload {
  readonly key: string
  readonly kind: BlockFileKind
  readonly file: File
  /** `stopped`: its block was deleted, and may return by undo. */
  readonly status: 'waiting' | 'uploading' | 'failed' | 'stopped' | 'done'
  /** From 0 to 1. */
  readonly progress: number
  /** Why it failed; null otherwise. */
  readonly problem: string | null
  /** Whether another attempt can succeed. */
  readonly mayRetry: boolean
  readonly media: UploadedMedia | null
}

/** Uploads by key. They live outside the document, so that undo can't return to a former state of an upload. */
export interface UploadStore {
  get(key: string): Upload | undefined
  /** Starts when fewer than three are running. Returns the key, by default a new one. */
  add(file: File, kind: BlockFileKind, key?: string): string
  retry(key: string): void
  /** Uploads another file with the same key. */
  replace(key: string, file: File): void
  /** Removes its block. */
  remove(key: string): void
  /** Adds those of a former visit, and starts them. */
  restore(): void
  /** The stored document has the addresses of all files that have arrived. */
  markSaved(): void
  /** Which blocks are in the document. Stops the other uploads. */
  setPresent(keys: ReadonlySet<string>): void
  /** Whether its file is on this device. */
  isKept(key: string): boolean
  /** Whether an upload can still change. */
  hasOpen(): boolean
  /** Calls back after every change. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
  /** Aborts all. */
  destroy(): void
}

export interface UploadStoreOptions {
  t: Translate<typeof editorMessages>
  locale: string
  uploads: EditorUploads | undefined
  unfinished: UnfinishedUploads | undefined
  /** Where files wait on this device. Null: they end with the editor. */
  kept: KeptFiles | null
  /** A file is on this device now. */
  onKept(): void
  /** Removes the block of an upload. */
  removeBlock(key: string): void
  /** An upload has arrived. */
  onDone(upload: Upload): void
}

/** How many uploads run at once. */
const RUNNING_MAX = 3

const NEW = { status: 'waiting', progress: 0, problem: null, mayRetry: false, media: null } as const

/** Creates the store of one editor. */
export function createUploadStore(options: UploadStoreOptions): UploadStore {
  const { t, uploads, unfinished, kept } = options
  const entries = new Map<string, Upload>()
  /** Files that are on this device. */
  const safe = new Set<string>()
  const aborts = new Map<string, AbortController>()
  /** Ids in the list of unfinished uploads. */
  const listed = new Map<string, number>()
  const listeners = new Set<() => void>()
  let isDestroyed = false

  const update = (key: string, change: Partial<Upload>) => {
    const before = entries.get(key)
    if (!before || isDestroyed) return
    const next = { ...before, ...change }
    entries.set(key, next)
    list(next)
    for (const listener of listeners) listener()
  }

  const list = ({ key, file, status, problem, mayRetry }: Upload) => {
    if (!unfinished) return
    const id = listed.get(key)
    // A file that has arrived is part of the post once that is written.
    if (status === 'done') return
    if (status === 'stopped') return unlist(key)
    const remove = () => options.removeBlock(key)
    const retry = status === 'failed' && mayRetry ? () => store.retry(key) : null
    listed.set(key, unfinished.set({ name: file.name, remove, problem, retry, isKept: safe.has(key) }, id))
  }

  const unlist = (key: string) => {
    const id = listed.get(key)
    if (id !== undefined) unfinished?.end(id)
    listed.delete(key)
  }

  const keep = async ({ key, file, kind }: Upload) => {
    if (!kept || refusalOf(options, kind, file) !== null) return
    if (!(await kept.keep(key, { file, kind })) || isDestroyed) return
    const entry = entries.get(key)
    if (!entry || entry.status === 'stopped') return drop(key)
    safe.add(key)
    list(entry)
    options.onKept()
  }

  const drop = (key: string) => {
    safe.delete(key)
    kept?.drop(key)
  }

  const abort = (key: string) => {
    aborts.get(key)?.abort()
    aborts.delete(key)
  }

  const startNext = () => {
    for (const { key, status } of entries.values()) {
      if (aborts.size >= RUNNING_MAX || isDestroyed) return
      if (status === 'waiting') start(key)
    }
  }

  const start = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    const { file, kind } = entry
    const refusal = refusalOf(options, kind, file)
    if (refusal !== null || !uploads) {
      update(key, { status: 'failed', problem: refusal ?? t('editor.media.noUploads'), mayRetry: false })
      return
    }
    const stop = new AbortController()
    const { signal } = stop
    aborts.set(key, stop)
    update(key, { status: 'uploading', progress: 0, problem: null })
    const onProgress = (fraction: number) => {
      if (!signal.aborted) update(key, { progress: Math.min(1, Math.max(0, fraction)) })
    }
    uploads
      .upload(file, { kind, signal, onProgress })
      .then(
        (media) => {
          if (signal.aborted) return
          update(key, { status: 'done', progress: 1, media })
          const done = entries.get(key)
          if (done) options.onDone(done)
        },
        (error: unknown) => {
          if (signal.aborted) return
          const problem = problemOf(options, { kind, file, error })
          update(key, { status: 'failed', problem, mayRetry: uploads.mayRetry?.(error) ?? true })
        },
      )
      .finally(() => {
        if (aborts.get(key) === stop) aborts.delete(key)
        startNext()
      })
  }

  const store: UploadStore = {
    get: (key) => entries.get(key),
    add(file, kind, key = crypto.randomUUID()) {
      const entry: Upload = { ...NEW, key, kind, file }
      entries.set(key, entry)
      list(entry)
      void keep(entry)
      startNext()
      return key
    },
    restore() {
      for (const { key, file, kind } of kept?.found ?? []) {
        safe.add(key)
        const entry: Upload = { ...NEW, key, kind, file }
        entries.set(key, entry)
        list(entry)
      }
      startNext()
    },
    markSaved() {
      for (const { key, status } of entries.values()) {
        if (status !== 'done') continue
        unlist(key)
        drop(key)
      }
    },
    retry(key) {
      if (aborts.has(key)) return
      update(key, { status: 'waiting', problem: null })
      startNext()
    },
    replace(key, file) {
      abort(key)
      update(key, { ...NEW, file })
      const entry = entries.get(key)
      if (entry) void keep(entry)
      startNext()
    },
    remove: options.removeBlock,
    setPresent(keys) {
      for (const { key, status } of entries.values()) {
        if (keys.has(key)) {
          // Back by undo: its bytes are still here, but whether to send them again is the writer's choice.
          if (status !== 'stopped') continue
          update(key, { status: 'failed', problem: t('editor.media.stopped'), mayRetry: true })
          const entry = entries.get(key)
          if (entry) void keep(entry)
        } else if (status === 'waiting' || status === 'uploading' || status === 'failed') {
          abort(key)
          drop(key)
          update(key, { status: 'stopped' })
        }
      }
      startNext()
    },
    isKept: (key) => safe.has(key),
    hasOpen: () => [...entries.values()].some(({ status }) => status !== 'done'),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    destroy() {
      isDestroyed = true
      for (const stop of aborts.values()) stop.abort()
      for (const id of listed.values()) unfinished?.end(id)
      kept?.close()
    },
  }
  return store
}

/** What file dialogs offer. Browsers don't know all types of videos and recordings by name. */
export const ACCEPTED: Readonly<Record<UploadOptions['kind'], string>> = {
  image: 'image/png,image/gif,image/jpeg,image/tiff,image/bmp,image/webp,image/avif',
  video: 'video/*',
  audio: 'audio/*',
  captions: 'text/vtt,.vtt',
}

type Words = Pick<UploadStoreOptions, 't' | 'locale' | 'uploads'>

/** How to add files of a kind, and their maximum size and duration. */
export function dropHint(words: Words, kind: BlockFileKind): string {
  const { t, locale, uploads } = words
  const size = megabytes(limitOf(words, kind), locale)
  const ms = kind === 'video' ? uploads?.limits.videoMs : kind === 'audio' ? uploads?.limits.audioMs : null
  if (!ms) return t('editor.media.drop', { size })
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return t('editor.media.drop.duration', { size, duration: format.format(ms / 60_000) })
}

/** The kind of block for a file; null if there is none. */
export function blockKindOf(file: File): BlockFileKind | null {
  const kind = mediaKindOf(declaredType(file))
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : guessedKind(file)
}

/** A file that is refused says so in a block of the kind that it seems to have. */
function guessedKind({ type }: File): BlockFileKind | null {
  const [main] = type.split('/')
  return main === 'image' || main === 'video' || main === 'audio' ? main : null
}

/** The reason why the server refused a file. */
export function problemOf(words: Words, about: { kind: UploadOptions['kind']; file: File; error: unknown }): string {
  const { code, message } = about.error as { code?: unknown; message?: unknown }
  // The server's own message is about all kinds.
  if (code === 'MEDIA_TYPE_UNSUPPORTED') return wrongType(words, about.kind, about.file)
  return typeof message === 'string' && message !== '' ? message : words.t('editor.media.failed')
}

/** Why a file can't be uploaded; null if it can. */
export function refusalOf(words: Words, kind: UploadOptions['kind'], file: File): string | null {
  const { t, locale } = words
  const limit = limitOf(words, kind)
  if (file.size > limit) return t('editor.media.tooLarge', { name: file.name, size: megabytes(limit, locale) })
  return mediaKindOf(declaredType(file)) === kind ? null : wrongType(words, kind, file)
}

function wrongType({ t }: Words, kind: UploadOptions['kind'], file: File): string {
  return t('editor.media.wrongType', { name: file.name, types: t(`editor.${kind}.types`) })
}

function limitOf({ uploads }: Words, kind: UploadOptions['kind']): number {
  if (!uploads) return Number.POSITIVE_INFINITY
  const { imageBytes, captionsBytes, mediaBytes } = uploads.limits
  return kind === 'image' ? imageBytes : kind === 'captions' ? captionsBytes : mediaBytes
}

function megabytes(bytes: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return format.format(bytes / 1024 / 1024)
}
