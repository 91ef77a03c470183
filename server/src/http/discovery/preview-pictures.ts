import {
  isId,
  LINK_LOGO,
  LINK_PICTURE,
  linkSize,
  type Post,
  previewImage,
  storedLogo,
  storedPicture,
} from '@stoa/contract'
import type { Request, RequestHandler, Router } from 'express'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { DomainError } from '../../platform/domain-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createRouter, onlyRead } from '../express.ts'
import type { CallOfDomain } from '../local-call.ts'

const PREVIEW_ROUTES = ['/preview/:name', '/preview/:of/:name']
/** 1.91 to 1, as recommended for link previews. */
const { width: WIDTH, height: HEIGHT } = LINK_PICTURE
const MARGIN = 80
const KEPT_BYTES = 32 * 1024 * 1024
/** Limits how long a hidden post's picture is still shown. Revalidation by ETag gets an unchanged picture as 304. */
const KEPT_S = 5 * 60
const JPEG_QUALITY = 82
const TITLE_LENGTH = 140
const LINE_LENGTH = 60

/**
 * `/preview/{postId}.png`: link preview of a post without a picture, with its title, community and author.
 * `/preview/{postId}.jpeg`: the picture of a post, which is stored as WebP, as JPEG. Both show what a visitor sees.
 * `/preview/communities/{name}` and `/preview/people/{slug}` likewise show a logo or avatar, or the name.
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
  const pictures = createPictureCache(KEPT_BYTES)

  router.get(PREVIEW_ROUTES, limit, async (request, response) => {
    const [, name = '', extension] = /^(.*)\.(png|jpeg)$/.exec(String(request.params.name)) ?? []
    if (extension === undefined) throw new DomainError('NOT_FOUND')
    const { stored, box, lines } = await subjectOf(request, { of: request.params.of, name })
    const { key, make } = extension === 'png' ? drawing(lines) : await conversion(stored, box)
    const picture = await pictures.get(key, make)
    response
      .set({
        'Cache-Control': `public, max-age=${KEPT_S}, must-revalidate`,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .type(extension)
      .send(picture)
  })
  router.all(PREVIEW_ROUTES, onlyRead)
  return router

  async function subjectOf(request: Request, { of, name }: { of: unknown; name: string }): Promise<Subject> {
    if (of === 'communities') {
      const { title, logoImageURI } = (await call(request, 'communityGet', { tokenName: name })).community
      return { stored: storedLogo(logoImageURI), box: LOGO, lines: { title, community: '', author: '' } }
    }
    if (of === 'people') {
      const { user } = await call(request, 'userGet', { idOrSlug: name })
      const lines = { title: user.displayName, community: '', author: user.profileTitle }
      return { stored: storedLogo(user.profileImageUrl), box: LOGO, lines }
    }
    if (of !== undefined || !isId(name)) throw new DomainError('NOT_FOUND')
    const { post } = await call(request, 'postGet', { idOrSlug: name })
    const image = previewImage(post)
    const stored = storedPicture(image?.url ?? '')
    return { stored, box: { ...linkSize(image ?? {}), fit: 'cover' }, lines: linesOf(post) }
  }

  async function conversion(stored: Subject['stored'], box: Box) {
    if (!stored) throw new DomainError('NOT_FOUND')
    // A public post may name a file that moderators have removed, or another person's that isn't public.
    const access = await fileAccesses.of(stored.id)
    if (!access?.isPublic || access.isRemoved) throw new DomainError('NOT_FOUND')
    return { key: JSON.stringify([stored, box]), make: () => toJpeg(stored, box) }
  }

  /** Converts a stored picture, which this server has encoded itself. */
  async function toJpeg({ id, name }: { id: string; name: string }, box: Box): Promise<Buffer> {
    if ((await storage.size(id, name)) === null) throw new DomainError('NOT_FOUND')
    const file = await storage.open(id, name)
    try {
      const picture = sharp(file.path)
        .flatten({ background: WHITE })
        .resize({ ...box, background: WHITE })
      return await picture.jpeg({ quality: JPEG_QUALITY }).toBuffer()
    } finally {
      await file.release()
    }
  }
}

/** Keeps the latest pictures up to a size in bytes. Concurrent requests share one making; failures are not kept. */
export function createPictureCache(maxSize: number) {
  const pictures = new LRUCache<string, Buffer>({ maxSize, sizeCalculation: ({ length }) => length })
  const making = new Map<string, Promise<Buffer>>()

  async function add(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    try {
      const picture = await make()
      pictures.set(key, picture)
      return picture
    } finally {
      making.delete(key)
    }
  }

  return {
    async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
      const existing = pictures.get(key) ?? making.get(key)
      if (existing) return existing
      const picture = add(key, make)
      making.set(key, picture)
      return picture
    },
  }
}

const WHITE = '#ffffff'
/** A logo or avatar is shown whole. */
const LOGO = { ...LINK_LOGO, fit: 'contain' } as const

/** What links to a page show. */
interface Subject {
  /** Its picture. */
  stored: ReturnType<typeof storedPicture>
  box: Box
  lines: Lines
}

interface Box {
  width: number
  height: number
  fit: 'contain' | 'cover'
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
    community === '' ? null : text(community, { color: '#c9d6ff', size: 34, width, height: 60 }),
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
