import { isComposing } from '@stoa/ui'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { CommentDrafts } from '../thread/thread-context.ts'
import { replaceText } from './insert-text.ts'

/** Options of `useDraftBox`. */
export interface UseDraftBoxOptions {
  /** The text box, which another component renders. */
  box: RefObject<HTMLTextAreaElement | null>
  drafts: CommentDrafts
  /** Key of the draft. */
  draftKey: string
  /** Text without a draft: an edit's old text, else empty. */
  initial: string
  /** Called when the text changes. */
  onText: (text: string) => void
  /** Called on a key press. Returns true if it was handled. */
  onKey: (event: KeyboardEvent) => boolean
  /** Called when focus leaves. */
  onBlur: () => void
}

/** Synchronizes box and draft, and listens to the box. */
export function useDraftBox(options: UseDraftBoxOptions) {
  const { box, drafts, draftKey, initial } = options
  // Lets the listeners call the latest functions without being re-added on every key press. An effect would be too late
  // for an Escape right after a letter, which closed the box without asking.
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    // Until the effects have run, the box may show the next person's text.
    const isCurrent = () => latest.current.drafts === drafts
    const onInput = () => {
      if (isCurrent() && drafts.get(draftKey) !== element.value) drafts.set(draftKey, element.value)
      latest.current.onText(element.value)
    }
    const onDraft = () => {
      const draft = drafts.get(draftKey)
      // Cleared by sending, restored after an error, or changed in another tab.
      if (isCurrent() && draft !== element.value && (draft || !initial)) replaceText(element, draft)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || !latest.current.onKey(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const onBlur = () => latest.current.onBlur()
    element.addEventListener('input', onInput)
    element.addEventListener('keydown', onKeyDown)
    element.addEventListener('blur', onBlur)
    const unsubscribe = drafts.subscribe(onDraft)
    const draft = drafts.get(draftKey)
    // The comment was edited after its box was opened, and the text in it is unchanged.
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

/** Merges the draft with text typed, or restored by the browser, before it was loaded, without duplicates or losses. */
function merged(draft: string, typed: string): string {
  if (typed.startsWith(draft)) return typed
  return draft.startsWith(typed) || draft.endsWith(typed) ? draft : `${draft}\n\n${typed}`
}
