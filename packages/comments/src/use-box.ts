import { type RefObject, useEffect, useRef } from 'react'
import type { CommentDrafts } from './thread-context.ts'
import { replaceText } from './type-into.ts'

/** What `useBox` ties together. */
export interface UseBoxOptions {
  /** The text box, which another component renders. */
  box: RefObject<HTMLTextAreaElement | null>
  drafts: CommentDrafts
  /** Where the box's text is kept. */
  draftKey: string
  /** What stands in the box without a draft: an edit's old text, else nothing. */
  initial: string
  /** The text has changed. */
  onText: (text: string) => void
  /** A key was pressed; true when it is dealt with. */
  onKey: (event: KeyboardEvent) => boolean
  /** The focus has left. */
  onBlur: () => void
}

/** Keeps box and draft the same, and hears what happens in the box. */
export function useBox(options: UseBoxOptions) {
  const { box, drafts, draftKey, initial } = options
  // The listeners see the newest functions through this, without being taken off and put on at every key press.
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    const onInput = () => {
      if (drafts.get(draftKey) !== element.value) drafts.set(draftKey, element.value)
      latest.current.onText(element.value)
    }
    const onDraft = () => {
      const draft = drafts.get(draftKey)
      // Taken for sending, put back after a failure, or written in another tab.
      if (draft !== element.value && (draft || !initial)) replaceText(element, draft)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || !latest.current.onKey(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const onBlur = () => latest.current.onBlur()
    element.addEventListener('input', onInput)
    element.addEventListener('keydown', onKeyDown)
    element.addEventListener('blur', onBlur)
    const unsubscribe = drafts.subscribe(onDraft)
    const draft = drafts.get(draftKey)
    // A comment that was changed after its box opened: nobody has typed into the text that stands there.
    if (element.value === element.defaultValue && element.value !== initial) replaceText(element, draft || initial)
    if (element.value === initial) onDraft()
    else if (!draft) onInput()
    else if (draft !== element.value) replaceText(element, merged(draft, element.value))
    latest.current.onText(element.value)
    return () => {
      unsubscribe()
      element.removeEventListener('input', onInput)
      element.removeEventListener('keydown', onKeyDown)
      element.removeEventListener('blur', onBlur)
    }
  }, [box, drafts, draftKey, initial])
}

/** The kept text and what was typed, or restored by the browser, before it was found: nothing twice, nothing lost. */
function merged(draft: string, typed: string): string {
  if (typed.startsWith(draft)) return typed
  return draft.startsWith(typed) ? draft : `${draft}\n\n${typed}`
}
