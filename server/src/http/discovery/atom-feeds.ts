import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  authorFeedPath,
  authorPath,
  communityFeedPath,
  communityName,
  communityPath,
  FORUM_FEED_PATH,
  isId,
  isolated,
  linkPicture,
  mediaIdOf,
  type PostSummary,
  postPath,
  previewImage,
} from '@stoa/contract'
import type { Request, RequestHandler, Response, Router } from 'express'
import { Feed } from 'feed'
import { shareWithVisitors } from '../cache/cached-response.ts'
import { createRouter, onlyRead } from '../express.ts'
import type { MediaFileDependencies } from '../files/media-files.ts'
import type { CallOfDomain } from '../local-call.ts'
import { recordTags } from '../pages.ts'
import type { ServedDomains } from '../served-domains.ts'
import { escapeHtml, type PostFile, postHtml } from './post-html.ts'

const ENTRIES = 20
/** Characters of HTML and of files' addresses: per post of each, and of all posts of a feed. */
const ENTRY_MAX_LENGTH = 50_000
const FEED_MAX_LENGTH = 400_000
const PATHS = [FORUM_FEED_PATH, '/bbs/:tokenName/feed.atom', '/author/:slug/feed.atom']
/** Characters not allowed in XML. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Contents of posts for feeds. */
export interface FeedSource {
  /** Documents of those that everybody sees, by id, as browsers get them. */
  publishedContents(postIds: string[]): Promise<Map<string, string>>
}

interface Dependencies extends Pick<MediaFileDependencies, 'storage' | 'typeOfFile' | 'fileAccesses'> {
  tenants: Pick<ServedDomains, 'of'>
  call: CallOfDomain
  limit: RequestHandler
  posts: FeedSource
}

/**
 * Atom feeds of the newest posts: `/feed.atom` of the domain, `/bbs/{tokenName}/feed.atom`, with `?flair={flairId}` for
 * one topic, and `/author/{slug}/feed.atom` for a member. They show what a visitor sees, and visitors share them.
 */
export function atomFeeds(dependencies: Dependencies): Router {
  const { tenants, call: callOfDomain, limit, posts, storage, typeOfFile, fileAccesses } = dependencies
  const router = createRouter()

  router.get(FORUM_FEED_PATH, limit, async (request, response) => {
    const { call, tags } = recordTags((name, input) => callOfDomain(request, name, input))
    const { items } = await call('postList', { type: 'all', sort: 'new', limit: ENTRIES })
    await send(request, response, {
      title: tenants.of(request).config.domainDisplayName,
      description: '',
      path: '/',
      feedPath: FORUM_FEED_PATH,
      posts: items,
      tags,
    })
  })

  router.get('/bbs/:tokenName/feed.atom', limit, async (request, response) => {
    const { call, tags } = recordTags((name, input) => callOfDomain(request, name, input))
    const requestedName = String(request.params.tokenName)
    const { community } = await call('communityGet', { tokenName: requestedName })
    const { tokenName } = community
    const flairId =
      typeof request.query.flair === 'string' && isId(request.query.flair) ? request.query.flair : undefined
    const topic = community.activeFlairs.find(
      ({ id, formerIds }) => flairId !== undefined && (id === flairId || formerIds?.includes(flairId)),
    )
    if (requestedName.toLowerCase() !== communityName(community).toLowerCase()) {
      response.redirect(301, communityFeedPath(community, flairId))
      return
    }
    const topicQuery = topic ? `?flair=${topic.id}` : ''
    const { items } = await call('postList', {
      type: 'all',
      tokenName,
      sort: 'new',
      limit: ENTRIES,
      ...(flairId === undefined ? {} : { flairId }),
    })
    await send(request, response, {
      title: topic ? `${isolated(topic.name)} · ${isolated(community.title)}` : community.title,
      description: community.about,
      path: communityPath(community) + topicQuery,
      feedPath: communityFeedPath(community, topic?.id),
      posts: items,
      tags,
    })
  })

  router.get('/author/:slug/feed.atom', limit, async (request, response) => {
    const { call, tags } = recordTags((name, input) => callOfDomain(request, name, input))
    const { user } = await call('userGet', { idOrSlug: String(request.params.slug) })
    const { items } = await call('postList', { type: 'user', userId: user.id, sort: 'new', limit: ENTRIES })
    await send(request, response, {
      title: user.displayName,
      description: user.profileTitle,
      path: authorPath(user.slugUrl),
      feedPath: authorFeedPath(user.slugUrl),
      posts: items,
      tags,
    })
  })

  async function send(request: Request, response: Response, contents: FeedContents): Promise<void> {
    const { origin } = tenants.of(request)
    shareWithVisitors(response, contents.tags)
    response
      .set('Cache-Control', 'public, max-age=60, stale-while-revalidate=600')
      .type('application/atom+xml')
      .send(atomOf(contents, { origin, texts: await textsOf(contents.posts, origin) }))
  }

  async function textsOf(entries: readonly PostSummary[], origin: string): Promise<Map<string, EntryText>> {
    const documents = await posts.publishedContents(entries.map(({ id }) => id))
    const texts = new Map<string, EntryText>()
    let left = FEED_MAX_LENGTH
    for (const { id } of entries) {
      const content = documents.get(id)
      if (content === undefined) continue
      // A post may be long.
      await nextTurn()
      const { files, length, ...text } = postHtml(content, { origin, max: Math.min(left, ENTRY_MAX_LENGTH) })
      left -= length
      const enclosures = await Promise.all(files.map((file) => enclosureOf(file, origin)))
      texts.set(id, { ...text, enclosures: enclosures.filter((one) => one !== null) })
    }
    return texts
  }

  /** Null for a file that visitors can't load, or of an unknown type. */
  async function enclosureOf({ url, kind }: PostFile, origin: string): Promise<Enclosure | null> {
    const name = url.slice(url.lastIndexOf('/') + 1)
    const id = url.startsWith(`${origin}/`) ? mediaIdOf(url.slice(origin.length)) : null
    // Only the name tells the type of an external file, and nothing its length.
    if (id === null) {
      const type = EXTERNAL_TYPES[kind][/\.(\w{3,4})(?:[?#]|$)/.exec(name)?.[1]?.toLowerCase() ?? '']
      return type === undefined ? null : { url, type, length: null }
    }
    const access = await fileAccesses.of(id)
    const type = typeOfFile(name)
    const length = access?.isPublic && !access.isRemoved && type !== null ? await storage.size(id, name) : null
    return type === null || length === null ? null : { url, type, length }
  }

  router.all(PATHS, onlyRead)
  return router
}

const EXTERNAL_TYPES: Readonly<Record<PostFile['kind'], Readonly<Record<string, string>>>> = {
  video: { mp4: 'video/mp4', m4v: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime', ogv: 'video/ogg' },
  audio: {
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    webm: 'audio/webm',
    wav: 'audio/wav',
  },
}

interface Enclosure {
  url: string
  type: string
  /** In bytes; null: unknown. */
  length: number | null
}

interface EntryText {
  html: string
  isCut: boolean
  enclosures: Enclosure[]
}

interface FeedContents {
  title: string
  description: string
  /** Path of the matching page. */
  path: string
  feedPath: string
  /** Newest first. */
  posts: readonly PostSummary[]
  /** Cache tags. */
  tags: readonly string[]
}

function atomOf(
  { title, description, path, feedPath, posts }: FeedContents,
  { origin, texts }: { origin: string; texts: ReadonlyMap<string, EntryText> },
): string {
  const feed = new Feed({
    id: origin + path,
    title: xmlText(title),
    ...(description === '' ? {} : { description: xmlText(description) }),
    link: origin + path,
    feedLinks: { atom: origin + feedPath },
    updated: new Date(Math.max(0, ...posts.map(changedAt))),
    generator: 'Stoa',
  })
  for (const post of posts) {
    const { publisherSlugUrl } = post
    const image = previewImage(post) && linkPicture(post)
    const imageUrl = image && new URL(image.url, origin).href
    const name = post.publisherProfileName || post.publisherName
    feed.addItem({
      // Survives changes of the title, and so of the address.
      id: `urn:stoa:post:${post.id}`,
      title: htmlText(post.title),
      link: origin + postPath(post),
      description: htmlText(post.excerpt),
      content: contentOf(post, {
        image: imageUrl ? { url: imageUrl, alt: image?.alt ?? '' } : null,
        text: texts.get(post.id),
        link: origin + postPath(post),
      }),
      published: new Date(post.createdAt),
      date: new Date(changedAt(post)),
      ...(name === ''
        ? {}
        : {
            author: [
              {
                name: xmlText(name),
                ...(publisherSlugUrl === '' ? {} : { link: origin + authorPath(publisherSlugUrl) }),
              },
            ],
          }),
      category: [
        ...post.flairs.map((flair) => ({
          // The library doesn't escape this character.
          name: xmlText(flair.name).replaceAll('<', ' '),
          term: flair.id,
        })),
        ...(post.isSyndicated ? [SYNDICATED] : []),
      ],
      // The library derives the type from the name.
      ...(imageUrl && /\.(?:jpe?g|png)$/.test(imageUrl) ? { image: imageUrl } : {}),
    })
  }
  // The library allows one enclosure of each kind, and derives its type from the name, which is wrong for recordings.
  const enclosures = posts.map((post) => (texts.get(post.id)?.enclosures ?? []).map(enclosureXml).join(''))
  return feed.atom1().replaceAll('</entry>', () => `${enclosures.shift() ?? ''}</entry>`)
}

/** The label of stories that are offered to other communities and sites. */
const SYNDICATED = { name: 'Syndicated', term: 'syndicated', scheme: 'urn:stoa' }

function enclosureXml({ url, type, length }: Enclosure): string {
  const size = length === null ? '' : ` length="${length}"`
  return `<link rel="enclosure" href="${htmlText(url)}" type="${type}"${size}/>`
}

/** The whole text with a picture that isn't part of it; of a long one the beginning, and a link to the rest. */
function contentOf(
  post: PostSummary,
  about: { image: { url: string; alt: string } | null; text: EntryText | undefined; link: string },
): string {
  const { image, text, link } = about
  const isApart = post.featuredImage !== null || post.heroImage !== null || text === undefined
  const picture = image && isApart ? `<p><img src="${htmlText(image.url)}" alt="${htmlText(image.alt)}"></p>` : ''
  const rest = text?.isCut ? `<p><a href="${htmlText(link)}">…</a></p>` : ''
  return `${picture}${xmlText(text?.html ?? '') || `<p>${htmlText(post.excerpt || post.title)}</p>`}${rest}`
}

function changedAt(post: PostSummary): number {
  return Math.max(post.createdAt, post.editedAt ?? 0)
}

function xmlText(text: string): string {
  return text.replaceAll(NOT_XML, '')
}

/** Feed readers interpret titles and summaries as HTML. */
function htmlText(text: string): string {
  return escapeHtml(xmlText(text))
}
