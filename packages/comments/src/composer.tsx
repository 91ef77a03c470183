import type { Comment } from '@stoa/contract'
import { draftKey, saveEarlyText } from '@stoa/store'
import { useTranslate } from '@stoa/ui'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { lazyPart, prepareWriting } from './lazy-part.tsx'
import { commentMessages } from './messages.ts'
import { useThread } from './thread-context.ts'

/** Props of `Composer`. */
export interface ComposerProps {
  /** What is written. An edit begins with the comment's own text. */
  purpose: 'comment' | 'reply' | 'edit'
  /** The comment that is answered or changed; none for a new top-level comment. */
  comment?: Comment | undefined
  /** Text to add to what is in the box, such as a quote; each new object adds once. Default: none. */
  insert?: { text?: string } | undefined
  /** It was open when the page went, and nobody has asked for it now: it takes no focus. Default false. */
  isRestored?: boolean | undefined
  /** Closes the box, which was asked for and takes the focus. Default: it is always there. */
  onClose?: (() => void) | undefined
}

/** What somebody asked for by a key before the code for it was there. */
export type EarlyWish = 'send' | 'close'

const ComposerTools = lazyPart('ComposerTools')

/**
 * The text box that everything is written in. Only the box itself belongs to the reader's first load; sending, counting
 * and completion arrive on the first focus around the same element, so that no key press, selection or focus is lost.
 */
export function Composer({ purpose, comment, insert, isRestored = false, onClose }: ComposerProps) {
  const t = useTranslate(commentMessages)
  const { threadId, actions } = useThread()
  const box = useRef<HTMLTextAreaElement>(null)
  const early = useRef<EarlyWish | 'ready'>(undefined)
  // As it was at first: another version of the comment must not come into the box unasked.
  const [given] = useState((purpose === 'edit' && comment?.content) || '')
  const opened = onClose !== undefined
  const [open, setOpen] = useState(opened)
  const key = draftKey(threadId, comment ? `${purpose}:${comment.id}` : purpose)
  const author = comment?.publisherProfileName || comment?.publisherName || ''
  const label = t(`comment.${purpose}.label`, { author })

  useEffect(() => {
    const element = box.current
    if (!element) return
    grow(element)
    if (opened && !isRestored) element.focus()
    // Somebody may have typed before the page came to life.
    if (actions.hasDraft(key) || element.matches(':focus') || element.value) setOpen(true)
  }, [actions, key, opened, isRestored])

  // Taken away, alone or with the page, before the tools could keep what was typed. In the same step: an effect would end
  // some time later, when the box's next owner may have looked for the text already.
  useLayoutEffect(() => {
    const element = box.current
    const keep = () => {
      if (element && early.current !== 'ready' && element.value !== given) saveEarlyText(key, element.value)
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [key, given])

  /** Until the tools listen themselves. */
  function keepKey(event: KeyboardEvent) {
    if (early.current === 'ready' || event.nativeEvent.isComposing) return
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
      {/* A hidden copy of the text in `::after` gives the height: nothing is measured. */}
      <div className="stoa-composer-grow">
        <textarea
          ref={box}
          className="stoa-composer-text"
          dir="auto"
          rows={1}
          aria-label={label}
          placeholder={comment ? label : t('comment.placeholder')}
          defaultValue={given}
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
          onClose={onClose}
        />
      )}
    </form>
  )
}

function grow(box: HTMLTextAreaElement) {
  if (box.parentElement) box.parentElement.dataset.text = box.value
}
