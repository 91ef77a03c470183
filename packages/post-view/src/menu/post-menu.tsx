import type { Post } from '@stoa/contract'
import { BookmarkIcon, ClockIcon, EditIcon, LinkIcon, Menu, type MenuItem, ReplyIcon, useTranslate } from '@stoa/ui'
import { postViewMessages } from '../messages.ts'
import { copyLink } from './share-link.ts'
import { useResultBubble } from './use-result-bubble.tsx'

export interface PostMenuProps {
  /** The post for its link and views. */
  post: Pick<Post, 'totalViews'>
  /** Its address. Paths are relative to the page's origin. */
  href: string
  /** Address for editing it. Default: the viewer can't edit it. */
  editHref?: string | undefined
  /** Address for writing a response post. Default: not offered. */
  respondHref?: string | undefined
  /** Further actions of the viewer. Default: none. */
  items?: readonly MenuItem[] | undefined
  /** The viewer has saved it. Default false. */
  saved?: boolean | undefined
  /** Saves or unsaves it. Resolves to whether that succeeded, and never rejects. Default: it can't be saved here. */
  onSave?: ((save: boolean) => Promise<boolean>) | undefined
  /** Called after it was saved. Default: the menu says so. */
  onSaved?: (() => void) | undefined
  /** Called when the viewer wants a reminder of the saved post. Default: not offered. */
  onRemind?: (() => void) | undefined
}

/** The menu next to a post's title: editing, link, saving, and views. */
export function PostMenu(props: PostMenuProps) {
  const { post, href, editHref, respondHref, items = [], saved = false, onSave, onSaved, onRemind } = props
  const t = useTranslate(postViewMessages)
  const { bubble, say } = useResultBubble()
  const copy = async () => {
    const url = new URL(href, location.href).href
    say((await copyLink(url)) === 'copied' ? t('post.linkCopied') : t('post.linkNotCopied', { url }))
  }
  const editing = (to: string): MenuItem => ({
    id: 'edit',
    group: 'edit',
    label: t('post.edit'),
    icon: <EditIcon />,
    href: to,
  })
  const responding = (to: string): MenuItem => ({
    id: 'respond',
    group: 'keep',
    label: t('post.respond'),
    hint: t('post.respond.hint'),
    icon: <ReplyIcon />,
    href: to,
  })
  const saving = (save: (isSaved: boolean) => Promise<boolean>): MenuItem => ({
    id: 'save',
    group: 'keep',
    label: t(saved ? 'post.unsave' : 'post.save'),
    icon: <BookmarkIcon />,
    onSelect: () =>
      void save(!saved).then((isSuccess) => {
        if (!isSuccess) return
        if (!saved && onSaved) onSaved()
        else say(t(saved ? 'post.unsaved' : 'post.saved'))
      }),
  })
  return (
    <span className="stoa-post-menu">
      <Menu
        label={t('post.menu')}
        size="m"
        items={[
          ...(onSave ? [saving(onSave)] : []),
          ...(saved && onRemind
            ? [
                {
                  id: 'remind',
                  group: 'keep' as const,
                  label: t('post.remind'),
                  icon: <ClockIcon />,
                  onSelect: onRemind,
                },
              ]
            : []),
          { id: 'link', group: 'keep', label: t('post.copyLink'), icon: <LinkIcon />, onSelect: () => void copy() },
          ...(respondHref ? [responding(respondHref)] : []),
          ...(editHref ? [editing(editHref)] : []),
          ...items,
        ]}
        note={t('post.totalViews', { count: post.totalViews })}
      />
      {bubble}
    </span>
  )
}
