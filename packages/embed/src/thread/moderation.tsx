import type { CommentMenuParts, DrawCommentMenu } from '@stoa/comments'
import { canSanction, isOwn } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { createToasts, Menu, type MenuItem, ToastRegion, type Toasts, UserIcon, useTranslate } from '@stoa/ui'
import { type ComponentType, useState } from 'react'
import { ArticleMenu, type ArticleMenuProps, moderationMessages } from './article-menu.tsx'
import { Review, useReviewPanel } from './review.tsx'

/** Moderation tools for an article's conversation. */
export interface Moderation {
  /** The header's menu: pending items and actions on the post. */
  Menu: ComponentType<Omit<ArticleMenuProps, 'toasts'>>
  /** Renders the menus of comments, including decisions about their authors. */
  draw: DrawCommentMenu
}

/** Creates the tools for one element. */
export function createModeration(host: HTMLElement): Moderation {
  const toasts = createToasts()
  return {
    Menu: (props) => (
      <>
        <Review {...props} toasts={toasts} />
        <ArticleMenu {...props} toasts={toasts} />
        <ToastRegion toasts={toasts} />
      </>
    ),
    draw: (parts) => <AuthorActions {...parts} host={host} toasts={toasts} />,
  }
}

interface AuthorActionsProps extends CommentMenuParts {
  host: HTMLElement
  toasts: Toasts
}

/** A comment's menu with a submenu about its author. */
function AuthorActions({ comment, author, menu, host, toasts }: AuthorActionsProps) {
  const t = useTranslate(moderationMessages)
  const { clock } = useStoa()
  const viewer = useViewer() ?? null
  const [isChosen, setIsChosen] = useState(false)
  const Decide = useReviewPanel({ host, toasts }, isChosen, () => setIsChosen(false))?.AuthorMenu
  const { tokenName, publisherId, postId, id: commentId } = comment
  if (publisherId === '' || isOwn(viewer, publisherId) || !canSanction(viewer, tokenName, clock())) {
    return <Menu {...menu} />
  }
  const item: MenuItem = {
    id: 'decide',
    group: 'moderate',
    label: t('author.decide', { name: author }),
    icon: <UserIcon size={16} />,
  }
  if (Decide && isChosen) {
    return (
      <Decide
        tokenName={tokenName}
        commentId={commentId}
        postId={postId}
        toasts={toasts}
        userId={publisherId}
        name={author}
        inside={{ menu, item }}
      />
    )
  }
  const line = { ...item, disabled: isChosen, staysOpen: true, onSelect: () => setIsChosen(true) }
  return <Menu {...menu} items={[...menu.items, line]} onClose={() => setIsChosen(false)} />
}
