import { type Comment, type CommentSort, postPath } from '@stoa/contract'
import type { Browser } from 'playwright'
import { launchBrowser } from '../support/browser.ts'
import { dataPath } from '../support/data-folder.ts'
import { type Member, openInProcess } from '../support/in-process.ts'
import { median, timeEach } from '../support/load.ts'
import { snippet, startPartnerSite } from '../support/partner-site.ts'
import { type Figure, milliseconds, ratio, report } from '../support/report.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'
import { readFirstPage, readWholePage } from '../support/talk-in-browser.ts'
import { readTalkPage, type TalkPage } from '../support/talk-page.ts'
import { copyFirstPage, importPage, writePage } from '../support/talk-replay.ts'
import { expectedOrder, type Thread } from '../support/talk-thread.ts'
import { readWholeThread } from '../support/whole-thread.ts'

const COMMUNITY = 'FORUM'
const SORTS: CommentSort[] = ['old', 'new', 'top', 'active']
const FIRST_PAGE_READS = 200
const WARM_UP = 20
const SLOWER_AT_MOST = 1.2

/**
 * Imports two real talk pages under an article: every comment appears in its place through the API, in the forum and in
 * the widget, and the long thread opens as fast as a short one.
 */
export async function run(): Promise<void> {
  const browser = await launchBrowser()
  for (const name of ['en', 'ckb']) {
    const file = dataPath(`forum-threads/wikipedia-talk/${name}-talk-threads.json`)
    if (file !== null) await prove(readTalkPage(file), browser)
  }
  await browser.close()
}

async function prove(page: TalkPage, browser: Browser): Promise<void> {
  const dataFolder = temporaryFolder()
  const stoa = await openInProcess({ url: null, dataFolder })
  const { communities, partnerOrigins, posts } = stoa.app.services
  const communityId = await communities.create({
    tokenName: COMMUNITY,
    title: 'Talk',
    urlSlug: 'talk',
    about: '',
    creatorId: '',
  })
  const members = new Map<string, Member>()
  for (const [index, author] of page.authors.entries()) {
    const username = `talker_${page.language}_${index}`
    members.set(author, await stoa.member({ username, profileName: author, join: COMMUNITY }))
  }
  const server = await startStoa({ STOA_DATA: dataFolder })
  const partner = await startPartnerSite((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    const widget = snippet({ forumUrl: server.url, tokenName: COMMUNITY, attributes: 'load="now"' })
    const head = `<html lang="${page.language}" dir="${page.isRightToLeft ? 'rtl' : 'ltr'}"><title>${request.url}</title>`
    response.end(`<!doctype html>${head}<h1>Article</h1>${widget}</html>`)
  })
  await partnerOrigins.register(communityId, partner.origin)
  const replay = { page, members, stoa, url: server.url, tokenName: COMMUNITY, partner: partner.origin }

  const imported = await importPage(replay)
  const writtenThread = await writePage(replay)
  const short = await copyFirstPage(replay, imported)
  const figures: Figure[] = [
    {
      what: `${page.language}: comments and authors replayed`,
      value: `${page.comments.length} comments of ${page.authors.length} members`,
    },
  ]
  for (const [what, thread] of [
    ['imported with their own times', imported],
    ['written by the members', writtenThread],
  ] as const) {
    figures.push(...(await readBack(what, { page, members, thread, url: server.url })))
  }
  const hosts = [new URL(server.url).host, new URL(partner.origin).host]
  const inForumAt = async ({ postId }: Thread) =>
    `${server.url}${postPath(await posts.get(null, { idOrSlug: postId }))}`
  for (const [what, thread] of [
    ['imported', imported],
    ['written', writtenThread],
  ] as const) {
    const readerOptions = { hosts, sort: 'top' as const, page, thread }
    const inForum = { ...readerOptions, name: 'forum', address: await inForumAt(thread) }
    const inWidget = { ...readerOptions, name: 'widget', address: thread.articleUrl }
    figures.push({ what: `${what}, in Chromium`, value: '' })
    for (const home of [inForum, inWidget]) {
      figures.push(await readFirstPage(browser, home), ...(await readWholePage(browser, home)))
    }
  }
  figures.push(
    ...(await firstPages(server.url, {
      long: { thread: imported, address: await inForumAt(imported) },
      short: { thread: short, address: await inForumAt(short) },
    })),
  )
  await server.stop()
  await partner.stop()
  await stoa.close()
  report(figures)
}

/** A thread with the address of its page in the forum. */
interface First {
  thread: Thread
  address: string
}

interface Reading {
  page: TalkPage
  members: Map<string, Member>
  thread: Thread
  url: string
}

async function readBack(what: string, reading: Reading): Promise<Figure[]> {
  const { page, members, thread, url } = reading
  const readComments: Comment[] = []
  const wrongOrder: string[] = []
  for (const sort of SORTS) {
    const { comments } = await readWholeThread(url, { postId: thread.postId, sort })
    if (sort === 'old') readComments.push(...comments)
    const expected = expectedOrder(page, { thread, sort })
    if (comments.map(({ id }) => id).join() !== expected.join()) wrongOrder.push(sort)
  }
  const byId = new Map(readComments.map((comment) => [comment.id, comment]))
  const pairs = page.comments.map((comment) => ({ comment, storedComment: byId.get(thread.ids[comment.index] ?? '') }))
  const isInPlace = ({ comment, storedComment }: (typeof pairs)[number]) =>
    storedComment !== undefined &&
    storedComment.parentCommentId === (comment.parentIndex === null ? null : thread.ids[comment.top]) &&
    storedComment.replyToCommentId === (comment.parentIndex === null ? null : thread.ids[comment.parentIndex]) &&
    storedComment.publisherName === members.get(comment.author)?.username &&
    storedComment.publisherProfileName === comment.author &&
    (!thread.keepsTimes || storedComment.createdAt === comment.writtenAt)
  const numComments = (await payload(`${url}/api/posts/${thread.postId}`)).post.numComments
  return [
    none(`${what}: lost`, pairs.filter(({ storedComment }) => !storedComment).length),
    none('  duplicated', readComments.length - byId.size),
    none(
      '  different text',
      pairs.filter(({ comment, storedComment }) => storedComment && storedComment.content !== comment.text).length,
    ),
    none('  different parent, replied-to comment, author or time', pairs.filter((place) => !isInPlace(place)).length),
    {
      what: '  order and nesting of every page',
      value: wrongOrder.length === 0 ? `right in ${SORTS.join(', ')}` : `wrong in ${wrongOrder.join(', ')}`,
      goal: 'right',
      reached: wrongOrder.length === 0,
    },
    {
      what: "  the post's counter of comments",
      value: String(numComments),
      goal: String(page.comments.length),
      reached: numComments === page.comments.length,
    },
  ]
}

/** Times the first page of both threads in the forum and widget, without caches. */
async function firstPages(url: string, { long, short }: { long: First; short: First }): Promise<Figure[]> {
  const homes = {
    'first page of comments': ({ thread }: First) => `${url}/api/comments?type=post&postId=${thread.postId}&limit=10`,
    "widget's first request": ({ thread }: First) =>
      `${url}/api/articles/fragment?community=${COMMUNITY}&url=${encodeURIComponent(thread.articleUrl)}&locale=en`,
    "thread beside an article's poll": ({ thread }: First) =>
      `${url}/api/articles/thread?community=${COMMUNITY}&url=${encodeURIComponent(thread.articleUrl)}&limit=10`,
    "forum's page": ({ address }: First) => `${address}?`,
  }
  let count = 0
  const figures: Figure[] = []
  for (const [what, addressOf] of Object.entries(homes)) {
    const read = (first: First) => () =>
      fetch(`${addressOf(first)}&cold=${count++}`).then((response) => response.text())
    const times = { long: [] as number[], short: [] as number[] }
    for (let round = -WARM_UP; round < FIRST_PAGE_READS; round += 1) {
      const pair = [
        { read: read(short), times: times.short },
        { read: read(long), times: times.long },
      ]
      // Alternates the order, because the second read finds warm processor caches.
      for (const one of round % 2 === 0 ? pair : pair.reverse()) {
        const [ms = 0] = await timeEach(1, one.read)
        if (round >= 0) one.times.push(ms)
      }
    }
    const [longMs, shortMs] = [median(times.long), median(times.short)]
    figures.push({
      what: `${what}, against a thread of only these ten`,
      value: `${milliseconds(longMs)} / ${milliseconds(shortMs)} = ${ratio(longMs / shortMs)}`,
      goal: `<= ${SLOWER_AT_MOST} ×`,
      reached: longMs / shortMs <= SLOWER_AT_MOST,
    })
  }
  return figures
}

async function payload(address: string): Promise<{ post: { numComments: number } }> {
  return ((await (await fetch(address)).json()) as { payload: { post: { numComments: number } } }).payload
}

function none(what: string, count: number): Figure {
  return { what, value: String(count), goal: '0', reached: count === 0 }
}
