import { isPublicPost, type WebhookEvent } from '@stoa/contract'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import { type AccountService, shownPerson } from '../../people/accounts/index.ts'
import type { DeliveryRow } from './repository.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'profilesById'>
  posts: Pick<PostService, 'summariesById'>
  comments: Pick<CommentService, 'publicById'>
}

export const TEST = 'webhook.test'

/** What may be told of each kind of event, by what is visible when it is sent. */
export const TOLD_OF: Readonly<Record<string, readonly WebhookEvent[]>> = {
  'post.created': ['post.published'],
  'post.changed': ['post.changed', 'post.removed'],
  'comment.created': ['comment.created'],
  'comment.updated': ['comment.changed', 'comment.removed'],
  'report.created': ['report.created'],
  'member.joined': ['member.joined'],
}

/** What a delivery tells. */
interface Told {
  event: string
  data: object
}

/** Composes deliveries of what everybody sees when they are sent: they never hold what was hidden or erased since. */
export function createPayloads({ accounts, posts, comments }: Dependencies) {
  async function aboutPost({ source, post_id: postId, token_name: tokenName }: DeliveryRow): Promise<Told> {
    const post = (await posts.summariesById([postId])).get(postId)
    if (!post || !isPublicPost(post.status)) return { event: 'post.removed', data: { postId, tokenName } }
    return { event: source === 'post.created' ? 'post.published' : 'post.changed', data: { postId, tokenName, post } }
  }

  async function aboutComment(row: DeliveryRow): Promise<Told> {
    const { source, post_id: postId, comment_id: commentId, token_name: tokenName } = row
    const ids = { postId, commentId, tokenName }
    const [post, comment] = [
      (await posts.summariesById([postId])).get(postId),
      (await comments.publicById([commentId])).get(commentId),
    ]
    const isPublic = post && isPublicPost(post.status) && comment && comment.content !== null
    if (!isPublic) return { event: 'comment.removed', data: ids }
    return { event: source === 'comment.created' ? source : 'comment.changed', data: { ...ids, comment } }
  }

  async function aboutMember({ person_id: userId, token_name: tokenName }: DeliveryRow): Promise<Told | null> {
    const person = (await accounts.profilesById([userId])).get(userId)
    if (!person || person.deleted) return null
    return { event: 'member.joined', data: { tokenName, member: shownPerson(person) } }
  }

  function aboutReport(row: DeliveryRow): Told {
    const { report_id: reportId, token_name: tokenName, post_id: postId, comment_id: commentId } = row
    return {
      event: 'report.created',
      data: { reportId, tokenName, ...(postId && { postId }), ...(commentId && { commentId }) },
    }
  }

  async function toldBy(row: DeliveryRow): Promise<Told | null> {
    if (row.source === TEST) return { event: TEST, data: {} }
    if (row.source === 'report.created') return aboutReport(row)
    if (row.source === 'member.joined') return aboutMember(row)
    return row.comment_id === '' ? aboutPost(row) : aboutComment(row)
  }

  return {
    /** The body of a delivery, and what it tells; null: nothing that the webhook wants to know is left. */
    async compose(row: DeliveryRow, wanted: readonly string[]): Promise<{ event: string; body: Buffer } | null> {
      const told = await toldBy(row)
      if (!told) return null
      const { event, data } = told
      const isMeant = TOLD_OF[row.source]?.includes(event as WebhookEvent) && wanted.includes(event)
      if (event !== TEST && !isMeant) return null
      const timestamp = new Date(Number(row.happened_at)).toISOString()
      // The event's id grows with time: of two deliveries about the same, that with the greater one is newer.
      const message = { type: event, timestamp, id: row.id, eventId: row.event_id, data }
      return { event, body: Buffer.from(JSON.stringify(message)) }
    },
  }
}

export type Payloads = ReturnType<typeof createPayloads>
