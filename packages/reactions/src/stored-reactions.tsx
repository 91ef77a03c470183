import { useActions, useComment, useMyReaction, usePost } from '@stoa/store/react'
import type { RootProps } from '@stoa/ui'
import { forwardRef } from 'react'
import { ReactionBar, type ReactionBarProps } from './reaction-bar.tsx'
import { Tips } from './tips.tsx'

/** Props of `StoredReactions`. */
export interface StoredReactionsProps extends RootProps, Pick<ReactionBarProps, 'size' | 'disabled'> {
  /** Type of the content. */
  entityType: 'Post' | 'Comment'
  /** Its id; for an article without a post, its thread's key. */
  entityId: string
  /** Called when a reaction was refused, after the rollback. Show `alertFor(error)`. Default: not reported. */
  onFailure?: ((error: unknown) => void) | undefined
}

const NOBODY = { 'thumb-up': 0, 'thumb-down': 0 }

/** The reactions and tips of a post or comment in the store. For pages that load these themselves. */
export const StoredReactions = forwardRef<HTMLDivElement, StoredReactionsProps>(function StoredReactions(props, ref) {
  const { entityType, entityId, onFailure, ...look } = props
  const { react } = useActions()
  const post = usePost(entityId)
  const comment = useComment(entityId)
  const mine = useMyReaction(entityId)
  const entity = entityType === 'Post' ? post : comment
  return (
    <>
      <ReactionBar
        {...look}
        ref={ref}
        counts={entity?.reactionsCount ?? NOBODY}
        mine={mine}
        onReact={(reaction) => {
          // In the store, choosing a reaction again removes it.
          const reactionName = reaction ?? mine
          if (!reactionName) return
          react({ entityType, entityId, reactionName }).catch((error: unknown) => onFailure?.(error))
        }}
      />
      {entity && <Tips tips={entity.tips} tokenName={entity.tokenName} />}
    </>
  )
})
