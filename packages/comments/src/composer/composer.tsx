import type { Comment } from '@stoa/contract'
import { draftKey, ownDraftKey, saveEarlyText } from '@stoa/store'
import { isComposing, useTranslate } from '@stoa/ui'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { lazyPart, prepareWriting } from '../lazy-part.tsx'
import { threadMessages } from '../thread/messages.ts'
import { useThread } from '../thread/thread-context.ts'

/** Props of `Composer`. */
export interface ComposerProps {
  /** What is being written. An edit starts with the comment's text. */
  purpose: 'comment' | 'reply' | 'edit'
  /** The comment replied to or edited. Omitted for a new top-level comment. */
  comment?: Comment | undefined
  /** Text to append to the box, such as a quote. Each new object appends once. Default: none. */
  insert?: { text?: string } | undefined
  /** It was open when the page was left, and not opened now, so it takes no focus. Default false. */
  isRestored?: boolean | undefined
  /** Closes a box that was opened on demand, which takes focus. Default: the box is permanent. */
  onClose?: (() => void) | undefined
}

/** A key pressed before its code was loaded. */
export type EarlyWish = 'send' | 'close'

const ComposerTools = lazyPart('ComposerTools')

/**
 * The text box for all writing. Only the box itself is in the first load. Sending, counting and completion load on
 * first focus around the same element, so that no key press, selection or focus is lost.
 */
export function Composer({ purpose, comment, insert, isRestored = false, onClose }: ComposerProps) {
  const t = useTranslate(threadMessages)
  const { threadId, actions, viewer } = useThread()
  const box = useRef<HTMLTextAreaElement>(null)
  const early = useRef<EarlyWish | 'ready'>(undefined)
  // The initial text. Another version of the comment must not replace it unasked.
  const [initialText] = useState((purpose === 'edit' && comment?.content) || '')
  const opened = onClose !== undefined
  const [open, setOpen] = useState(opened)
  const key = draftKey(threadId, comment ? `${purpose}:${comment.id}` : purpose)
  // Who writes stays the writer after signing out, until somebody else signs in.
  const [writerId, setWriterId] = useState(viewer?.id ?? '')
  if (viewer && viewer.id !== writerId) setWriterId(viewer.id)
  const ownKey = ownDraftKey(key, writerId)
  const author = comment?.publisherProfileName || comment?.publisherName || ''
  const label = t(`comment.${purpose}.label`, { author })

  useEffect(() => {
    const element = box.current
    if (!element) return
    grow(element)
    if (opened && !isRestored) element.focus()
  }, [opened, isRestored])

  useEffect(() => {
    const element = box.current
    // Somebody may have typed before hydration. Who the viewer is may turn out later.
    if (element && (actions.hasDraft(key) || element.matches(':focus') || element.value)) setOpen(true)
  }, [actions, key, ownKey])

  // Somebody else has signed in, or the box was removed before the tools could store its text. Done synchronously, as
  // an effect would run after the box's next owner may have read the draft.
  const shownWriterId = useRef(writerId)
  useLayoutEffect(() => {
    const element = box.current
    const isOthers = shownWriterId.current !== '' && shownWriterId.current !== writerId
    shownWriterId.current = writerId
    if (element && isOthers) {
      if (early.current !== 'ready') early.current = undefined
      element.value = initialText
      grow(element)
    }
    const keep = () => {
      if (element && early.current !== 'ready' && element.value !== initialText) saveEarlyText(ownKey, element.value)
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [writerId, ownKey, initialText])

  /** Used until the tools listen themselves. */
  function keepKey(event: KeyboardEvent) {
    if (early.current === 'ready' || isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) early.current = 'send'
    else if (event.key === 'Escape' && opened) early.current = 'close'
    else return
    event.preventDefault()
  }

  const takeEarly = useCallback(() => {
    const wish = early.current
    early.current = 'ready'
    return wish === 'ready' ? undefined : wish
  }, [])

  return (
    <form
      className="stoa-composer"
      data-open={open}
      onPointerEnter={prepareWriting}
      onSubmit={(event) => event.preventDefault()}
    >
      {/* A hidden copy of the text in `::after` determines the height, so nothing is measured. */}
      <div className="stoa-composer-grow">
        <textarea
          ref={box}
          className="stoa-composer-text"
          dir="auto"
          rows={1}
          // The page's drafts know whose a text is; the browser would give it to the next person.
          autoComplete="off"
          aria-label={label}
          placeholder={comment ? label : t('comment.placeholder')}
          defaultValue={initialText}
          onFocus={() => setOpen(true)}
          onKeyDown={keepKey}
          onInput={(event) => grow(event.currentTarget)}
        />
      </div>
      {open && (
        <ComposerTools
          fallback={<div className="stoa-composer-bar" />}
          purpose={purpose}
          comment={comment}
          insert={insert}
          box={box}
          takeEarly={takeEarly}
          draftKey={key}
          writerId={writerId}
          onClose={onClose}
        />
      )}
    </form>
  )
}

function grow(box: HTMLTextAreaElement) {
  if (box.parentElement) box.parentElement.dataset.text = box.value
}
