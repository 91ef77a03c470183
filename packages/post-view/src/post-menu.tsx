import type { Post } from '@stoa/contract'
import { EditIcon, EyeIcon, LinkIcon, Menu, useTranslate } from '@stoa/ui'
import { postViewMessages } from './messages.ts'
import { copyLink } from './share-link.ts'
import { useSaid } from './use-said.tsx'

export interface PostMenuProps {
  /** Whose link and views. */
  post: Pick<Post, 'totalViews'>
  /** Its address; a path counts from the page's origin. */
  href: string
  /** Address where it is changed; null where the viewer may not. */
  editHref: string | null
}

/** The menu beside a post's title: changing it, its permanent link, and how often it was seen. */
export function PostMenu({ post, href, editHref }: PostMenuProps) {
  const t = useTranslate(postViewMessages)
  const { bubble, say } = useSaid()
  const copy = async () => {
    const url = new URL(href, location.href).href
    say((await copyLink(url)) === 'copied' ? t('post.linkCopied') : t('post.linkNotCopied', { url }))
  }
  const views = t('post.totalViews', { count: post.totalViews })
  return (
    <span className="stoa-post-menu">
      <Menu
        label={t('post.menu')}
        size="m"
        items={[
          ...(editHref === null ? [] : [{ id: 'edit', label: t('post.edit'), icon: <EditIcon />, href: editHref }]),
          { id: 'link', label: t('post.copyLink'), icon: <LinkIcon />, onSelect: () => void copy() },
          // A fact and no action: shown, not to be chosen.
          { id: 'views', label: views, icon: <EyeIcon />, disabled: true },
        ]}
      />
      {bubble}
    </span>
  )
}
