import { useCallback, useSyncExternalStore } from 'react'
import { createDrafts } from '../drafts.ts'
import { useStoa } from './stoa-context.tsx'

/** A text that is being written (`draftKey`), with its setter. It is kept while typing and empties by being sent. */
export function useDraft(key: string): readonly [text: string, setText: (text: string) => void] {
  const drafts = useStoa().part(createDrafts)
  const text = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.get(key),
    () => '',
  )
  return [text, useCallback((next: string) => drafts.set(key, next), [drafts, key])]
}
