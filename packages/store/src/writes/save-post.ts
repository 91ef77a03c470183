import type { CallInput, Post } from '@stoa/contract'
import type { Stoa } from '../stoa.ts'
import { putRows } from '../tables.ts'
import { takeConflict } from '../take-conflict.ts'
import { withIntent } from './with-intent.ts'

/** A post as it was written. */
export interface WrittenPost {
  /** Title, blocks, topic and poll; `saveAsDraft` keeps it from being published. A poll that is null is taken away. */
  post: Omit<CallInput<'postEdit'>, 'postId' | 'revision'>
  /** Which post is changed, and the `revision` that the changes are based on. Default: a new one is made. */
  edited?: Pick<CallInput<'postEdit'>, 'postId' | 'revision'>
  /** The same for the same content, so that trying again can't post twice. */
  idempotencyKey: string
  /** The server has it; also after signing in or joining on the way. */
  onSaved(post: Post): void
}

/** Makes or changes a post. After a conflict (`EDIT_CONFLICT`) the state holds the post as it stands there now. */
export function savePost(stoa: Stoa, { post, edited, idempotencyKey, onSaved }: WrittenPost): Promise<void> {
  async function run() {
    try {
      const saved = await send()
      putRows(stoa, { posts: { [saved.id]: saved } })
      onSaved(saved)
    } catch (error) {
      takeConflict(stoa, error)
      throw error
    }
  }

  async function send(): Promise<Post> {
    const options = { idempotencyKey }
    if (edited) return (await stoa.client.call('postEdit', { ...post, ...edited }, options)).post
    const { pollOptions, ...rest } = post
    const input = pollOptions ? { ...rest, pollOptions } : rest
    return (await stoa.client.call('postCreate', input, options)).post
  }

  return withIntent(stoa, { action: edited ? 'edit' : 'post', tokenName: post.tokenName, run })
}
