import { useActions, useStoa, useViewer } from '@stoa/store/react'
import { useTranslate, VisuallyHidden } from '@stoa/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { useErrorToast } from '../use-error-toast.ts'
import { useReminding } from '../use-reminding.tsx'
import * as page from './current-item.ts'
import { shortcutMessages } from './messages.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { shortcutOf } from './shortcut-switch.ts'
import type { LastList } from './shortcuts.tsx'

interface ShortcutKeysProps {
  /** Returns the keys pressed before this part was loaded. From then on this part listens itself. */
  takeEarly: () => string[]
  /** How often the dialog was opened by something else than its key. */
  sheets: number
  lastList: RefObject<LastList | null>
}

/** Handles shortcuts, and the dialog that lists them. Comments have their own keys j, k, r and n. */
export function ShortcutKeys({ takeEarly, sheets, lastList }: ShortcutKeysProps) {
  const t = useTranslate(shortcutMessages)
  const [isOpen, setIsOpen] = useState(sheets > 0)
  const [news, setNews] = useState('')
  const viewer = useViewer()
  const goBack = useWayBack(lastList)
  const { save, dialog } = useSaving()
  const follow = useRef<(key: string, target: EventTarget | null) => boolean>(() => false)
  useEffect(() => {
    if (sheets > 0) setIsOpen(true)
  }, [sheets])
  useEffect(() => {
    follow.current = (key, target) => {
      if (key === '?') {
        setIsOpen(true)
        return true
      }
      // The moderation queue has its own keys.
      if (page.hasQueue()) return false
      if (key === 'j' || key === 'k') return page.walk(key === 'j' ? 1 : -1)
      if (key === 'o' || (key === 'Enter' && page.isItem(target))) return page.openCurrent()
      if (key === 'r') return page.writeComment()
      if (key === 'c') return page.writePost()
      if (key === 'u') return goBack()
      if (key === 's') return save()
      if (key === 'Escape') return page.leaveCurrent()
      if (key !== 'l') return false
      const isLiked = page.likeCurrent()
      // Visitors are asked to sign in.
      if (isLiked !== null && viewer) setNews(t(isLiked ? 'shortcuts.liked' : 'shortcuts.unliked'))
      return isLiked !== null
    }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = shortcutOf(event)
      if (key === null) return
      // A key that moves the focus to a field must not be typed there.
      if (follow.current(key, event.target)) event.preventDefault()
    }
    for (const key of takeEarly()) follow.current(key, null)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [takeEarly])
  return (
    <>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
      <ShortcutSheet isOpen={isOpen} onClose={() => setIsOpen(false)} />
      {dialog}
    </>
  )
}

/** Leads from a post back to the list, at the same place, with the post's card in focus. */
function useWayBack(lastList: RefObject<LastList | null>): () => boolean {
  const navigate = useNavigate()
  const { key } = useLocation()
  const left = useRef('')
  useEffect(() => {
    const { current: postId } = left
    left.current = ''
    if (key === '' || postId === '') return
    // After the frame has focused the new page.
    const timer = setTimeout(() => page.focusPost(postId))
    return () => clearTimeout(timer)
  }, [key])
  return () => {
    const postId = page.shownPost()
    if (postId === undefined) return false
    left.current = postId
    const { current: list } = lastList
    const steps = list ? list.entry - window.history.state?.idx : 0
    if (list && steps < 0) void navigate(steps)
    else void navigate(list?.path ?? page.communityOfPost())
    return true
  }
}

/** Saves the current item, or the post, and says so. */
function useSaving() {
  const t = useTranslate(shortcutMessages)
  const stoa = useStoa()
  const actions = useActions()
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const { tellSaved, dialog } = useReminding()
  function save(): boolean {
    const item = page.savable()
    if (!item) return false
    const isSaved = item.entityId in stoa.state.getState().saves
    actions
      .save({ ...item, save: !isSaved })
      .then(() => (isSaved ? toasts.show({ text: t('shortcuts.unsaved') }) : tellSaved(item)), alert)
    return true
  }
  return { save, dialog }
}
