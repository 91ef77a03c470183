import { ConnectedComments } from '@stoa/comments'
import { isPublicPost } from '@stoa/contract'
import { ConnectedPoll } from '@stoa/poll'
import { ConnectedReactions } from '@stoa/reactions'
import { useActions, useCommunity, usePost, useStoa, useViewer, useWatch } from '@stoa/store/react'
import { ConnectedPostMenu } from './connected-post-menu.tsx'
import { PostView, type PostViewProps } from './post-view.tsx'

/** Props of `ConnectedPostView`: which post, and what `PostView` takes besides its data. */
export interface ConnectedPostViewProps
  extends Pick<PostViewProps, 'recommended' | 'postHref' | 'editHref' | 'authorHref' | 'flairHref' | 'onOpenResponse'> {
  /** A post whose own page was loaded (`loadPost` of the store). */
  postId: string
  /** The comments. Default: those of the store, under a post that everybody may read. */
  comments?: PostViewProps['comments']
  /** Told why a reaction, vote, save or decision was refused, after it was rolled back: show `alertFor(error)`. Default: nobody is told. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** A post of the store with its poll and reactions, kept live; nothing as long as its content is not loaded. */
export function ConnectedPostView({ postId, comments, onFailure, ...look }: ConnectedPostViewProps) {
  const { clock } = useStoa()
  const post = usePost(postId)
  const { approvePost } = useActions()
  const viewer = useViewer() ?? null
  const community = useCommunity(post?.tokenName ?? '')
  useWatch({ postIds: [postId] })
  if (post?.postContent === undefined) return null
  const thread = isPublicPost(post.status) && <ConnectedComments postId={postId} onFailure={onFailure} />
  return (
    <PostView
      {...look}
      post={{ ...post, postContent: post.postContent }}
      viewer={viewer}
      approvePosts={community?.approvePosts ?? false}
      now={clock()}
      renderMenu={(menu) => <ConnectedPostMenu {...{ postId, onFailure }} {...menu} />}
      onDecide={(approve) => approvePost({ postId, approve }).catch((error: unknown) => onFailure?.(error))}
      comments={comments === undefined ? thread : comments}
      reactions={<ConnectedReactions entityType="Post" entityId={postId} onFailure={onFailure} />}
      poll={
        <ConnectedPoll
          postId={postId}
          {...(look.authorHref ? { authorHref: look.authorHref } : {})}
          onFailure={onFailure}
        />
      }
    />
  )
}
