import type { CommentMenuParts, DrawCommentMenu } from '@stoa/comments'
import { canTip, commentPath, TIP_PARAMETER } from '@stoa/contract'
import { usePost, useStoa, useViewer } from '@stoa/store/react'
import { CoinsIcon, Menu, type MenuItem, useTranslate } from '@stoa/ui'

/** English texts of tips on a partner's site. */
export const tipLinkMessages = {
  'embed.tip': 'Tip',
  'embed.tip.hint': 'Opens the forum',
} as const

/**
 * Renders comment menus with an item that leads to the forum for a tip, since nobody spends money on a partner's site.
 * `draw` renders them otherwise.
 */
export const withTipLink =
  (draw: DrawCommentMenu | null, origin: string): DrawCommentMenu =>
  (about) => <TipLinkMenu about={about} draw={draw} origin={origin} />

interface TipLinkMenuProps {
  about: CommentMenuParts
  draw: DrawCommentMenu | null
  /** Origin of the forum. */
  origin: string
}

function TipLinkMenu({ about, draw, origin }: TipLinkMenuProps) {
  const t = useTranslate(tipLinkMessages)
  const { clock } = useStoa()
  const viewer = useViewer() ?? null
  const { comment } = about
  const post = usePost(comment.postId)
  const decision = post && canTip(viewer, { post: { ...post, approvePosts: false }, comment }, clock())
  const isOffered = decision?.allowed || (decision?.allowed === false && decision.code === 'JOIN_REQUIRED')
  let { menu } = about
  if (post && isOffered) {
    const href = `${origin}${commentPath(post, comment)}?${TIP_PARAMETER}`
    const item: MenuItem = {
      id: 'tip',
      group: 'keep',
      label: t('embed.tip'),
      hint: t('embed.tip.hint'),
      icon: <CoinsIcon size={16} />,
      // The article stays open.
      onSelect: () => void window.open(href, '_blank', 'noopener'),
    }
    menu = { ...menu, items: [item, ...menu.items] }
  }
  return draw ? draw({ ...about, menu }) : <Menu {...menu} />
}
