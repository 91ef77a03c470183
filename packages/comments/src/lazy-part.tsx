import { Button, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { commentMessages } from './messages.ts'
import type * as writing from './writing.ts'

type Writing = typeof writing
type Part = 'CommentMenu' | 'ComposerTools' | 'HiddenNotice' | 'SignOut' | 'ThreadExtras'

let loaded: Writing | undefined
let loading: Promise<Writing> | undefined

/** Fetches the code of all parts that readers do not need; harmless to repeat, tried again after a failure. */
export function loadWriting(): Promise<Writing> {
  loading ??= import('./writing.ts').then(
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
 * A part whose code is fetched when it is first shown; `fallback` keeps its place until then. A failed download offers
 * another try. Suspense would drop what was typed around it.
 */
export function lazyPart<Name extends Part>(name: Name) {
  type Props = Parameters<Writing[Name]>[0]
  return function LazyPart({ fallback = null, ...props }: Props & { fallback?: ReactNode }) {
    const t = useTranslate(commentMessages)
    const [state, setState] = useState(loaded ? 'ready' : 'loading')
    useEffect(() => {
      if (state !== 'loading') return
      let shown = true
      const show = (next: string) => () => shown && setState(next)
      loadWriting().then(show('ready'), show('failed'))
      return () => {
        shown = false
      }
    }, [state])
    const Loaded = loaded?.[name] as ((props: unknown) => ReactNode) | undefined
    if (Loaded) return <Loaded {...props} />
    return state === 'failed' ? (
      <Button variant="danger" size="s" onClick={() => setState('loading')}>
        {t('comment.retry')}
      </Button>
    ) : (
      fallback
    )
  }
}
