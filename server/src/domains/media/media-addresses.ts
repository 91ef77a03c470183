import { httpUrl, isPublicFilePath, MEDIA_URL_MAX_LENGTH, PICTURE_PROXY_PATH } from '@stoa/contract'
import { isLoopback } from '../../platform/security/address.ts'
import { deriveKey, shortMac } from '../../platform/security/keys.ts'

/** What is said about an address that `stored` refuses. */
export const NOT_PUBLIC = 'This is no public file of the forum.'

/** Addresses of pictures, films and recordings: as they are stored, and as browsers get them. */
export interface MediaAddresses {
  /** Where browsers get a picture: a foreign one through the forum's proxy. Empty where it may not be shown. */
  picture(address: string): string
  /** Where browsers get a film or recording: foreign ones from where they are, once they are played. Empty where it may not be. */
  file(address: string): string
  /** The address to store for one that was sent; null where it is refused. */
  stored(address: string): string | null
  /** The foreign address behind the two parts of a proxied one; null unless this forum has made it. */
  open(signature: string, encoded: string): string | null
}

/** `url`: public address of the forum; `origins`: those of all its domains. Every process with the same secret makes the same addresses. */
export function createMediaAddresses(about: {
  secret: string
  url: string
  origins: readonly string[]
}): MediaAddresses {
  const key = deriveKey(about.secret, 'stoa picture proxy')
  const own = [about.url, ...about.origins].map((origin) => new URL(origin))

  /** Cookies know no ports, so every port of the forum's host is its own; but of this machine's, where others stand, too. */
  function isOwn({ hostname, port }: URL): boolean {
    const name = hostname.replace(/\.+$/, '')
    return own.some((origin) => origin.hostname === name && (origin.port === port || !isLoopback(name)))
  }

  /** The path, where an address is one of the forum's own, else null. */
  function ownPath(address: string): string | null {
    if (address.startsWith('/')) return address
    const url = httpUrl(address)
    return url && isOwn(url) ? url.pathname + url.search : null
  }

  function open(signature: string, encoded: string): string | null {
    if (shortMac(key, encoded) !== signature) return null
    return httpUrl(Buffer.from(encoded, 'base64url').toString())?.href ?? null
  }

  function file(address: string): string {
    const path = ownPath(address)
    if (path !== null) return isPublicFilePath(path) ? path : ''
    return httpUrl(address)?.href ?? ''
  }

  return {
    file,
    picture(address) {
      const known = file(address)
      if (known === '' || known.startsWith('/')) return known
      const encoded = Buffer.from(known).toString('base64url')
      return `${about.url}${PICTURE_PROXY_PATH}/${shortMac(key, encoded)}/${encoded}`
    },
    stored(address) {
      const path = ownPath(address)
      // One that only looks like a proxied picture's may be longer than its proxied one could be.
      if (path === null) return (httpUrl(address)?.href.length ?? 0) > MEDIA_URL_MAX_LENGTH ? null : address
      if (!isPublicFilePath(path)) return null
      if (!path.startsWith(`${PICTURE_PROXY_PATH}/`)) return path
      // What was shown comes back from a form: the picture keeps its own address, which outlives the secret.
      const [signature = '', encoded = ''] = path.slice(PICTURE_PROXY_PATH.length + 1).split('/')
      return open(signature, encoded)
    },
    open,
  }
}

type Fields = Record<string, unknown>
/** What an address is replaced by; `field` says where it stands. */
type Change = (address: string, kind: 'picture' | 'file', field: string) => string

/** Where the blocks of a post hold addresses of pictures, and of films and recordings. */
const PLACES: Readonly<Record<string, readonly [kind: 'picture' | 'file', path: readonly string[]][]>> = {
  image: [['picture', ['file', 'url']]],
  simpleImage: [['picture', ['url']]],
  video: [
    ['file', ['url']],
    ['file', ['cdn', 'mp4Url']],
    ['picture', ['image']],
    ['file', ['captions']],
  ],
  audio: [
    ['file', ['url']],
    ['file', ['captions']],
  ],
  linkTool: [['picture', ['meta', 'image', 'url']]],
}
/** Tells most posts, which have none, without reading them. */
const HAS_MEDIA = new RegExp(`"(?:${Object.keys(PLACES).join('|')})"`)

/** A document of blocks, however old or odd, with its addresses replaced. */
export function withMedia<Document>(document: Document, change: Change): Document {
  const { blocks } = document as { blocks?: unknown }
  if (!Array.isArray(blocks)) return document
  const changed = blocks.map((block: unknown, index) => {
    const places = isFields(block) && Object.hasOwn(PLACES, String(block.type)) ? PLACES[String(block.type)] : undefined
    if (!isFields(block) || !places) return block
    let { data } = block
    for (const [kind, path] of places) {
      data = replaced(data, path, (address) => change(address, kind, `blocks.${index}.data.${path.join('.')}`))
    }
    return { ...block, data }
  })
  return { ...document, blocks: changed }
}

/** The stored content of a post as browsers get it. */
export function shownContent(content: string, media: MediaAddresses): string {
  if (!HAS_MEDIA.test(content)) return content
  try {
    return JSON.stringify(withMedia(JSON.parse(content), (address, kind) => media[kind](address)))
  } catch {
    // What is no JSON is shown as the text that it is.
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
