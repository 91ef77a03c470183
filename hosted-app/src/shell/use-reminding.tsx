import type { EntityType } from '@stoa/contract'
import { lazy, useLazy, useTranslate } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import { useHostedApp } from '../hosted-app.ts'

/** English texts of what follows saving. */
const remindingMessages = {
  'reminding.saved': 'Saved',
  'reminding.remind': 'Remind me',
} as const

const remindDialog = lazy(async () => (await import('../screens/author/remind-dialog.tsx')).RemindDialog)

/** A saved post or comment. */
interface SavedItem {
  entityType: EntityType
  entityId: string
}

/** Offers a reminder of what the viewer saves. */
export function useReminding(): {
  /** Props of a post. */
  ofPost: (postId: string) => { onSaved: () => void; onRemind: () => void }
  /** Says that an item was saved, with a button for a reminder. */
  tellSaved: (item: SavedItem) => void
  dialog: ReactNode
} {
  const t = useTranslate(remindingMessages)
  const { toasts } = useHostedApp()
  const [item, setItem] = useState<SavedItem | null>(null)
  const { code: RemindDialog } = useLazy(remindDialog, item !== null)
  function close(): void {
    const menu = item && menuOf(item)
    setItem(null)
    // The toast with the button has disappeared.
    setTimeout(() => document.activeElement === document.body && menu?.focus({ preventScroll: true }))
  }
  function tellSaved(saved: SavedItem): void {
    const action = { label: t('reminding.remind'), onAction: () => setItem(saved) }
    toasts.show({ text: t('reminding.saved'), action })
  }
  return {
    ofPost(entityId) {
      const post = { entityType: 'Post', entityId } as const
      return { onSaved: () => tellSaved(post), onRemind: () => setItem(post) }
    },
    tellSaved,
    dialog: item && RemindDialog && <RemindDialog {...item} onClose={close} />,
  }
}

/** The button of a post's or comment's menu. */
function menuOf({ entityType, entityId }: SavedItem): HTMLElement | null {
  const place = entityType === 'Post' ? '.stoa-post-menu' : `#comment-${entityId} .stoa-comment-menu`
  return document.querySelector(`${place} button`)
}
