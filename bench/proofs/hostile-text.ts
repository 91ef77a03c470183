import { COMMENT_MAX_LENGTH, type Post } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { launchBrowser } from '../support/browser.ts'
import { browseHostile } from '../support/hostile/browse.ts'
import { type Comparison, createComparison } from '../support/hostile/comparison.ts'
import { hostileTexts, storedPart } from '../support/hostile/texts.ts'
import { type Hostile, writeHostile } from '../support/hostile/write.ts'
import { inParallel } from '../support/in-parallel.ts'
import { openInProcess } from '../support/in-process.ts'
import { snippet, startPartnerSite } from '../support/partner-site.ts'
import { watchProgress } from '../support/progress.ts'
import { report } from '../support/report.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'
import { readWholeThread } from '../support/whole-thread.ts'

const AT_ONCE = 8

/**
 * Sends every hostile text to every field where people write, and reads it back through the API and, in Chromium, in
 * the forum and widget: no script runs, nothing is fetched from other hosts, and each text is shown as it was sent.
 */
export async function run(): Promise<void> {
  const all = hostileTexts()
  if (all === null) return
  // For debugging: only some of the texts, by `from,to` as in `slice`.
  const texts = all.slice(...(process.env.STOA_PROVE_TEXTS?.split(',').map(Number) ?? []))
  const dataFolder = temporaryFolder()
  const stoa = await openInProcess({ url: null, dataFolder })
  const server = await startStoa({ STOA_DATA: dataFolder, LOG_LEVEL: 'error' })
  let hostile: Hostile | null = null
  const partner = await startPartnerSite((request, response) => {
    const number = /^\/(\d+)$/.exec(request.url ?? '')?.[1]
    response.writeHead(number ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    const tokenName = hostile?.threadsTokenName ?? ''
    const attributes = `article-id="hostile-${number}" page-size="100" load="now"`
    const widget = snippet({ forumUrl: server.url, tokenName, attributes })
    const polls = (hostile?.articlePolls[Number(number)] ?? []).map(
      ({ articleId }) => `<stoa-poll community="${tokenName}" article-id="${articleId}" load="now"></stoa-poll>`,
    )
    const head = '<meta name="viewport" content="width=device-width"><title>Article</title>'
    response.end(`<!doctype html><html lang="en">${head}<h1>Article ${number}</h1>${polls.join('')}${widget}</html>`)
  })
  const articleUrl = (index: number) => `${partner.origin}/${index}`
  hostile = await writeHostile({ stoa, url: server.url, texts, articleUrl })
  const accepted = await findWronglyAccepted({ url: server.url, texts, hostile })
  const interfaceComparison = await readThroughInterface(server.url, hostile)
  const browser = await launchBrowser()
  const result = await browseHostile(browser, { url: server.url, hostile, articleUrl })
  await browser.close()
  await server.stop()
  await partner.stop()
  await stoa.close()
  report([
    {
      what: 'texts, each in every field',
      goal: `all ${all.length}`,
      reached: texts.length === all.length,
      value: `${texts.length}: ${hostile.posts.length} posts, ${hostile.threads.length} threads in the forum, ${hostile.articles.length} in articles`,
    },
    none('empty or too long texts not refused with 400 or 413', accepted),
    none(
      `of ${interfaceComparison.compared()} read through the API, different from those sent`,
      interfaceComparison.wrong(),
    ),
    none(
      `of ${result.comparison.compared()} read on ${result.pages} pages in Chromium, different from those sent`,
      result.comparison.wrong(),
    ),
    none('scripts that ran', result.ran),
    none('elements and attributes planted by a text', result.planted),
    none('requests to other hosts', result.foreign),
    none('pages wider than a phone, words reversed by a text next to them', result.layoutDamage),
    none('page errors', result.errors),
  ])
}

/** Sends blank and overlong texts to each call that takes text; they must be refused. */
async function findWronglyAccepted(about: { url: string; texts: string[]; hostile: Hostile }): Promise<string[]> {
  const { url, texts, hostile } = about
  const tokenName = hostile.threadsTokenName
  const blank = texts.filter((text) => storedPart(text, COMMENT_MAX_LENGTH) === null)
  const long = texts
    .filter((text) => text !== '' && !blank.includes(text))
    .map((text) => text.repeat(Math.ceil(20_000 / text.length)))
  const postContent = '{"blocks":[{"type":"paragraph","data":{"text":"Text"}}]}'
  const requests = [...blank, ...long].flatMap((text) => [
    { path: calls.commentCreate.path, body: { tokenName, postId: hostile.threads[0]?.postId, content: text } },
    { path: calls.postCreate.path, body: { tokenName, title: text, postContent } },
    { path: calls.postCreate.path, body: { tokenName, title: 'A title', postContent, pollOptions: [text, 'Other'] } },
  ])
  const accepted: string[] = []
  const progress = watchProgress({ what: 'bodies to refuse', total: requests.length, faults: () => [accepted] })
  await inParallel(AT_ONCE, requests, async ({ path, body }) => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${hostile.token}` },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    if (response.status !== 400 && response.status !== 413) {
      accepted.push(`${response.status} for ${path} ${JSON.stringify(body).slice(0, 200)}`)
    }
    progress.step(path)
  })
  return accepted
}

async function readThroughInterface(url: string, hostile: Hostile): Promise<Comparison> {
  const comparison = createComparison()
  const threads = [...hostile.threads, ...hostile.articles]
  const total = hostile.posts.length + threads.length
  const progress = watchProgress({ what: 'posts and threads read', total, faults: () => [comparison.wrong()] })
  await inParallel(AT_ONCE, hostile.posts, async (hostilePost) => {
    const response = await fetch(`${url}/api/posts/${hostilePost.id}`)
    const { payload } = (await response.json()) as { payload: { post: Post } }
    const { title, publisherProfileName, pollOptions, postContent } = payload.post
    const { blocks } = JSON.parse(postContent) as { blocks: { data: { text: string } }[] }
    comparison.text(`title of ${hostilePost.path}`, { expected: hostilePost.title, read: title })
    comparison.text(`author of ${hostilePost.path}`, { expected: hostilePost.author, read: publisherProfileName })
    for (const [index, option] of hostilePost.options.entries()) {
      comparison.text(`option ${index} of ${hostilePost.path}`, { expected: option, read: pollOptions?.[index] })
    }
    for (const [index, text] of hostilePost.paragraphs.entries()) {
      comparison.text(`paragraph ${index} of ${hostilePost.path}`, { expected: text, read: blocks[index]?.data.text })
    }
    progress.step(hostilePost.path)
  })
  await inParallel(AT_ONCE, threads, async ({ postId, comments }) => {
    const thread = await readWholeThread(url, { postId, sort: 'old', limit: 100 })
    const read = new Map(thread.comments.map((comment) => [comment.id, comment]))
    for (const { id, text, author } of comments) {
      comparison.text(`comment ${id}`, { expected: text, read: read.get(id)?.content })
      comparison.text(`author of comment ${id}`, { expected: author, read: read.get(id)?.publisherProfileName })
    }
    progress.step(postId)
  })
  return comparison
}

function none(what: string, problems: string[]) {
  for (const one of problems.slice(0, 10)) console.log(`  ${one.slice(0, 500)}`)
  return { what, value: String(problems.length), goal: '0', reached: problems.length === 0 }
}
