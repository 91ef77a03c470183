import type { DrawCommentMenu } from '@stoa/comments'
import { isThreadKey } from '@stoa/store'
import { useManages, useThread, useViewer } from '@stoa/store/react'
import { lazy, useLazy } from '@stoa/ui'
import { type ReactNode, useMemo } from 'react'
import type { ThreadViewProps } from './mount-thread.tsx'

const moderationTools = lazy(() => import('./moderation.tsx'))
const watching = lazy(() => import('./watch-thread.tsx'))
const tipping = lazy(() => import('./tip-links.tsx'))

/**
 * What the header offers signed-in people: moderation tools to those who manage the community, which are also in the
 * menus of comments, and a button that watches the conversation to others. Menus of comments offer tips where there is
 * money. Nobody else loads any of it.
 */
export function useThreadMenu(
  { host, forum, options }: ThreadViewProps,
  onFailure: (error: unknown) => void,
): { menu?: ReactNode; draw: DrawCommentMenu | null } {
  const thread = useThread(options.article)
  const viewer = useViewer() ?? null
  const manages = useManages(thread?.community.tokenName ?? '')
  const hasPost = thread !== undefined && !isThreadKey(thread.postId)
  const moderates = manages && thread !== undefined && (thread.isHidden || hasPost)
  const mayWatch = !manages && viewer !== null && hasPost && !thread.isHidden
  // Without it moderators read and write as usual.
  const { code } = useLazy(moderationTools, moderates)
  const { code: watch } = useLazy(watching, mayWatch)
  const hasTips = Boolean(thread?.community.money && viewer)
  const { code: tips } = useLazy(tipping, hasTips)
  const moderation = useMemo(() => code?.createModeration(host), [code, host])
  const moderatorsDraw = (moderates && moderation?.draw) || null
  const draw = useMemo(
    () => (hasTips && tips ? tips.withTipLink(moderatorsDraw, forum.url) : moderatorsDraw),
    [hasTips, tips, moderatorsDraw, forum.url],
  )
  if (mayWatch && watch) {
    return { menu: <watch.WatchThread host={host} postId={thread.postId} onFailure={onFailure} />, draw }
  }
  if (!moderation || !moderates) return { draw }
  const { Menu } = moderation
  const about = { host, origin: forum.url, postId: thread.postId, options, onFailure }
  return { menu: <Menu {...about} />, draw }
}
