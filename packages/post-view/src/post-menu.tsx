import type { Post } from '@stoa/contract'
import { EyeIcon, LinkIcon, Menu, useTranslate } from '@stoa/ui'
import { postViewMessages } from './messages.ts'
import { copyLink } from './share-link.ts'
import { useSaid } from './use-said.tsx'

export interface PostMenuProps {
  /** Whose link and views. */
  post: Pick<Post, 'totalViews'>
  /** Its address; a path counts from the page's origin. */
  href: string
}

/** The menu beside a post's title: its permanent link, and how often it was seen. */
export function PostMenu({ post, href }: PostMenuProps) {
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
          { id: 'link', label: t('post.copyLink'), icon: <LinkIcon />, onSelect: () => void copy() },
          // A fact and no action: shown, not to be chosen.
          { id: 'views', label: views, icon: <EyeIcon />, disabled: true, onSelect: () => undefined },
        ]}
      />
      {bubble}
    </span>
  )
}
