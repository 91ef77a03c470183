import { ArrowDownIcon, Button, useTranslate } from '@stoa/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { focusComment, focusNextNew } from './novelty.ts'

/** English text of the button that leads to new comments. */
const newCommentsMessages = { 'comment.new.next': 'Next new' } as const

/** Props of `NewComments`. */
export interface NewCommentsProps {
  /** The thread's element. */
  root: RefObject<HTMLElement | null>
  /** Called when comments have been on the screen for a while, and again after more were shown. */
  onSeen: () => void
  /** Id of the comment to focus, once, as soon as it is given. Default: none. */
  openAt?: string | undefined
}

/** Comments on the screen for this long count as read. */
const SEEN_MS = 1500

/** Notices what is read, and offers a button that leads to new comments outside the view. */
export function NewComments({ root, onSeen, openAt }: NewCommentsProps) {
  const t = useTranslate(newCommentsMessages)
  useSeen(root, onSeen)
  const { hasUnseen, isUnseen } = useUnseen(root)
  useOpening(root, openAt)
  return (
    <div className="stoa-comments-next">
      {hasUnseen && (
        <Button
          variant="primary"
          size="s"
          icon={<ArrowDownIcon size={16} />}
          onClick={() => root.current && focusNextNew(root.current, isUnseen)}
        >
          {t('comment.new.next')}
        </Button>
      )}
    </div>
  )
}

/** Calls `onSeen` while comments are on the screen of a visible page: after a while, and whenever the list changes. */
function useSeen(root: RefObject<HTMLElement | null>, onSeen: () => void): void {
  const latest = useRef(onSeen)
  useEffect(() => {
    latest.current = onSeen
  })
  useEffect(() => {
    const thread = root.current
    if (!thread || !('IntersectionObserver' in window)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let list: Element | null = null
    let isShown = false
    const stop = () => {
      clearTimeout(timer)
      timer = undefined
    }
    const wait = () => {
      if (!isShown || document.hidden) return stop()
      timer ??= setTimeout(() => {
        stop()
        latest.current()
      }, SEEN_MS)
    }
    const screen = new IntersectionObserver((entries) => {
      isShown = entries.at(-1)?.isIntersecting ?? false
      wait()
    })
    const observe = () => {
      const current = thread.querySelector('.stoa-comments-list')
      if (current === list) return wait()
      list = current
      screen.disconnect()
      if (list) screen.observe(list)
    }
    const changes = new MutationObserver(observe)
    observe()
    changes.observe(thread, { childList: true, subtree: true })
    document.addEventListener('visibilitychange', wait)
    return () => {
      stop()
      screen.disconnect()
      changes.disconnect()
      document.removeEventListener('visibilitychange', wait)
    }
  }, [root])
}

/** Moves the focus to a comment, once. */
function useOpening(root: RefObject<HTMLElement | null>, id: string | undefined): void {
  const isOpen = useRef(false)
  useEffect(() => {
    if (id === undefined || isOpen.current) return
    isOpen.current = true
    focusComment(root.current?.querySelector<HTMLElement>(`[data-comment="${id}"]`))
  }, [root, id])
}

/** Which new comments haven't been on the screen yet. */
function useUnseen(root: RefObject<HTMLElement | null>) {
  const [hasUnseen, setHasUnseen] = useState(false)
  const [seen] = useState(() => new Set<string>())
  useEffect(() => {
    const thread = root.current
    if (!thread || !('IntersectionObserver' in window)) return
    const marked = () => Array.from(thread.querySelectorAll<HTMLElement>('[data-new]'))
    const update = () => setHasUnseen(marked().some(({ id }) => !seen.has(id)))
    const screen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) seen.add(target.id)
      update()
    })
    const observe = () => {
      screen.disconnect()
      const articles = marked()
      for (const article of articles) screen.observe(article)
      if (articles.length === 0) update()
    }
    const changes = new MutationObserver(observe)
    observe()
    changes.observe(thread, { childList: true, subtree: true, attributeFilter: ['data-new'] })
    return () => {
      screen.disconnect()
      changes.disconnect()
    }
  }, [root, seen])
  return { hasUnseen, isUnseen: ({ id }: HTMLElement) => !seen.has(id) }
}
