import type { DrawCommentMenu } from '@stoa/comments'
import { isThreadKey } from '@stoa/store'
import { useManages, useThread } from '@stoa/store/react'
import { lazy, useLazy } from '@stoa/ui'
import { type ReactNode, useMemo } from 'react'
import type { ThreadViewProps } from './mount-thread.tsx'

const moderationTools = lazy(() => import('./moderation.tsx'))

/**
 * Moderation tools for those who manage the community, in the header and in the menus of comments. Nobody else loads
 * them.
 */
export function useModeration(
  { host, forum, options }: ThreadViewProps,
  onFailure: (error: unknown) => void,
): { menu?: ReactNode; draw: DrawCommentMenu | null } {
  const thread = useThread(options.article)
  const manages = useManages(thread?.community.tokenName ?? '')
  const isWanted = manages && thread !== undefined && (thread.isHidden || !isThreadKey(thread.postId))
  // Without it moderators read and write as usual.
  const { code } = useLazy(moderationTools, isWanted)
  const moderation = useMemo(() => code?.createModeration(host), [code, host])
  if (!moderation || !isWanted || !thread) return { draw: null }
  const { Menu, draw } = moderation
  const about = { host, origin: forum.url, postId: thread.postId, options, onFailure }
  return { menu: <Menu {...about} />, draw }
}
