import { setImmediate } from 'node:timers/promises'
import { CommentStatus, type Mention } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { withoutMentions } from '../../people/accounts/index.ts'
import { commentRepository, type MentionedPerson, mentionRepository } from './repository.ts'
import type { CommentWriterDependencies } from './writer.ts'

/** Comments per query, so that others needn't wait long. */
const AT_ONCE = 2000

type OnRewritten = (tx: Transaction, commentId: string) => Promise<void>

/** Redacts mentions of people who have left. */
export function createMentionRedactor({ database, events, posts, loadContext }: CommentWriterDependencies) {
  async function unname(id: string, { userId, unnaming }: MentionedPerson, onRewritten: OnRewritten): Promise<void> {
    await database.transaction(async (tx) => {
      const row = await commentRepository(tx.connection).locked(id, database.dialect)
      if (!row) return
      const all = JSON.parse(row.mentions) as Mention[]
      const usernames = all.filter((mention) => mention.userId === userId).map(({ username }) => username)
      const without = (text: string) => withoutMentions(unnaming.without(text), usernames)
      const change = {
        content: without(row.content),
        mentions: JSON.stringify(all.filter((mention) => mention.userId !== userId)),
      }
      await mentionRepository(tx.connection).rewrite(id, { ...change, revised: without })
      await onRewritten(tx, id)
      Object.assign(row, change)
      if (row.status !== CommentStatus.published) return
      const { show } = await loadContext([row], tx)
      const { numComments } = await posts.facts(row.post_id, null, tx)
      const payload = { postId: row.post_id, comment: show(row), numComments }
      events.publish(tx, { name: 'comment.updated', payload })
    })
  }

  return {
    /**
     * Goes through all comments and their former texts and redacts every mention of this person. `onRewritten` works in
     * the transaction of each changed comment.
     */
    async redactMentions(person: MentionedPerson, onRewritten: OnRewritten): Promise<void> {
      for (let after = ''; ; ) {
        const repository = mentionRepository(database.read)
        const last = await repository.idAfter(after, AT_ONCE)
        for (const id of await repository.mentioning(person, { after, last })) await unname(id, person, onRewritten)
        if (last === undefined) return
        after = last
        // The SQLite driver is synchronous, so other work gets its turn between batches.
        await setImmediate()
      }
    },
  }
}
