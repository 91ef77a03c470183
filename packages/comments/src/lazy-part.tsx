import { Button, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { importWriting, type Writing } from './import-writing.ts'
import { commentMessages } from './messages.ts'

type Part = 'CommentMarks' | 'CommentMenu' | 'ComposerTools' | 'HiddenNotice' | 'SignOut' | 'ThreadExtras'

let loaded: Writing | undefined
let loading: Promise<Writing> | undefined
/** Parts that have failed; they show as soon as any of them has been loaded. */
const hopeful = new Set<() => void>()

/** Fetches the code of all parts that readers do not need; harmless to repeat, tried again after a failure. */
export function loadWriting(): Promise<Writing> {
  loading ??= importWriting().then(
    (parts) => {
      loaded = parts
      for (const show of hopeful) show()
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
 * and offers another try, then to reload; an `isQuiet` part, which nobody has asked for, waits for a better moment.
 * Suspense would drop what was typed around it.
 */
export function lazyPart<Name extends Part>(name: Name, { isQuiet = false } = {}) {
  type Props = Parameters<Writing[Name]>[0]
  return function LazyPart({ fallback = null, ...props }: Props & { fallback?: ReactNode }) {
    const [state, setState] = useState<'ready' | 'loading' | 'failed'>(loaded ? 'ready' : 'loading')
    const [failures, setFailures] = useState(0)
    useEffect(() => {
      if (state === 'ready') return
      let shown = true
      const showIt = () => shown && setState('ready')
      const retry = () => setState('loading')
      if (state === 'loading') {
        loadWriting().then(showIt, () => {
          if (!shown) return
          setState('failed')
          setFailures((before) => before + 1)
        })
      } else {
        hopeful.add(showIt)
        window.addEventListener('online', retry)
      }
      return () => {
        shown = false
        hopeful.delete(showIt)
        window.removeEventListener('online', retry)
      }
    }, [state])
    const Loaded = loaded?.[name] as ((props: unknown) => ReactNode) | undefined
    if (Loaded) return <Loaded {...props} />
    if (state === 'loading' && failures === 0) return fallback
    if (isQuiet) return null
    return <Unloaded busy={state === 'loading'} canReload={failures > 1} onRetry={() => setState('loading')} />
  }
}

/** What stands where a part could not be loaded. Some browsers never try a file again that failed once: then reloading helps. */
function Unloaded({ busy, canReload, onRetry }: { busy: boolean; canReload: boolean; onRetry: () => void }) {
  const t = useTranslate(commentMessages)
  return (
    <span className="stoa-comments-notice" role="alert">
      <span>{t('comment.unloaded')}</span>
      <Button size="s" busy={busy} onClick={onRetry}>
        {t('comment.retry')}
      </Button>
      {canReload && (
        <Button size="s" onClick={() => window.location.reload()}>
          {t('comment.reload')}
        </Button>
      )}
    </span>
  )
}
