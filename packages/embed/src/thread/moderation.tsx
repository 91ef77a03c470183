import type { CommentMenuParts, DrawCommentMenu } from '@stoa/comments'
import type { AuthorMenuProps } from '@stoa/comments/moderation'
import { isOwn } from '@stoa/contract'
import { useViewer } from '@stoa/store/react'
import { createToasts, IconButton, Menu, ToastRegion, type Toasts, UserIcon, useTranslate } from '@stoa/ui'
import { type ComponentType, useEffect, useState } from 'react'
import { ArticleMenu, type ArticleMenuProps } from './article-menu.tsx'
import { moderationMessages } from './moderation-messages.ts'
import { Review } from './review.tsx'

/** What moderators of an article's conversation have at hand. */
export interface Moderation {
  /** Stands in the header: what waits, and what is done about the post. */
  Menu: ComponentType<ArticleMenuProps>
  /** Draws the menus of comments, with what is decided about their authors. */
  draw: DrawCommentMenu
}

/** Makes it for one element. */
export function createModeration(): Moderation {
  const toasts = createToasts()
  return {
    Menu: (props) => (
      <>
        <Review {...props} toasts={toasts} />
        <ArticleMenu {...props} />
        <ToastRegion toasts={toasts} />
      </>
    ),
    draw: (parts) => <AuthorActions {...parts} toasts={toasts} />,
  }
}

interface AuthorActionsProps extends CommentMenuParts {
  toasts: Toasts
}

/** The menu of a comment, with one about its author. */
function AuthorActions({ comment, author, menu, toasts }: AuthorActionsProps) {
  const t = useTranslate(moderationMessages)
  const viewer = useViewer() ?? null
  const [Decide, setDecide] = useState<ComponentType<AuthorMenuProps> | null>(null)
  const [tries, setTries] = useState(0)
  /** How many of them have failed. */
  const [failed, setFailed] = useState(0)
  useEffect(() => {
    if (tries === 0) return
    import('./review-panel.tsx').then(
      (panel) => setDecide(() => panel.AuthorMenu),
      () => setFailed(tries),
    )
  }, [tries])
  const { tokenName, publisherId, postId, id: commentId } = comment
  if (publisherId === '' || isOwn(viewer, publisherId)) return <Menu {...menu} />
  const label = t('author.decide', { name: author })
  const icon = <UserIcon size={16} />
  const decide = { id: 'decide', label, icon, onSelect: () => setTries(1) }
  return (
    <>
      <Menu {...menu} items={tries > 0 ? menu.items : [...menu.items, decide]} />
      {Decide ? (
        <Decide {...{ tokenName, commentId, postId, toasts, icon }} userId={publisherId} name={author} isPressed />
      ) : (
        tries > 0 && (
          <IconButton size="s" label={label} icon={icon} busy={failed < tries} onClick={() => setTries(tries + 1)} />
        )
      )}
    </>
  )
}
