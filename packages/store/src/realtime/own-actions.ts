import type { EventOf } from '@stoa/contract'
import type { Stoa } from '../stoa.ts'
import { type Content, createContentSettler } from '../writes/content.ts'

/** What the viewer did on another page or device: the newest event by entity, since one that was held up may come late. */
function createNewest() {
  return new Map<string, string>()
}

/** Marks the option that the viewer has chosen elsewhere. */
export function ownVote(stoa: Stoa, event: EventOf<'viewer.voted'>): void {
  const { postId, selectedOptionIndex: vote } = event
  take(stoa, { event, id: postId, news: (content) => ({ ...withoutResults(content, vote), vote }) })
}

/** Marks the reaction that the viewer has chosen elsewhere. The counts are told to everybody. */
export function ownReaction(stoa: Stoa, event: EventOf<'viewer.reacted'>): void {
  const { entityId, reactionName: reaction } = event
  take(stoa, { event, id: entityId, news: (content) => ({ ...content, reaction }) })
}

function take(
  stoa: Stoa,
  about: { event: { id: string; userId: string }; id: string; news: (content: Content) => Content },
): void {
  const { event, id, news } = about
  const newest = stoa.part(createNewest)
  if (event.userId !== stoa.state.getState().viewer?.id || event.id <= (newest.get(id) ?? '')) return
  newest.set(id, event.id)
  stoa.part(createContentSettler).receive(id, news, { isOwn: true })
}

/** Results that only the vote had opened close with it. */
function withoutResults(content: Content, vote: number): Content {
  if (vote >= 0 || content.post?.pollSettings?.results !== 'afterVote') return content
  return { ...content, post: { ...content.post, pollValues: null } }
}
