import {
  BLOCK_TEXT_MAX_LENGTH,
  COMMENT_MAX_LENGTH,
  DISPLAY_NAME_MAX_LENGTH,
  onOneLine,
  POLL_MAX_OPTIONS,
  POLL_OPTION_MAX_LENGTH,
  POST_TITLE_MAX_LENGTH,
  postPath,
} from '@stoa/contract'
import { inParallel } from '../in-parallel.ts'
import type { InProcess, Member } from '../in-process.ts'
import { post } from '../member.ts'
import { watchProgress } from '../progress.ts'
import { storedPart } from './texts.ts'

const AT_ONCE = 8
const POSTS_IN_COMMUNITY = 100
/** All of them are also the paragraphs of one post, whose length is limited. */
const TEXTS_ON_PAGE = 40
/** Id of the article on the page with that index. */
const threadArticle = (index: number) => `hostile-${index}`
const pollArticle = (index: number, poll: number) => `hostile-${index}-poll-${poll}`

/** A post with its expected texts. */
export interface HostilePost {
  id: string
  path: string
  tokenName: string
  title: string
  /** The author's displayed name. */
  author: string
  options: string[]
  paragraphs: string[]
}

/** A comment with its expected text. */
export interface HostileComment {
  id: string
  text: string
  author: string
  parentId: string | null
}

/** Comments and replies under one post or article. */
export interface HostileThread {
  /** Path of the post's page; null for a partner's article. */
  path: string | null
  postId: string
  comments: HostileComment[]
}

/** A poll in a partner's article. */
export interface HostilePoll {
  articleId: string
  options: string[]
}

export interface Hostile {
  /** Every text as title, poll option, paragraph and author's name of one post. */
  posts: HostilePost[]
  /** Communities with a feed of these posts. */
  tokenNames: string[]
  /** Every text as a member's name. */
  names: { username: string; name: string }[]
  /** Every text as a comment and as a reply, in the forum. */
  threads: HostileThread[]
  /** The same under articles, by index. */
  articles: HostileThread[]
  /** Every text as an option of a poll in an article, by the article's index. */
  articlePolls: HostilePoll[][]
  /** Token name of the community with threads and articles. */
  threadsTokenName: string
  /** Access token of a member of that community. */
  token: string
}

interface WriteOptions {
  stoa: InProcess
  url: string
  texts: string[]
  /** Address of an article on the partner's site. */
  articleUrl: (index: number) => string
}

/** Sends every text to every field where people write, through public calls. */
export async function writeHostile({ stoa, url, texts, articleUrl }: WriteOptions): Promise<Hostile> {
  const { communities, partnerOrigins, memberships } = stoa.app.services
  const hostile: Hostile = {
    posts: [],
    tokenNames: [],
    threads: [],
    articles: [],
    articlePolls: [],
    names: [],
    threadsTokenName: '',
    token: '',
  }
  const newCommunity = async (index: number) => {
    const tokenName = `HOST${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`
    const urlSlug = tokenName.toLowerCase()
    const id = await communities.create({ tokenName, title: tokenName, urlSlug, about: '', creatorId: '' })
    // By default, texts of new members with several links are held.
    const rules = JSON.stringify({ newcomerLinks: { days: 0, links: 0, action: 'hold' }, holdFrom: null })
    await stoa.database.transaction(({ connection }) =>
      connection('content_rules').insert({ community_id: id, rules, revision: 1, filter: '{}', filter_revision: 0 }),
    )
    return { id, tokenName }
  }
  // Creates all members before the first call: the server may cache memberships for a second.
  const groups = inGroups(texts, POSTS_IN_COMMUNITY)
  for (const group of groups.keys()) hostile.tokenNames.push((await newCommunity(group)).tokenName)
  const { id: communityId, tokenName } = await newCommunity(groups.length)
  await partnerOrigins.register(communityId, articleUrl(0))
  const members: Member[] = []
  const names = texts.map((text, index) => storedPart(text, DISPLAY_NAME_MAX_LENGTH) ?? `hostile_${index}`)
  for (const [index, profileName] of names.entries()) {
    const member = await stoa.member({ username: `hostile_${index}`, profileName, join: tokenName })
    members.push(member)
    const viewer = await memberships.viewer(member.id, '')
    const feed = hostile.tokenNames[Math.floor(index / POSTS_IN_COMMUNITY)]
    if (viewer && feed) await memberships.join(viewer, { tokenName: feed, join: true })
  }
  hostile.names = members.map(({ username }, index) => ({ username, name: names[index] ?? '' }))
  const memberAt = (index: number) => members[index % members.length] as Member
  const nameAt = (index: number) => names[index % names.length] ?? ''
  Object.assign(hostile, { threadsTokenName: tokenName, token: memberAt(0).token })
  const paragraphs = (all: string[]) =>
    JSON.stringify({ blocks: all.map((text) => ({ type: 'paragraph', data: { text } })) })

  const pages = inGroups(texts, TEXTS_ON_PAGE).map((chunk, index) => ({ chunk, from: index * TEXTS_ON_PAGE, index }))
  // Also before the first call: a connection must not wait for work in this process.
  hostile.articlePolls = await inParallel(1, pages, async ({ chunk, index }) => {
    const polls = inGroups(chunk, POLL_MAX_OPTIONS - 1).map((texts, poll) => ({
      articleId: pollArticle(index, poll),
      options: [...texts.map((text) => storedPart(text, POLL_OPTION_MAX_LENGTH) ?? 'Nothing'), 'Something else'],
    }))
    for (const { articleId, options } of polls) {
      await addPoll(stoa, { tokenName, article: { id: articleId, url: articleUrl(index) }, options })
    }
    return polls
  })

  const progress = watchProgress({
    what: 'posts and threads written',
    total: texts.length + 2 * pages.length,
    faults: () => [],
  })
  for (const [group, chunk] of groups.entries()) {
    const tokenName = hostile.tokenNames[group] ?? ''
    await inParallel(AT_ONCE, chunk, async (text, place) => {
      const index = group * POSTS_IN_COMMUNITY + place
      const title = storedPart(text, POST_TITLE_MAX_LENGTH) ?? `Text ${index}`
      const option = storedPart(text, POLL_OPTION_MAX_LENGTH) ?? `Text ${index}`
      const paragraph = storedPart(text, BLOCK_TEXT_MAX_LENGTH) ?? 'Nothing to see.'
      const input = { tokenName, title, postContent: paragraphs([paragraph]), pollOptions: [option, 'Something else'] }
      const created = await post(url, 'postCreate', { input, token: memberAt(index).token })
      hostile.posts.push({
        id: created.post.id,
        path: postPath(created.post),
        tokenName,
        title: onOneLine(title),
        author: nameAt(index),
        options: input.pollOptions.map(onOneLine),
        paragraphs: [paragraph],
      })
      progress.step(tokenName)
    })
  }

  async function writeThread(about: { target: object; from: number; chunk: string[] }): Promise<HostileThread> {
    const thread: HostileThread = { path: null, postId: '', comments: [] }
    const send = async (index: number, content: string, replyTo: HostileComment | null) => {
      const input = { tokenName, content, ...about.target, ...(replyTo ? { replyToCommentId: replyTo.id } : {}) }
      const { comment } = await post(url, 'commentCreate', { input: input as never, token: memberAt(index).token })
      thread.postId = comment.postId
      const hostileComment = { id: comment.id, text: content, author: nameAt(index), parentId: replyTo?.id ?? null }
      thread.comments.push(hostileComment)
      return hostileComment
    }
    const chunkComments: HostileComment[] = []
    for (const [place, text] of about.chunk.entries()) {
      const content = storedPart(text, COMMENT_MAX_LENGTH)
      if (content === null) continue
      const top = await send(about.from + place, content, null)
      chunkComments.push(top)
      // Each comment gets a reply with another text.
      await send(about.from + place + 1, chunkComments[chunkComments.length - 2]?.text ?? content, top)
    }
    progress.step(thread.postId)
    return thread
  }
  hostile.threads = await inParallel(AT_ONCE, pages, async ({ chunk, from, index }) => {
    const blocks = chunk.map((text) => storedPart(text, BLOCK_TEXT_MAX_LENGTH) ?? 'Nothing to see.')
    const input = { tokenName, title: `Texts from ${from}`, postContent: paragraphs(blocks) }
    const created = await post(url, 'postCreate', { input, token: memberAt(index).token })
    const path = postPath(created.post)
    const { id, title } = created.post
    hostile.posts.push({ id, path, tokenName, title, author: nameAt(index), options: [], paragraphs: blocks })
    return { ...(await writeThread({ target: { postId: id }, from, chunk })), path, postId: id }
  })
  hostile.articles = await inParallel(AT_ONCE, pages, ({ chunk, from, index }) =>
    writeThread({ target: { article: { id: threadArticle(index), url: articleUrl(index) } }, from, chunk }),
  )
  hostile.tokenNames.push(tokenName)
  return hostile
}

/** Adds a poll to an article, as an operator does. */
async function addPoll(
  { app, database }: InProcess,
  about: { tokenName: string; article: { id: string; url: string }; options: string[] },
): Promise<void> {
  const { options, ...target } = about
  const settings = { closesAt: null, results: 'always', voters: 'public' } as const
  await app.services.articles.onPost(target, (postId, tx) =>
    database.transaction((pollTx) => app.services.polls.create(pollTx, postId, { options, settings }), tx),
  )
}

function inGroups<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
