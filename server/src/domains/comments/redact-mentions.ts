import { setImmediate } from 'node:timers/promises'
import { CommentStatus, type Mention } from '@stoa/contract'
import { rooms } from '../../platform/events/events.ts'
import { withoutMention } from '../accounts/usernames.ts'
import { commentRepository, mentionRepository } from './repository.ts'
import type { CommentWriterDependencies } from './writer.ts'

/** Comments looked at by one query: for a few thousand nobody waits. */
const AT_ONCE = 2000

/** Takes people who have left out of what others wrote. */
export function createMentionRedactor({ database, events, posts, loadContext }: CommentWriterDependencies) {
  async function unname(id: string, userId: string): Promise<void> {
    await database.transaction(async (tx) => {
      const row = await commentRepository(tx.connection).locked(id, database.dialect)
      if (!row) return
      const all = JSON.parse(row.mentions) as Mention[]
      const usernames = all.filter((mention) => mention.userId === userId).map(({ username }) => username)
      const without = (text: string) => usernames.reduce(withoutMention, text)
      const change = {
        content: without(row.content),
        mentions: JSON.stringify(all.filter((mention) => mention.userId !== userId)),
      }
      await mentionRepository(tx.connection).rewrite(id, { ...change, revised: without })
      Object.assign(row, change)
      if (row.status !== CommentStatus.published) return
      const { show } = await loadContext([row], tx)
      const { numComments } = await posts.facts(row.post_id, null, tx)
      const payload = { postId: row.post_id, comment: show(row), numComments }
      events.publish(tx, { name: 'comment.updated', room: rooms.post(row.post_id), payload })
    })
  }

  return {
    /** Goes through all comments, and leaves no name of this person in those that mention them. */
    async redactMentions(userId: string): Promise<void> {
      for (let after = ''; ; ) {
        const repository = mentionRepository(database.read)
        const last = await repository.idAfter(after, AT_ONCE)
        for (const id of await repository.mentioning(userId, { after, last })) await unname(id, userId)
        if (last === undefined) return
        after = last
        // The driver of SQLite is synchronous: between two looks it is everybody else's turn.
        await setImmediate()
      }
    },
  }
}
