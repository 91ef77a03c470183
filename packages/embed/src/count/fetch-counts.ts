import { ARTICLE_COUNTS_MAX, type CallOutput, type SuccessResponse } from '@stoa/contract'
import type { MountOptions } from '../loader/define-element.ts'

/** An article's number of comments, and its post if it has one. */
export interface ArticleCount {
  count: number
  postId: string | null
}

interface Question {
  options: MountOptions
  resolve(count: ArticleCount): void
  fail(error: unknown): void
}

let waiting: Question[] = []

/** Fetches a count. All counts of one task share a request per community. */
export function fetchCount(options: MountOptions): Promise<ArticleCount> {
  return new Promise((resolve, fail) => {
    if (waiting.length === 0) setTimeout(fetchAll)
    waiting.push({ options, resolve, fail })
  })
}

function fetchAll(): void {
  const groups = new Map<string, Question[]>()
  for (const question of waiting) {
    const key = `${question.options.forumUrl} ${question.options.community}`
    groups.set(key, [...(groups.get(key) ?? []), question])
  }
  waiting = []
  for (const group of groups.values()) {
    for (let at = 0; at < group.length; at += ARTICLE_COUNTS_MAX)
      void fetchSome(group.slice(at, at + ARTICLE_COUNTS_MAX))
  }
}

async function fetchSome(questions: Question[]): Promise<void> {
  try {
    const { counts, postIds } = await fetchCounts(questions.map(({ options }) => options))
    for (const [index, question] of questions.entries()) {
      question.resolve({ count: counts[index] ?? 0, postId: postIds[index] ?? null })
    }
  } catch (error) {
    for (const question of questions) question.fail(error)
  }
}

async function fetchCounts(all: MountOptions[]): Promise<CallOutput<'articleCounts'>> {
  const articles = all.map(({ article: { id, url, canonical } }) => ({ id, url, canonicalUrl: canonical }))
  const response = await fetch(`${all[0]?.forumUrl}/api/articles/counts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ community: all[0]?.community, articles }),
  })
  const body = (await response.json()) as SuccessResponse<'articleCounts'> | { status: 'error'; message: string }
  if (body.status === 'error') throw new Error(body.message)
  return body.payload
}
