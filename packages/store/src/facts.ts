import type { EventName, EventOf, ReadingPosition, ViewerFacts } from '@stoa/contract'
import type { StoredPost } from './entities.ts'

/** A fact about the viewer and a post or comment. */
interface Fact<Value, Action extends string, Event extends EventName> {
  /** The action that changes it. */
  action: Action
  /** Its values by id in the response of `viewerFacts`. */
  valuesIn(facts: ViewerFacts): Record<string, Value>
  /** The event of a change on another page. */
  event: Event
  /** The value in the event; undefined: removed. */
  valueIn(event: EventOf<Event>): { id: string; value: Value | undefined }
  /** The post after another page has removed the fact. Default: unchanged. */
  afterRemoval?(post: StoredPost): StoredPost
}

const fact = <Value, Action extends string, Event extends EventName>(declaration: Fact<Value, Action, Event>) =>
  declaration

/** All kinds of facts. Each is a table of the state, by id of the post or comment, without those that lack the fact. */
export const facts = {
  /** The chosen reaction. */
  reactions: fact({
    action: 'react',
    valuesIn: ({ reactions }) => reactions,
    event: 'viewer.reacted',
    // The counts come with `reaction.changed`.
    valueIn: ({ entityId, reactionName }) => ({ id: entityId, value: reactionName || undefined }),
  }),
  /** The chosen option's index, by post id. */
  votes: fact({
    action: 'vote',
    valuesIn: ({ votes }) => mapValues(votes, ({ selectedOptionIndex }) => selectedOptionIndex),
    event: 'viewer.voted',
    valueIn: ({ postId, selectedOptionIndex: index }) => ({ id: postId, value: index < 0 ? undefined : index }),
    // Results that only voters see.
    afterRemoval: (post) => (post.pollSettings?.results === 'afterVote' ? { ...post, pollValues: null } : post),
  }),
  /** What the viewer has saved. */
  saves: fact({
    action: 'save',
    valuesIn: ({ saved }) => marks(saved),
    event: 'viewer.saved',
    valueIn: ({ entityId, saved }) => ({ id: entityId, value: saved || undefined }),
  }),
  /** Posts of whose comments the viewer is notified. */
  watches: fact({
    action: 'watchPost',
    valuesIn: ({ watched }) => marks(watched),
    event: 'viewer.watched',
    valueIn: ({ entityId, watched }) => ({ id: entityId, value: watched || undefined }),
  }),
  /** What the viewer has hidden for themselves. */
  hides: fact({
    action: 'hideForMe',
    valuesIn: ({ hiddenForMe }) => marks(hiddenForMe),
    event: 'viewer.hid',
    valueIn: ({ entityId, hidden }) => ({ id: entityId, value: hidden || undefined }),
  }),
  /** What the viewer has read of posts that they have opened before, by post id. */
  reads: fact({
    action: 'read',
    valuesIn: ({ reads = {} }) => reads,
    event: 'viewer.read',
    valueIn: ({ postId, until }): { id: string; value: ReadingPosition } => ({
      id: postId,
      value: { until, newComments: 0 },
    }),
  }),
}

export type FactName = keyof typeof facts
/** The actions that change facts. */
export type FactAction = (typeof facts)[FactName]['action']
/** The events that change facts. */
export type FactEvent = (typeof facts)[FactName]['event']
export type FactTables = { [Name in FactName]: ReturnType<(typeof facts)[Name]['valuesIn']> }
export const factNames = Object.keys(facts) as FactName[]
export const factEntries = Object.entries(facts) as unknown as [FactName, Fact<unknown, FactAction, FactEvent>][]

/** Facts that are lists of token names in `Me`. */
export const VIEWER_LISTS = ['joinedCommunities', 'hiddenCommunities'] as const

/** A table that marks these ids. */
export function marks(ids: readonly string[] = []): Record<string, true> {
  return Object.fromEntries(ids.map((id) => [id, true]))
}

function mapValues<From, To>(rows: Record<string, From>, change: (row: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, change(row)]))
}
