import { ConnectedComments } from '@stoa/comments'
import { communityPath } from '@stoa/contract'
import { ConnectedRecommendedPosts } from '@stoa/post-feed'
import { ConnectedPostView } from '@stoa/post-view'
import { usePost, useStoa } from '@stoa/store/react'
import { useEffect } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { threadPath } from '../../paths.ts'
import { useAlert } from '../../shell/alerts.tsx'
import type { PostData } from './post-loader.ts'

/** A post with its conversation, or one comment of it with its surroundings. */
export function PostScreen() {
  const { postId, sort, commentId } = useLoaderData() as PostData
  const stoa = useStoa()
  const alert = useAlert()
  const navigate = useNavigate()
  const post = usePost(postId)
  useEffect(() => {
    // A view that can't be counted is no reason to bother the reader.
    stoa.client.call('postView', { postId }).catch(() => {})
  }, [stoa, postId])
  if (!post) return null
  return (
    <>
      <p className="stoa-app-where">
        <a href={communityPath(post.tokenName)} dir="auto">
          {post.communityTitle}
        </a>
      </p>
      <ConnectedPostView
        postId={postId}
        onFailure={alert}
        recommended={<ConnectedRecommendedPosts tokenName={post.tokenName} exceptPostId={postId} />}
        comments={
          <ConnectedComments
            key={`${postId} ${commentId}`}
            postId={postId}
            sort={sort}
            onSort={(next) => void navigate(threadPath(post, next), { preventScrollReset: true })}
            commentId={commentId ?? undefined}
            allowAnonymous
            pageKeys
            onFailure={alert}
          />
        }
      />
    </>
  )
}
