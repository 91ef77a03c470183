import { PAGE_SIZE, type User } from '@stoa/contract'
import { useList, useStoaState } from '@stoa/store/react'
import { ButtonLink, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { AuthorComment, AuthorPost } from './author-item.tsx'
import { authorLists, authorTabPath } from './author-loader.ts'
import { authorMessages } from './messages.ts'

/** An author's latest posts and comments together, with links to all of each. */
export function AuthorActivity({ user, empty }: { user: User; empty: ReactNode }) {
  const t = useTranslate(authorMessages)
  const lists = authorLists(user.id)
  const posts = useList(lists.posts)
  const comments = useList(lists.comments)
  const knownPosts = useStoaState((state) => state.posts)
  const knownComments = useStoaState((state) => state.comments)
  const hides = useStoaState((state) => state.hides)
  const items = [
    ...posts.ids.flatMap((id) => knownPosts[id] ?? []),
    ...comments.ids.flatMap((id) => knownComments[id] ?? []),
  ]
    .filter(({ id }) => !(id in hides))
    .sort((one, other) => other.createdAt - one.createdAt)
  // At most one page, which each list has loaded: later items may be older than ones that aren't loaded yet.
  const newest = items.slice(0, PAGE_SIZE)
  const isMore = items.length > newest.length || posts.hasMore || comments.hasMore
  if (newest.length === 0) return empty
  return (
    <>
      <ul className="stoa-app-list stoa-app-written">
        {newest.map((item) =>
          'slugUrl' in item ? <AuthorPost key={item.id} post={item} /> : <AuthorComment key={item.id} id={item.id} />,
        )}
      </ul>
      {isMore && (
        <div className="stoa-app-ways">
          <ButtonLink href={authorTabPath(user.slugUrl, 'published')}>{t('author.activity.posts')}</ButtonLink>
          <ButtonLink href={authorTabPath(user.slugUrl, 'comments')}>{t('author.activity.comments')}</ButtonLink>
        </div>
      )}
    </>
  )
}
