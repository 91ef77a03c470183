import { linkIn, WEB_ADDRESS } from '@stoa/comments'
import { postPath } from '@stoa/contract'
import { loadPost, type StoredPost } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useTranslate, useWritten } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { postAddressAt } from '../../shell/post-address.ts'

/** English texts of a linked post. */
const postCardMessages = {
  'postCard.about': '{author} · {count, plural, one {# comment} other {# comments}}',
} as const

/** What a post's address names it by. */
export interface PostLink {
  tokenName: string
  idOrSlug: string
}

/** The first link to a post of this forum in a text; null for none. */
export function postLinkIn(text: string, origin: string): PostLink | null {
  for (const [match] of text.matchAll(WEB_ADDRESS)) {
    const link = linkIn(match)
    const url = link && new URL(link.href)
    const address = url?.origin === origin ? postAddressAt(url.href, origin) : null
    if (address) return address
  }
  return null
}

/** A post of this forum to which a message links; nothing if it can't be read. */
export function PostCard({ text }: { text: string }) {
  const written = useWritten()
  const stoa = useStoa()
  const t = useTranslate(postCardMessages)
  const { origin } = useHostedApp()
  const { tokenName = '', idOrSlug = '' } = postLinkIn(text, origin) ?? {}
  const [post, setPost] = useState<StoredPost | null>(null)
  useEffect(() => {
    let isGone = false
    if (idOrSlug === '') return undefined
    loadPost(stoa, { tokenName, idOrSlug }).then(
      (loaded) => isGone || setPost(loaded),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [stoa, tokenName, idOrSlug])
  if (!post) return null
  return (
    <a className="stoa-talk-post" href={postPath(post)}>
      <b {...written(post.title)}>{post.title}</b>
      <small>
        {t('postCard.about', { author: post.publisherProfileName || post.publisherName, count: post.numComments })}
      </small>
    </a>
  )
}
