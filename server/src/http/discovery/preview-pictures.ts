import { isId, LINK_PICTURE, type Post, previewImage, storedPicture } from '@stoa/contract'
import type { RequestHandler, Router } from 'express'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { DomainError } from '../../platform/domain-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createRouter, onlyRead } from '../express.ts'
import type { CallOfDomain } from '../pages.ts'

const PREVIEW_ROUTE = '/preview/:name'
/** 1.91 to 1, as recommended for link previews. */
const { width: WIDTH, height: HEIGHT } = LINK_PICTURE
const MARGIN = 80
const KEPT_PICTURES = 200
/** Limits how long a hidden post's picture is still shown. Revalidation by ETag gets an unchanged picture as 304. */
const KEPT_S = 5 * 60
const JPEG_QUALITY = 82
const TITLE_LENGTH = 140
const LINE_LENGTH = 60

/**
 * `/preview/{postId}.png`: link preview of a post without a picture, with its title, community and author.
 * `/preview/{postId}.jpeg`: the picture of a post, which is stored as WebP, as JPEG. Both show what a visitor sees.
 */
export function previewPictures(about: {
  call: CallOfDomain
  limit: RequestHandler
  storage: Pick<Storage, 'size' | 'open'>
  fileAccesses: {
    /** Whether the files of an upload are shown in public; null: there is no such upload. */
    of(id: string): Promise<{ isRemoved: boolean; isPublic: boolean } | null>
  }
}): Router {
  const { call, limit, storage, fileAccesses } = about
  const router = createRouter()
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: KEPT_PICTURES })

  router.get(PREVIEW_ROUTE, limit, async (request, response) => {
    const [postId = '', extension] = String(request.params.name).split('.', 2)
    if (!isId(postId) || (extension !== 'png' && extension !== 'jpeg')) throw new DomainError('NOT_FOUND')
    const { post } = await call(request, 'postGet', { idOrSlug: postId })
    const { key, make } = extension === 'png' ? drawing(linesOf(post)) : await conversion(post)
    const picture = drawn.get(key) ?? make()
    drawn.set(key, picture)
    picture.catch(() => drawn.delete(key))
    response
      .set({
        'Cache-Control': `public, max-age=${KEPT_S}, must-revalidate`,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .type(extension)
      .send(await picture)
  })
  router.all(PREVIEW_ROUTE, onlyRead)
  return router

  async function conversion(post: Post) {
    const stored = storedPicture(previewImage(post)?.url ?? '')
    if (!stored) throw new DomainError('NOT_FOUND')
    // A public post may name a file that moderators have removed, or another person's that isn't public.
    const access = await fileAccesses.of(stored.id)
    if (!access?.isPublic || access.isRemoved) throw new DomainError('NOT_FOUND')
    return { key: `${stored.id}/${stored.name}`, make: () => toJpeg(stored) }
  }

  /** Converts a stored picture, which this server has encoded itself. */
  async function toJpeg({ id, name }: { id: string; name: string }): Promise<Buffer> {
    if ((await storage.size(id, name)) === null) throw new DomainError('NOT_FOUND')
    const file = await storage.open(id, name)
    try {
      const picture = sharp(file.path).resize({ width: WIDTH, withoutEnlargement: true })
      return await picture.flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY }).toBuffer()
    } finally {
      await file.release()
    }
  }
}

function drawing(lines: Lines) {
  return { key: JSON.stringify(lines), make: () => draw(lines) }
}

interface Lines {
  title: string
  community: string
  author: string
}

function linesOf(post: Pick<Post, 'title' | 'communityTitle' | 'publisherProfileName' | 'publisherName'>): Lines {
  return {
    title: shortened(post.title, TITLE_LENGTH),
    community: shortened(post.communityTitle, LINE_LENGTH),
    author: shortened(post.publisherProfileName || post.publisherName, LINE_LENGTH),
  }
}

async function draw({ title, community, author }: Lines): Promise<Buffer> {
  const width = WIDTH - 2 * MARGIN
  const parts = await Promise.all([
    text(community, { color: '#c9d6ff', size: 34, width, height: 60 }),
    text(title, { color: '#ffffff', size: 68, bold: true, width, height: 320 }),
    author === '' ? null : text(author, { color: '#dfe3ee', size: 34, width, height: 60 }),
  ])
  const tops = [MARGIN, MARGIN + 80, HEIGHT - MARGIN - 50]
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#1b2340' } })
    .composite([
      { input: { create: { width: WIDTH, height: 12, channels: 3, background: '#5b7cff' } }, left: 0, top: 0 },
      ...parts.flatMap((part, index) =>
        part === null
          ? []
          : [
              {
                input: part.picture,
                left: part.isRightToLeft ? WIDTH - MARGIN - part.width : MARGIN,
                top: tops[index] ?? 0,
              },
            ],
      ),
    ])
    .png({ palette: true })
    .toBuffer()
}

interface TextStyle {
  color: string
  /** In pixels; reduced if the text doesn't fit. */
  size: number
  bold?: boolean
  width: number
  height: number
}

const SMALLER = 0.8
const SIZE_MIN = 20

/** Renders text with the machine's fonts. */
async function text(
  words: string,
  style: TextStyle,
): Promise<{ picture: Buffer; width: number; isRightToLeft: boolean }> {
  const { color, size, bold = false, width, height } = style
  const isRightToLeft = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(words)
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escape(words)}</span>`,
      font: `sans ${bold ? 'bold ' : ''}${size}px`,
      width,
      rgba: true,
      wrap: 'word-char',
      // In right-to-left paragraphs this means the right side.
      align: 'left',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  if (info.height > height && size > SIZE_MIN) return text(words, { ...style, size: Math.round(size * SMALLER) })
  return { picture: data, width: Math.min(info.width, width), isRightToLeft }
}

function shortened(words: string, max: number): string {
  const characters = [...words]
  return characters.length <= max ? words : `${characters.slice(0, max - 1).join('')}…`
}

/** Pango parses markup and rejects control characters. */
function escape(words: string): string {
  return words
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
