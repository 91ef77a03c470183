import { ConnectedComments } from '@stoa/comments'
import { ConnectedPostView } from '@stoa/post-view'

export interface PostPageProps {
  postId: string
  onFailure: (error: unknown) => void
}

/** A post of the community, with its poll and reactions; visitors may comment without a name. */
export function PostPage({ postId, onFailure }: PostPageProps) {
  return (
    <main>
      <ConnectedPostView
        postId={postId}
        postHref={({ id }) => `?post=${id}`}
        comments={<ConnectedComments postId={postId} onFailure={onFailure} allowAnonymous />}
        onFailure={onFailure}
      />
    </main>
  )
}
