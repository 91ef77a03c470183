import type { ActivityAction } from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LoggedActivity } from '../activity-log/activity-log.ts'
import { foldText } from './fold-text.ts'
import { linksIn } from './links.ts'
import { checksRepository } from './repository.ts'
import { filterOf, type RuleStore } from './rules.ts'
import { type FilterLabel, type FilterModel, train, wordsOf } from './word-filter.ts'

/** The current text of a post or comment; null if it has none. */
export type ContentText = (about: { postId: string; commentId: string }, tx: Transaction) => Promise<string | null>

interface Dependencies extends Pick<Platform, 'database'> {
  ruleStore: RuleStore
  contentText: ContentText
}

/** What the filter learns from a decision. Null: an earlier lesson is undone. */
const LESSONS: Partial<Record<ActivityAction, FilterLabel | null>> = {
  commentApproved: 'kept',
  postApproved: 'kept',
  reportKept: 'kept',
  commentHidden: 'removed',
  postHidden: 'removed',
  postRefused: 'removed',
  commentRestored: null,
  commentReturned: null,
  postReturned: null,
  postRestored: null,
  reportReopened: null,
}

const RELEASES: ReadonlySet<ActivityAction> = new Set(['commentApproved', 'postApproved'])
/** Decisions that undo an approval. */
const RETURNS: ReadonlySet<ActivityAction> = new Set(['commentReturned', 'postReturned'])

/** Trains a community's filter with what its moderators keep and remove. Undone decisions are unlearned. */
export function createFilterTraining({ database, ruleStore, contentText }: Dependencies) {
  async function learn(tx: Transaction, decision: LoggedActivity, label: FilterLabel | null): Promise<void> {
    const { communityId, postId, commentId } = decision
    const entityId = commentId || postId
    const repository = checksRepository(tx.connection)
    const text = label === null ? null : await contentText({ postId, commentId }, tx)
    const words = text === null ? [] : wordsOf({ folded: foldText(text), links: linksIn(text) })
    const row = await repository.lock(communityId, database.dialect)
    let model: FilterModel = filterOf(row)
    const before = await repository.lesson(entityId)
    if (before) model = train(model, { words: JSON.parse(before.words) as string[], label: before.label, by: -1 })
    if (label === null || words.length === 0) {
      if (!before) return
      await repository.forgetLesson(entityId)
    } else {
      model = train(model, { words, label, by: 1 })
      await repository.replaceLesson({ entity_id: entityId, label, words: JSON.stringify(words) })
    }
    await repository.update(communityId, {
      filter: JSON.stringify(model),
      filter_revision: row.filter_revision + 1,
    })
    ruleStore.changed(tx, communityId)
  }

  return {
    /** Learns from decisions, in their transaction. */
    async follow(tx: Transaction, decisions: readonly LoggedActivity[]): Promise<void> {
      for (const decision of decisions) {
        const label = LESSONS[decision.action]
        const isContent = decision.commentId !== '' || decision.postId !== ''
        if (label === undefined || !isContent) continue
        const entityId = decision.commentId || decision.postId
        const repository = checksRepository(tx.connection)
        if (RELEASES.has(decision.action)) await repository.release(entityId)
        if (RETURNS.has(decision.action)) await repository.hold(entityId)
        await learn(tx, decision, label)
      }
    },
  }
}
