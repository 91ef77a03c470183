import { type Community, canCreatePost, canPublishType } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { emptyPoll, type PostForm } from './post-form.ts'
import type { ComposedPost } from './use-composed-post.ts'

export type PostKinds = ReturnType<typeof usePostKinds>

/** What kinds of posts the community takes from the author. */
export function usePostKinds({ draft, viewer, isDraft, isResponse }: ComposedPost, community: Community) {
  const { clock } = useStoa()
  const { form } = draft
  const { postTypes, tokenName } = community
  const takes = (part: Partial<Pick<PostForm, 'kind' | 'poll'>>) => {
    const { kind, poll } = { ...form, ...part }
    return canPublishType(postTypes, { kind, isResponse, hasPoll: poll !== null }).allowed
  }
  const isRefused = isDraft && !takes({})
  return {
    takes,
    /** The author may write a story. */
    mayTell:
      takes({ kind: 'story', poll: null }) && canCreatePost(viewer, { tokenName, kind: 'story' }, clock()).allowed,
    takesPolls: postTypes.includes('poll'),
    /** The community doesn't take the post as it is. */
    isRefused,
    /** It would with a poll. */
    lacksPoll: isRefused && !form.poll && takes({ poll: emptyPoll }),
  }
}
