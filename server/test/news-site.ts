import { expect } from 'vitest'
import { startTestApp } from './harness.ts'
import { seedCommunity } from './seed-community.ts'

/** Address of a page on the registered site. */
export const at = (path: string): string => `https://news.example${path}`

/** People who discuss articles of a site registered for FORUM. */
export type NewsSite = Awaited<ReturnType<typeof startNewsSite>>

/** Starts an application with FORUM, four members, and a site with articles they discuss. */
export async function startNewsSite() {
  const stoa = await startTestApp()
  const { partnerOrigins } = stoa.app.services
  const id = await seedCommunity(stoa)
  await partnerOrigins.register(id, at(''))
  const members: { id: string; token: string }[] = []
  for (let index = 0; index < 4; index += 1) members.push(await stoa.member(`reader_${index}`, { join: ['FORUM'] }))

  /** A member's access token, as an option for calls. */
  const token = (member: number) => ({ token: members[member]!.token })

  return {
    stoa,
    token,
    /** Comments a millisecond after the previous comment, by default as the first member. */
    async say(path: string, content: string, about: { member?: number; id?: string; replyTo?: string } = {}) {
      const { member = 0, replyTo } = about
      stoa.clock.advance(1)
      const input = {
        tokenName: 'FORUM',
        article: { url: at(path), ...(about.id ? { id: about.id } : {}) },
        content,
        ...(replyTo ? { replyToCommentId: replyTo } : {}),
      }
      const { body } = await stoa.call('commentCreate', input, token(member))
      expect(body.code).toBeUndefined()
      return body.payload.comment
    },
    react: (path: string, member: number, reactionName: 'thumb-up' | 'thumb-down' | '') =>
      stoa.call(
        'postReaction',
        { tokenName: 'FORUM', article: { url: at(path) }, entityType: 'Post', reactionName },
        token(member),
      ),
    /** A page's thread, oldest first, with all texts; bypasses caches. */
    async thread(path: string, articleId?: string) {
      stoa.clock.advance(2000)
      const query = { community: 'FORUM', url: at(path), sort: 'old' as const, ...(articleId ? { id: articleId } : {}) }
      const { post, comments } = (await stoa.call('articleThread', query)).body.payload
      const texts = comments.items.flatMap((item) => [item.content, ...item.replies.items.map((one) => one.content)])
      return { post, comments, texts }
    },
    async close() {
      await stoa.app.background.settled()
      await stoa.close()
    },
  }
}
