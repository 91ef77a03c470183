import {
  authorFeedPath,
  authorPath,
  communityFeedPath,
  communityName,
  communityPath,
  isId,
  linkPicture,
  type PostSummary,
  postPath,
  previewImage,
} from '@stoa/contract'
import type { Request, RequestHandler, Response, Router } from 'express'
import { Feed } from 'feed'
import { createRouter, onlyRead } from '../express.ts'
import type { CallOfDomain } from '../pages.ts'
import type { ServedDomains } from '../served-domains.ts'

const ENTRIES = 20
const PATHS = ['/bbs/:tokenName/feed.atom', '/author/:slug/feed.atom']
/** Characters not allowed in XML. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/**
 * Atom feeds of the newest posts: `/bbs/{tokenName}/feed.atom`, with `?flair={flairId}` for one topic, and
 * `/author/{slug}/feed.atom` for a member. They show what a visitor sees.
 */
export function atomFeeds(about: {
  tenants: Pick<ServedDomains, 'of'>
  call: CallOfDomain
  limit: RequestHandler
}): Router {
  const { tenants, call, limit } = about
  const router = createRouter()

  router.get('/bbs/:tokenName/feed.atom', limit, async (request, response) => {
    const requestedName = String(request.params.tokenName)
    const { community } = await call(request, 'communityGet', { tokenName: requestedName })
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
    const { items } = await call(request, 'postList', {
      type: 'all',
      tokenName,
      sort: 'new',
      limit: ENTRIES,
      ...(flairId === undefined ? {} : { flairId }),
    })
    send(request, response, {
      title: topic ? `${topic.name} · ${community.title}` : community.title,
      description: community.about,
      path: communityPath(community) + topicQuery,
      feedPath: communityFeedPath(community, topic?.id),
      posts: items,
    })
  })

  router.get('/author/:slug/feed.atom', limit, async (request, response) => {
    const { user } = await call(request, 'userGet', { idOrSlug: String(request.params.slug) })
    const { items } = await call(request, 'postList', { type: 'user', userId: user.id, sort: 'new', limit: ENTRIES })
    send(request, response, {
      title: user.displayName,
      description: user.profileTitle,
      path: authorPath(user.slugUrl),
      feedPath: authorFeedPath(user.slugUrl),
      posts: items,
    })
  })

  function send(request: Request, response: Response, contents: FeedContents): void {
    response
      .set('Cache-Control', 'public, max-age=60, stale-while-revalidate=600')
      .type('application/atom+xml')
      .send(atomOf(contents, tenants.of(request).origin))
  }

  router.all(PATHS, onlyRead)
  return router
}

interface FeedContents {
  title: string
  description: string
  /** Path of the matching page. */
  path: string
  feedPath: string
  /** Newest first. */
  posts: readonly PostSummary[]
}

function atomOf({ title, description, path, feedPath, posts }: FeedContents, origin: string): string {
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
      content: contentOf(post, imageUrl ? { url: imageUrl, alt: image?.alt ?? '' } : null),
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
      category: post.flairs.map((flair) => ({
        // The library doesn't escape this character.
        name: xmlText(flair.name).replaceAll('<', ' '),
        term: flair.id,
      })),
      // The library derives the type from the name.
      ...(imageUrl && /\.(?:jpe?g|png)$/.test(imageUrl) ? { image: imageUrl } : {}),
    })
  }
  return feed.atom1()
}

/** What readers of feeds show: picture and beginning of the text, of which a post may lack either. */
function contentOf(post: PostSummary, image: { url: string; alt: string } | null): string {
  const attribute = (text: string) => htmlText(text).replaceAll('"', '&quot;')
  const picture = image ? `<p><img src="${attribute(image.url)}" alt="${attribute(image.alt)}"></p>` : ''
  return `${picture}<p>${htmlText(post.excerpt || post.title)}</p>`
}

function changedAt(post: PostSummary): number {
  return Math.max(post.createdAt, post.editedAt ?? 0)
}

function xmlText(text: string): string {
  return text.replaceAll(NOT_XML, '')
}

/** Feed readers interpret titles and summaries as HTML. */
function htmlText(text: string): string {
  return xmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
