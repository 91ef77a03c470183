import { lazy, useLazy } from '@stoa/ui'
import type { ReactNode } from 'react'
import { FailedPart } from './thread/failed-part.tsx'
import type * as parts from './writer-tools.ts'

type WriterTools = typeof parts

type Part =
  | 'BanEnd'
  | 'CommentMarks'
  | 'CommentMenu'
  | 'ComposerTools'
  | 'HiddenForMe'
  | 'HiddenNotice'
  | 'MutedComment'
  | 'SignOut'
  | 'ThreadExtras'
  | 'UnsentNotice'
  | 'UnsentState'

/** Code for people who write, moderate or use the keyboard. */
export const writerTools = lazy((): Promise<WriterTools> => import('./writer-tools.ts'))

/** Preloads it. */
export function prepareWriting(): void {
  writerTools.preload()
}

/**
 * A part whose code loads on first use. `fallback` reserves its space. A failed load shows an error with a retry, then
 * a reload, because some browsers never request a failed file again. An `isQuiet` part, which nobody requested, appears
 * when another one has loaded.
 */
export function lazyPart<Name extends Part>(name: Name, isQuiet = false) {
  type Props = Parameters<WriterTools[Name]>[0]
  return function LazyPart({ fallback = null, ...props }: Props & { fallback?: ReactNode }) {
    const { code, failures, busy, retry } = useLazy(writerTools)
    const Loaded = code?.[name] as ((props: unknown) => ReactNode) | undefined
    if (Loaded) return <Loaded {...props} />
    if (failures === 0) return fallback
    return isQuiet ? null : <FailedPart text="comment.unloaded" busy={busy} mayReload={failures > 1} onRetry={retry} />
  }
}
