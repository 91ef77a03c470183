import { type ReactNode, useEffect, useState } from 'react'
import { FailedPart } from './failed-part.tsx'
import { importWriterTools, type WriterTools } from './import-writer-tools.ts'

type Part =
  | 'BanEnd'
  | 'CommentMarks'
  | 'CommentMenu'
  | 'ComposerTools'
  | 'HiddenForMe'
  | 'HiddenNotice'
  | 'SignOut'
  | 'ThreadExtras'

let loaded: WriterTools | undefined
let loading: Promise<WriterTools> | undefined

/** Loads the code of all parts that readers don't need. Safe to repeat. Retried after an error. */
export function loadWriterTools(): Promise<WriterTools> {
  loading ??= importWriterTools().then(
    (parts) => {
      loaded = parts
      return parts
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Preloads it. */
export function prepareWriting(): void {
  loadWriterTools().catch(() => {})
}

/**
 * A part whose code loads on first use. `fallback` reserves its space. A failed load shows an error with a retry, then
 * a reload, because some browsers never request a failed file again. An `isQuiet` part, which nobody requested, appears
 * when another one has loaded. Not built on Suspense, which would drop text typed around it.
 */
export function lazyPart<Name extends Part>(name: Name, isQuiet = false) {
  type Props = Parameters<WriterTools[Name]>[0]
  return function LazyPart({ fallback = null, ...props }: Props & { fallback?: ReactNode }) {
    const [tries, setTries] = useState(1)
    /** Number of finished attempts. All but the last one failed. */
    const [ended, setEnded] = useState(0)
    const Loaded = loaded?.[name] as ((props: unknown) => ReactNode) | undefined
    // Not checked again in the effect, as the code may have arrived after rendering without it.
    const isThere = Loaded !== undefined
    useEffect(() => {
      let shown = true
      const end = () => shown && setEnded(tries)
      if (!isThere) loadWriterTools().then(end, end)
      return () => {
        shown = false
      }
    }, [tries, isThere])
    if (Loaded) return <Loaded {...props} />
    if (ended === 0) return fallback
    return isQuiet ? null : (
      <FailedPart
        text="comment.unloaded"
        busy={ended < tries}
        mayReload={ended > 1}
        onRetry={() => setTries(tries + 1)}
      />
    )
  }
}
