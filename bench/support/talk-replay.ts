import { COMMENT_MAX_LENGTH, textLength } from '@stoa/contract'
import type { InProcess, Member } from './in-process.ts'
import { post } from './member.ts'
import type { TalkComment, TalkPage } from './talk-page.ts'
import { byTime, type Thread } from './talk-thread.ts'

/** A talk page and the partner's site whose articles it is copied to. */
export interface Replay {
  page: TalkPage
  members: Map<string, Member>
  stoa: InProcess
  url: string
  tokenName: string
  /** Origin of the partner's site. */
  partner: string
}

/** Imports every comment with its own time, whatever its length. */
export async function importPage(replay: Replay): Promise<Thread> {
  const thread = newThread(replay, { path: '/imported', keepsTimes: true })
  for (const comment of replay.page.comments) await importOne(replay, { thread, comment })
  return thread
}

/**
 * Writes every comment through the public call with its member's token. Imports only texts that are too long for the
 * call.
 */
export async function writePage(replay: Replay): Promise<Thread> {
  const thread = newThread(replay, { path: '/written', keepsTimes: false })
  for (const comment of replay.page.comments) {
    const input = {
      tokenName: replay.tokenName,
      article: { url: thread.articleUrl },
      content: comment.text,
      ...(comment.parentIndex === null ? {} : { replyToCommentId: thread.ids[comment.parentIndex] ?? '' }),
    }
    const token = replay.members.get(comment.author)?.token ?? ''
    const isLong = textLength(comment.text) > COMMENT_MAX_LENGTH
    const response = await post(replay.url, 'commentCreate', { input, token }).catch((error: unknown) => {
      if (isLong && String(error).includes('VALIDATION_FAILED')) return null
      throw error
    })
    if (response !== null && isLong) throw new Error('a text over the limit was accepted')
    if (response === null) await importOne(replay, { thread, comment: { ...comment, writtenAt: Date.now() } })
    else {
      thread.ids[comment.index] = response.commentId
      thread.postId = response.comment.postId
    }
  }
  return thread
}

/** An article with only the ten threads that the long one shows first. */
export async function copyFirstPage(replay: Replay, long: Thread): Promise<Thread> {
  const thread = newThread(replay, { path: '/short', keepsTimes: true })
  const tops = replay.page.comments.filter(({ parentIndex }) => parentIndex === null).sort(byTime(long))
  const newestTops = new Set(tops.slice(-10).map(({ index }) => index))
  for (const comment of replay.page.comments) {
    if (newestTops.has(comment.top)) await importOne(replay, { thread, comment })
  }
  return thread
}

function newThread({ partner }: Replay, { path, keepsTimes }: { path: string; keepsTimes: boolean }): Thread {
  return { articleUrl: partner + path, postId: '', ids: [], keepsTimes }
}

async function importOne(
  { stoa, members, tokenName }: Replay,
  { thread, comment }: { thread: Thread; comment: TalkComment },
): Promise<void> {
  const { articles, comments } = stoa.app.services
  await articles.onPost({ tokenName, article: { url: thread.articleUrl } }, async (postId, tx) => {
    thread.postId = postId
    thread.ids[comment.index] = await comments.import(
      {
        postId,
        publisherId: members.get(comment.author)?.id ?? '',
        replyToCommentId: comment.parentIndex === null ? null : (thread.ids[comment.parentIndex] ?? null),
        content: comment.text,
        createdAt: comment.writtenAt,
      },
      tx,
    )
  })
}
