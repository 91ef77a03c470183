import { useCallback, useSyncExternalStore } from 'react'
import { createDrafts } from '../drafts.ts'
import { useStoa } from './hooks.tsx'

/** The draft under a key (`draftKey`) and its setter. It is stored while typing and cleared when sent. */
export function useDraft(key: string): readonly [text: string, setText: (text: string) => void] {
  const drafts = useStoa().singleton(createDrafts)
  const text = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.get(key),
    () => '',
  )
  return [text, useCallback((next: string) => drafts.set(key, next), [drafts, key])]
}
