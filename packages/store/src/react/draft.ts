import { useCallback, useSyncExternalStore } from 'react'
import { ownDraftKey } from '../draft-storage.ts'
import { createDrafts } from '../drafts.ts'
import { useStoa, useWriterId } from './hooks.tsx'

/** The writer's draft under a key (`draftKey`) and its setter. It is stored while typing and cleared when sent. */
export function useDraft(name: string): readonly [text: string, setText: (text: string) => void] {
  const drafts = useStoa().singleton(createDrafts)
  const key = ownDraftKey(name, useWriterId())
  const text = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.get(key),
    () => '',
  )
  return [text, useCallback((next: string) => drafts.set(key, next), [drafts, key])]
}
