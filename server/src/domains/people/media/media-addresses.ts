import { httpUrl, isPublicFilePath, MEDIA_URL_MAX_LENGTH, mediaIdOf, PICTURE_PROXY_PATH } from '@stoa/contract'
import { isLoopback } from '../../../platform/security/address.ts'
import { deriveKey, shortMac } from '../../../platform/security/keys.ts'
import { typeOfFile } from './files.ts'

/** Message for an address refused by `fitsPlace`. */
export const WRONG_PLACE = 'This file is of another kind: pictures, videos and recordings each have their own block.'
/** Message for an address refused by `stored`. */
export const NOT_PUBLIC = 'This isn’t one of the forum’s public files.'

/** Addresses of pictures, videos and recordings, as stored and as sent to browsers. */
export interface MediaAddresses {
  /** A picture's address for browsers. External ones go through the forum's proxy. Empty if it may not be shown. */
  picture(address: string): string
  /**
   * A video's or recording's address for browsers. External files are loaded directly, once played. Empty if not
   * allowed.
   */
  file(address: string): string
  /** The address to store; null if it is refused. */
  stored(address: string): string | null
  /** The external address behind a proxied one; null unless this forum signed it. */
  open(signature: string, encoded: string): string | null
}

/**
 * `url`: public address of the forum; `origins`: those of all its domains. Processes with the same secret create the
 * same addresses.
 */
export function createMediaAddresses(about: {
  secret: string
  url: string
  origins: () => readonly string[]
}): MediaAddresses {
  const key = deriveKey(about.secret, 'stoa picture proxy')

  let parsed: { of: readonly string[]; urls: URL[] } | undefined
  /** Parsed once for each change of the domains. */
  function ownOrigins(): URL[] {
    const origins = about.origins()
    if (parsed?.of !== origins) parsed = { of: origins, urls: [about.url, ...origins].map((origin) => new URL(origin)) }
    return parsed.urls
  }

  /** Cookies ignore ports, so every port of the forum's host is its own, except on localhost. */
  function isOwn({ hostname, port }: URL): boolean {
    const name = hostname.replace(/(?<!\.)\.+$/, '')
    return ownOrigins().some((origin) => origin.hostname === name && (origin.port === port || !isLoopback(name)))
  }

  /** Path of an address on the forum, or another address as browsers encode it: null if it isn't http or https. */
  function read(address: string): { path: string } | { href: string | null } {
    if (address === '') return { href: null }
    if (address.startsWith('/')) return { path: address }
    const url = httpUrl(address)
    return url && isOwn(url) ? { path: url.pathname + url.search } : { href: url && url.href }
  }

  function open(signature: string, encoded: string): string | null {
    if (shortMac(key, encoded) !== signature) return null
    return httpUrl(Buffer.from(encoded, 'base64url').toString())?.href ?? null
  }

  function file(address: string): string {
    const target = read(address)
    if ('path' in target) return isPublicFilePath(target.path) ? target.path : ''
    return target.href ?? ''
  }

  return {
    file,
    picture(address) {
      const fileAddress = file(address)
      if (fileAddress === '' || fileAddress.startsWith('/')) return fileAddress
      const encoded = Buffer.from(fileAddress).toString('base64url')
      return `${about.url}${PICTURE_PROXY_PATH}/${shortMac(key, encoded)}/${encoded}`
    },
    stored(address) {
      const target = read(address)
      // An unsigned look-alike may be longer than its proxied form could be.
      if ('href' in target) return (target.href?.length ?? 0) > MEDIA_URL_MAX_LENGTH ? null : address
      const { path } = target
      if (!isPublicFilePath(path)) return null
      if (!path.startsWith(`${PICTURE_PROXY_PATH}/`)) return path
      // A form may send back a proxied address. Store the original, which doesn't depend on the secret.
      const [signature = '', encoded = ''] = path.slice(PICTURE_PROXY_PATH.length + 1).split('/')
      return open(signature, encoded)
    },
    open,
  }
}

/** What a field shows. */
type MediaPlace = 'picture' | 'video' | 'audio' | 'captions'
const TYPE_OF_PLACE: Readonly<Record<MediaPlace, string>> = {
  picture: 'image/',
  video: 'video/',
  audio: 'audio/',
  captions: 'text/vtt',
}

/** Whether a stored address can be shown there. An upload's file is named by its content, whatever it was sent as. */
export function fitsPlace(address: string, place: MediaPlace): boolean {
  if (mediaIdOf(address) === null) return true
  return typeOfFile(address.slice(address.lastIndexOf('/') + 1))?.startsWith(TYPE_OF_PLACE[place]) ?? false
}

type Fields = Record<string, unknown>
/** Maps an address found in `field`. */
type Change = (address: string, place: MediaPlace, field: string) => string

/** Fields of post blocks that hold addresses of pictures, videos or recordings. */
const PATHS: Readonly<Record<string, readonly [place: MediaPlace, path: readonly string[]][]>> = {
  image: [['picture', ['file', 'url']]],
  simpleImage: [['picture', ['url']]],
  video: [
    ['video', ['url']],
    ['video', ['cdn', 'mp4Url']],
    ['picture', ['image']],
    ['captions', ['captions']],
  ],
  audio: [
    ['audio', ['url']],
    ['captions', ['captions']],
  ],
  linkTool: [['picture', ['meta', 'image', 'url']]],
}
/** Skips posts without media, which is most of them. */
const HAS_MEDIA = new RegExp(`"(?:${Object.keys(PATHS).join('|')})"`)

/** Replaces the addresses in a document of blocks; tolerates old and unknown blocks. */
export function withMedia<Document>(document: Document, change: Change): Document {
  const { blocks } = document as { blocks?: unknown }
  if (!Array.isArray(blocks)) return document
  const changed = blocks.map((block: unknown, index) => {
    const paths = isFields(block) && Object.hasOwn(PATHS, String(block.type)) ? PATHS[String(block.type)] : undefined
    if (!isFields(block) || !paths) return block
    let { data } = block
    for (const [place, path] of paths) {
      data = replaced(data, path, (address) => change(address, place, `blocks.${index}.data.${path.join('.')}`))
    }
    return { ...block, data }
  })
  return { ...document, blocks: changed }
}

/** A post's stored content as sent to browsers. */
export function shownContent(content: string, media: MediaAddresses): string {
  if (!HAS_MEDIA.test(content)) return content
  try {
    const shown: Change = (address, place) => (place === 'picture' ? media.picture(address) : media.file(address))
    return JSON.stringify(withMedia(JSON.parse(content), shown))
  } catch {
    // Content that isn't JSON is plain text.
    return content
  }
}

function replaced(value: unknown, path: readonly string[], change: (address: string) => string): unknown {
  const [name, ...rest] = path
  if (name === undefined) return typeof value === 'string' ? change(value) : value
  if (!isFields(value) || !Object.hasOwn(value, name)) return value
  return { ...value, [name]: replaced(value[name], rest, change) }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
