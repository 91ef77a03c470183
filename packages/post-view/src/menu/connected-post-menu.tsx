import { useActions, usePost, useStoaState, useViewer } from '@stoa/store/react'
import { lazy, type MenuItem, useLazy } from '@stoa/ui'
import { useState } from 'react'
import { PostMenu } from './post-menu.tsx'

/** Props of `ConnectedPostMenu`. */
export interface ConnectedPostMenuProps {
  /** A post in the store. */
  postId: string
  /** Its address. Paths are relative to the page's origin. */
  href: string
  /** Address for editing it, for those who may. */
  editHref: string
  /** Address for writing a response post. Default: not offered. */
  respondHref?: string | undefined
  /** Called after the viewer saved the post. Default: the menu says so. */
  onSaved?: (() => void) | undefined
  /** Called when the viewer wants a reminder of the saved post. Default: not offered. */
  onRemind?: (() => void) | undefined
  /** Called when an action is refused. Show `alertFor(error)`. Default: not reported. */
  onFailure?: ((error: unknown) => void) | undefined
  /** Called after an action, for lists that the post may have left. Default: the menu announces it. */
  onChanged?: ((message: string, undo?: () => void) => void) | undefined
  /** Called after its author deleted it. Default: as `onChanged`. */
  onDeleted?: ((message: string) => void) | undefined
}

/** Code for signed-in people. Without it the menu is the same as for everyone. */
export const postTools = lazy(() => import('./post-tools.tsx'))

/** The menu of a post with all actions of the viewer. Code for signed-in people loads separately. */
export function ConnectedPostMenu(props: ConnectedPostMenuProps) {
  const { postId, href, editHref, respondHref, onSaved, onRemind, ...callbacks } = props
  const post = usePost(postId)
  const viewer = useViewer() ?? null
  const { save } = useActions()
  const saved = useStoaState(({ saves }) => postId in saves)
  const { code: tools } = useLazy(postTools, viewer !== null)
  const [items, setItems] = useState<readonly MenuItem[]>()
  if (!post) return null
  const onSave = (isSaved: boolean) =>
    save({ entityType: 'Post', entityId: postId, save: isSaved }).then(
      () => true,
      (error: unknown) => {
        callbacks.onFailure?.(error)
        return false
      },
    )
  return (
    <>
      <PostMenu
        post={post}
        href={href}
        respondHref={respondHref}
        items={items}
        saved={saved}
        onSave={onSave}
        onSaved={onSaved}
        onRemind={onRemind}
      />
      {viewer && tools && (
        <tools.PostTools {...callbacks} editHref={editHref} post={post} viewer={viewer} onItems={setItems} />
      )}
    </>
  )
}
