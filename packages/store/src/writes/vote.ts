import type { Stoa } from '../stoa.ts'
import { type Content, createContentSettler } from './content.ts'
import { withIntent } from './with-intent.ts'

/** Votes in a post's poll; the option that is chosen already is taken back. */
export function vote(stoa: Stoa, { postId, optionIndex }: { postId: string; optionIndex: number }): Promise<void> {
  const { posts, votes } = stoa.state.getState()
  const wanted = votes[postId] === optionIndex ? -1 : optionIndex
  return withIntent(stoa, {
    action: 'vote',
    again: { action: 'vote', change: { postId, optionIndex } },
    tokenName: posts[postId]?.tokenName ?? '',
    run: () => setVote(stoa, postId, wanted),
  })
}

function setVote(stoa: Stoa, postId: string, wanted: number): Promise<void> {
  return stoa.part(createContentSettler).submit(postId, {
    kind: 'vote',
    apply: (content) => withVote(content, wanted),
    isDone: (content) => content.vote === wanted,
    async send() {
      const answer = await stoa.client.call('postVote', { postId, selectedOptionIndex: wanted })
      const { pollValues, pollTotalVoters } = answer.post
      return (content) => ({
        ...content,
        vote: answer.selectedOptionIndex,
        post: content.post && { ...content.post, pollValues, pollTotalVoters },
      })
    },
  })
}

function withVote(content: Content, wanted: number): Content {
  const { post, vote: before } = content
  if (!post || before === wanted) return content
  const step = Number(wanted >= 0) - Number(before >= 0)
  const pollValues = post.pollValues?.map((value, index) => ({
    ...value,
    count: Math.max(0, value.count + Number(index === wanted) - Number(index === before)),
  }))
  return {
    ...content,
    vote: wanted,
    post: { ...post, pollValues: pollValues ?? null, pollTotalVoters: Math.max(0, post.pollTotalVoters + step) },
  }
}
