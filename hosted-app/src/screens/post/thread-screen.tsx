import { communityPath, postPath } from '@stoa/contract'
import { PostCard } from '@stoa/post-feed'
import { StoredPostView } from '@stoa/post-view'
import { usePost, useStoaState } from '@stoa/store/react'
import { ButtonLink, ChevronStartIcon, CommentIcon, useTranslate, Written } from '@stoa/ui'
import { useLoaderData } from 'react-router'
import { Gone } from '../../shell/not-found.tsx'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { useReminding } from '../../shell/use-reminding.tsx'
import { useTips } from '../../shell/use-tips.tsx'
import { responseMessages } from './messages.ts'
import { Responses } from './responses.tsx'
import type { ThreadData } from './thread-loader.ts'
import { useDeletedExit } from './use-exit-after-deletion.ts'

/** A post between the posts that it responds to and its responses. */
export function ThreadScreen() {
  const t = useTranslate(responseMessages)
  const { postId, ids } = useLoaderData() as ThreadData
  const post = usePost(postId)
  const alert = useErrorToast()
  const onDeleted = useDeletedExit(postId)
  const reminding = useReminding()
  const { afterReactions } = useTips({ postId })
  // Deleted or hidden while it was open.
  if (!post) return <Gone />
  const at = ids.indexOf(postId)
  const end = ids.at(-1) ?? postId
  return (
    <>
      <p className="stoa-app-where">
        <a href={communityPath(post)}>
          <ChevronStartIcon size={16} /> <Written>{post.communityTitle}</Written>
        </a>
      </p>
      <Chain ids={ids.slice(0, at)} end={end} label={t('thread.above')} />
      <div className="stoa-app-thread-post">
        <StoredPostView
          postId={postId}
          onFailure={alert}
          onDeleted={onDeleted}
          {...reminding.ofPost(postId)}
          afterReactions={afterReactions}
          comments={null}
        />
        <ButtonLink href={`${postPath(post)}#comments`} icon={<CommentIcon />}>
          {t('response.comments', { count: post.numComments })}
        </ButtonLink>
      </div>
      <Chain ids={ids.slice(at + 1)} end={end} label={t('thread.below')} />
      <Responses key={postId} post={post} showEmpty />
      {reminding.dialog}
    </>
  )
}

/** Posts of a thread, each responding to the previous one, with links to their places in the thread. */
function Chain({ ids, end, label }: { ids: ThreadData['ids']; end: string; label: string }) {
  const t = useTranslate(responseMessages)
  const posts = useStoaState((state) => state.posts)
  if (ids.length === 0) return null
  return (
    <ol className="stoa-feed-list stoa-app-chain" aria-label={label}>
      {ids.map((id, index) => {
        const post = id === null ? undefined : posts[id]
        return (
          <li key={id ?? index}>
            {post ? (
              <PostCard post={post} postHref={() => `/bbs/thread/${end}/${post.id}`} />
            ) : (
              <p className="stoa-app-muted">{t('thread.unseen')}</p>
            )}
          </li>
        )
      })}
    </ol>
  )
}
