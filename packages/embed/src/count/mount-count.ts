import { ARTICLE_COUNTS_MAX, type SuccessAnswer } from '@stoa/contract'
import type { Mount, MountOptions } from '../define-element.ts'

interface Question {
  options: MountOptions
  answer(count: number): void
  fail(error: unknown): void
}

/**
 * `<stoa-count>`: how many comments an article has, as text of the page. All counts of a page are asked for in one
 * request per community, and without the widget's own parts: a list of articles loads next to nothing.
 */
export const mountCount: Mount = (host, first) => {
  let asked = 0
  const show = async (options: MountOptions) => {
    const turn = ++asked
    try {
      const text = await textOf(await ask(options), { host, options })
      if (turn === asked) host.textContent = text
    } catch (error) {
      console.error('<stoa-count>:', error instanceof Error ? error.message : error)
    }
  }
  void show(first)
  return {
    update: (next) => void show(next),
    unmount: () => {
      asked += 1
    },
  }
}

async function textOf(count: number, { host, options }: { host: HTMLElement; options: MountOptions }): Promise<string> {
  const locale = options.locale ?? host.closest<HTMLElement>('[lang]')?.lang ?? 'en'
  if (!options.words) return new Intl.NumberFormat(locale).format(count)
  const { countInWords } = await import('../thread.tsx')
  return countInWords(count, locale)
}

let waiting: Question[] = []

function ask(options: MountOptions): Promise<number> {
  return new Promise((answer, fail) => {
    if (waiting.length === 0) setTimeout(askAll)
    waiting.push({ options, answer, fail })
  })
}

function askAll(): void {
  const groups = new Map<string, Question[]>()
  for (const question of waiting) {
    const key = `${question.options.forumUrl} ${question.options.community}`
    groups.set(key, [...(groups.get(key) ?? []), question])
  }
  waiting = []
  for (const group of groups.values()) {
    for (let at = 0; at < group.length; at += ARTICLE_COUNTS_MAX) void askSome(group.slice(at, at + ARTICLE_COUNTS_MAX))
  }
}

async function askSome(questions: Question[]): Promise<void> {
  try {
    const counts = await fetchCounts(questions.map(({ options }) => options))
    for (const [index, question] of questions.entries()) question.answer(counts[index] ?? 0)
  } catch (error) {
    for (const question of questions) question.fail(error)
  }
}

async function fetchCounts(all: MountOptions[]): Promise<number[]> {
  const articles = all.map(({ article: { id, url, canonical } }) => ({ id, url, canonicalUrl: canonical }))
  const response = await fetch(`${all[0]?.forumUrl}/api/articles/counts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ community: all[0]?.community, articles }),
  })
  const answer = (await response.json()) as SuccessAnswer<'articleCounts'> | { status: 'error'; message: string }
  if (answer.status === 'error') throw new Error(answer.message)
  return answer.payload.counts
}
