import { Button, QuoteIcon, useTranslate } from '@stoa/ui'
import { type RefObject, useEffect, useState } from 'react'
import { focusNextNew, loadMoreNew } from './novelty.ts'
import { keyTarget, type ThreadKeys, type ThreadShortcut, threadShortcutOf, useThread } from './thread-context.ts'

/** English text of the button that quotes. */
export const quoteMessages = { 'comment.quote': 'Quote' } as const

/** Props of `ThreadExtras`. */
export interface ThreadExtrasProps {
  /** The thread's element. */
  root: RefObject<HTMLElement | null>
  keys: ThreadKeys
  /** Returns the keys pressed before this part was loaded. From then on this part listens itself. */
  takeEarly: () => ThreadShortcut[]
}

/** Keys j, k, r and n, and the button that quotes selected text. */
export function ThreadExtras({ root, keys, takeEarly }: ThreadExtrasProps) {
  const t = useTranslate(quoteMessages)
  const { quote } = useThread()
  const [selected, setSelected] = useState<{ article: HTMLElement; text: string; top: number } | null>(null)

  useEffect(() => {
    const thread = root.current
    if (!thread) return
    const target = keyTarget(thread, keys)
    const onKeyDown = (event: Event) => {
      const key = event instanceof KeyboardEvent && threadShortcutOf(event)
      if (key && followKey(thread, key)) event.preventDefault()
    }
    for (const key of takeEarly()) followKey(thread, key)
    target?.addEventListener('keydown', onKeyDown)
    return () => target?.removeEventListener('keydown', onKeyDown)
  }, [root, keys, takeEarly])

  useEffect(() => {
    const thread = root.current
    if (!thread) return
    const onSelection = () => setSelected(selectionIn(thread))
    // Text selected while this was loading.
    onSelection()
    document.addEventListener('selectionchange', onSelection)
    return () => document.removeEventListener('selectionchange', onSelection)
  }, [root])

  if (!selected) return null
  return (
    <div
      className="stoa-comments-quote"
      // The position depends on the selection. Strict policies allow style properties set by script.
      ref={(element) => element?.style.setProperty('inset-block-start', `${selected.top}px`)}
    >
      <Button
        size="s"
        variant="primary"
        icon={<QuoteIcon size={16} />}
        // Pressing would clear the selection before the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          quote.put(`${selected.text.trim().replace(/^/gm, '> ')}\n`)
          replyButton(selected.article)?.click()
          document.getSelection()?.removeAllRanges()
        }}
      >
        {t('comment.quote')}
      </Button>
    </div>
  )
}

function replyButton(article: Element): HTMLElement | null {
  return article.querySelector('[data-action="reply"]')
}

/** True if the key had an effect. */
function followKey(thread: HTMLElement, key: ThreadShortcut): boolean {
  if (key === 'n') return loadMoreNew(thread) || focusNextNew(thread)
  const articles = Array.from(thread.querySelectorAll('article'))
  const focused = (thread.getRootNode() as Document | ShadowRoot).activeElement
  const current = articles.findIndex((article) => article.contains(focused))
  if (key === 'r') {
    const button = articles[current] && replyButton(articles[current])
    button?.click()
    return button != null
  }
  // Without a focused comment, starts at the top of the view.
  const visible = articles.findIndex((article) => article.getBoundingClientRect().bottom > 0)
  const next = current < 0 ? Math.max(visible, 0) : current + (key === 'j' ? 1 : -1)
  articles[next]?.focus()
  return articles[next] !== undefined
}

/** The selected text, if it is within one comment that can be replied to. */
function selectionIn(thread: HTMLElement) {
  const scope = thread.getRootNode()
  // Chromium has a separate selection for a shadow root.
  const selection = (scope as Partial<Document>).getSelection?.() ?? document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const ancestor = range.commonAncestorContainer
  const text = (ancestor instanceof Element ? ancestor : ancestor.parentElement)?.closest('.stoa-comment-text')
  const article = text?.closest('article')
  if (!article || !thread.contains(article) || !replyButton(article) || !selection.toString().trim()) return null
  const top = range.getBoundingClientRect?.().bottom - thread.getBoundingClientRect().top
  return { article, text: selection.toString(), top }
}
