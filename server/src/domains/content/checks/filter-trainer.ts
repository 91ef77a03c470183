import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ACTION_TRAITS, type LoggedActivity } from '../activity-log/index.ts'
import { foldText } from './fold-text.ts'
import { linksIn } from './links.ts'
import { checksRepository } from './repository.ts'
import { filterOf, type RuleStore } from './rules.ts'
import { type FilterLabel, type FilterModel, train, wordsOf } from './word-filter.ts'

/** The current text of a post or comment; null if it has none. */
export type ContentText = (about: { postId: string; commentId: string }, tx: Transaction) => Promise<string | null>

/** What a decision teaches. Without a label, former lessons about its content are forgotten. */
interface Lesson {
  decision: LoggedActivity
  label: FilterLabel | null
  text: string | null
}

interface Dependencies extends Pick<Platform, 'database'> {
  ruleStore: RuleStore
}

/** Words to learn. Usernames aren't among them, because nothing could find them again when an account is deleted. */
function wordsIn(text: string): string[] {
  return wordsOf({ folded: foldText(text.replaceAll(/@[A-Za-z0-9_]+/g, ' ')), links: linksIn(text) })
}

/** Trains a community's filter with what its moderators keep and remove. Undone decisions are unlearned. */
export function createFilterTraining({ database, ruleStore }: Dependencies) {
  async function learn(tx: Transaction, { decision, label, text }: Lesson): Promise<void> {
    const { communityId, postId, commentId } = decision
    const entityId = commentId || postId
    const repository = checksRepository(tx.connection)
    const words = text === null ? [] : wordsIn(text)
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
    async follow(tx: Transaction, decisions: readonly LoggedActivity[], contentText: ContentText): Promise<void> {
      for (const decision of decisions) {
        const { lesson, approval } = ACTION_TRAITS[decision.action]
        const isContent = decision.commentId !== '' || decision.postId !== ''
        if (lesson === undefined || !isContent) continue
        const entityId = decision.commentId || decision.postId
        const repository = checksRepository(tx.connection)
        if (approval === 'given') await repository.release(entityId)
        if (approval === 'withdrawn') await repository.hold(entityId)
        const label = lesson === 'forget' ? null : lesson
        const text = label === null ? null : await contentText(decision, tx)
        await learn(tx, { decision, label, text })
      }
    },
  }
}
