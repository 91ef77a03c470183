import { Button } from '../button/button.tsx'
import { useTranslate } from '../i18n/use-translate.ts'
import { uiMessages } from '../messages.ts'

/** Props of `LoadMore`. */
export interface LoadMoreProps {
  /** Fetches the next page. */
  onLoadMore: () => void
  /** The next page is on its way. Default false. */
  busy?: boolean | undefined
  /** Why the last try failed; the button then offers another. Default: nothing. */
  error?: string | undefined
  /** Text of the button. Default "Load more". */
  label?: string | undefined
  /** Address of the next page: makes it a link that works before and without scripts. Default: a button. */
  href?: string | undefined
}

/** The end of a list that has more. Leave it out where nothing is left. */
export function LoadMore({ onLoadMore, busy, error, label, href }: LoadMoreProps) {
  const t = useTranslate(uiMessages)
  const text = error ? t('ui.retry') : (label ?? t('ui.loadMore'))
  return (
    <div className="stoa-load-more">
      <div className="stoa-load-more-error" role="alert">
        {error}
      </div>
      <Button href={href} busy={busy} onClick={onLoadMore}>
        {text}
      </Button>
    </div>
  )
}
