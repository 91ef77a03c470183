import { type CallParsedInput, PostStatus } from '@stoa/contract'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { PollService } from '../../polls/index.ts'
import { ownPartsAfter, ownPartsOf } from '../drafts/own-parts.ts'
import type { PostReader } from '../reader.ts'
import { postRepository } from '../repository.ts'
import { keptText, type SentText, sentText } from './checked-text.ts'

/** The texts of posts for the checks before publication; null if there is nothing to check. */
export function createScoredTexts({
  database,
  polls,
  reader,
}: Pick<Platform, 'database'> & { polls: Pick<PollService, 'ofPosts'>; reader: Pick<PostReader, 'factsById'> }) {
  /** The text of a new post. */
  const textOfNew = (input: SentText & { saveAsDraft?: boolean | undefined }) =>
    input.saveAsDraft ? null : sentText(input)

  return {
    textOfNew,
    /** The new text of a post. `saveAsDraft` turns an unpublished post back into a draft. What is omitted is kept. */
    async textOfEdit(input: CallParsedInput<'postEdit'>): Promise<string | null> {
      const { postId } = input
      const facts = input.saveAsDraft ? (await reader.factsById([postId], null)).get(postId) : undefined
      const poll = input.pollOptions === undefined ? (await polls.ofPosts([postId])).get(postId) : undefined
      const row =
        input.excerpt === undefined || input.slugUrl === undefined
          ? await postRepository(database.read).byId(postId)
          : undefined
      const { excerpt, slug: slugUrl } = ownPartsAfter(input, row && ownPartsOf(row))
      const saveAsDraft = facts && facts.status !== PostStatus.draft ? false : input.saveAsDraft
      return textOfNew({ ...input, excerpt, slugUrl, saveAsDraft, pollOptions: input.pollOptions ?? poll?.pollOptions })
    },
    /** The text of a stored post. Null if there is none. */
    async textOf(postId: string, tx?: Transaction): Promise<string | null> {
      const row = await postRepository(database.from(tx)).byId(postId)
      if (!row) return null
      const poll = (await polls.ofPosts([postId], tx)).get(postId)
      return keptText(row, poll?.pollOptions)
    },
  }
}
