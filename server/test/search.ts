import type { CallInput, CallName } from '@stoa/contract'
import { expect } from 'vitest'
import type { Forum } from './forum.ts'

type Person = { id: string; token: string }
type SearchName = Extract<CallName, 'searchPosts' | 'searchComments' | 'searchUsers' | 'searchCommunities'>
type About = Partial<CallInput<'searchPosts'>> & { by?: Person | null }

/** The content of a post: a paragraph, then other blocks. */
export const paragraph = (text: string, more: object[] = []) =>
  JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }, ...more] })

/** What tests of search do on the running forum: writing, changing rows, indexing and searching. */
export function searchOf(running: () => Forum) {
  /** Publishes a post in FORUM and returns its id. */
  async function write(
    title: string,
    {
      text = 'Nothing else.',
      by = running().ada,
      blocks = [],
      ...more
    }: { text?: string; by?: Person; blocks?: object[]; pollOptions?: string[] } = {},
  ): Promise<string> {
    running().stoa.clock.advance(2000)
    const input = { tokenName: 'FORUM', title, postContent: paragraph(text, blocks), ...more }
    const { body } = await running().stoa.call('postCreate', input, { token: by.token })
    expect([body.status, body.code]).toEqual(['success', undefined])
    return body.payload.post.id
  }

  const index = () => running().stoa.app.services.searchIndex
  const change = (table: string, id: string, values: object) =>
    running().stoa.database.transaction(({ connection }) => connection(table).where({ id }).update(values))

  async function search<Name extends SearchName>(name: Name, query: string, { by = null, ...input }: About = {}) {
    await index().settle()
    const { body, status } = await running().stoa.call(
      name,
      { query, ...input } as never,
      by ? { token: by.token } : {},
    )
    expect(status).toBe(200)
    return body.payload
  }
  const posts = async (query: string, about?: About) =>
    (await search('searchPosts', query, about)).items.map(({ post }) => post.id)
  const comments = async (query: string, about?: About) =>
    (await search('searchComments', query, about)).items.map(({ comment }) => comment.id)
  const people = async (query: string, about?: About) =>
    (await search('searchUsers', query, about)).items.map(({ user }) => user.username)
  /** Access tokens are good for minutes, and the clock goes on. */
  async function renewTokens(): Promise<void> {
    const { ada, bea, cem, moderator, admin, stoa } = running()
    for (const person of [ada, bea, cem, moderator, admin]) {
      const { signedIn } = await stoa.app.services.sessions.begin({ userId: person.id, site: '', lasting: true })
      person.token = signedIn.accessToken
    }
  }
  async function counts(query: string, by: Person | null = null) {
    await renewTokens()
    return (await running().stoa.call('searchCounts', { query }, by ? { token: by.token } : {})).body.payload
  }

  return { write, index, change, search, posts, comments, people, counts, renewTokens }
}
