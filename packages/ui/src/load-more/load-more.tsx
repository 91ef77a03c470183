import { useEffect, useRef } from 'react'
import { Button } from '../button/button.tsx'
import { useTranslate } from '../i18n/i18n-context.ts'
import { translatable } from '../i18n/translatable.tsx'
import { uiMessages } from '../messages.ts'

/** Props of `LoadMore`. */
export interface LoadMoreProps {
  /** Loads the next page. */
  onLoadMore: () => void
  /** The next page is loading. Default false. */
  busy?: boolean | undefined
  /** Error of the last attempt. The button then retries. Default: none. */
  error?: string | undefined
  /** Text of the button. Default "Load more". */
  label?: string | undefined
  /** Address of the next page, which makes it a link that works before and without scripts. Default: a button. */
  href?: string | undefined
}

/** The end of a list with more items. Omit it if there are none. Focus then moves to the first new item. */
export function LoadMore({ onLoadMore, busy, error, label, href }: LoadMoreProps) {
  const t = useTranslate(uiMessages)
  const root = useRef<HTMLDivElement>(null)
  /** The last item before loading; none unless the button was pressed. */
  const last = useRef<Element | null>(null)
  useEffect(
    () => () => {
      // The render that removes the button also adds the items, but possibly after it.
      setTimeout(() => {
        const item = last.current?.nextElementSibling
        ;(item?.querySelector<HTMLElement>('h2 a, h3 a') ?? item?.querySelector<HTMLElement>('a, button'))?.focus()
      })
    },
    [],
  )

  function load() {
    const list = root.current?.previousElementSibling ?? root.current?.parentElement?.previousElementSibling
    last.current = list?.lastElementChild ?? null
    onLoadMore()
  }
  const text = error ? t('ui.retry') : (label ?? t('ui.loadMore'))
  return (
    <div className="stoa-load-more" ref={root}>
      <div className="stoa-load-more-error" role="alert">
        {translatable(error)}
      </div>
      <Button href={href} busy={busy} onClick={load}>
        {text}
      </Button>
    </div>
  )
}
