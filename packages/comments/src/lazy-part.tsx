import { type ReactNode, useEffect, useState } from 'react'
import { FailedPart } from './failed-part.tsx'
import { importWriting, type Writing } from './import-writing.ts'

type Part =
  | 'BanEnd'
  | 'CommentMarks'
  | 'CommentMenu'
  | 'ComposerTools'
  | 'HiddenForMe'
  | 'HiddenNotice'
  | 'SignOut'
  | 'ThreadExtras'

let loaded: Writing | undefined
let loading: Promise<Writing> | undefined

/** Fetches the code of all parts that readers do not need; harmless to repeat, tried again after a failure. */
export function loadWriting(): Promise<Writing> {
  loading ??= importWriting().then(
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

/** Fetches it ahead of need. */
export function prepareWriting(): void {
  loadWriting().catch(() => {})
}

/**
 * A part whose code is fetched when it is first shown; `fallback` keeps its place until then. A failed download says so
 * and offers another try, then to reload, since some browsers never try a file again that failed once. An `isQuiet` part,
 * which nobody has asked for, shows when another one has been loaded. Suspense would drop what was typed around it.
 */
export function lazyPart<Name extends Part>(name: Name, isQuiet = false) {
  type Props = Parameters<Writing[Name]>[0]
  return function LazyPart({ fallback = null, ...props }: Props & { fallback?: ReactNode }) {
    const [tries, setTries] = useState(1)
    /** How many of them have ended; all but the last one failed. */
    const [ended, setEnded] = useState(0)
    const Loaded = loaded?.[name] as ((props: unknown) => ReactNode) | undefined
    // Not whether it is there by the time of the effect: it may have come after this was drawn without it.
    const isThere = Loaded !== undefined
    useEffect(() => {
      let shown = true
      const end = () => shown && setEnded(tries)
      if (!isThere) loadWriting().then(end, end)
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
