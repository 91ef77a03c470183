import { setImmediate as nextTurn } from 'node:timers/promises'
import { httpUrl, isBlankText, normalizeText } from '@stoa/contract'
import { Tokenizer } from 'htmlparser2'

const DESCRIPTION_MAX_LENGTH = 300
const TITLE_MAX_LENGTH = 200
const URL_MAX_LENGTH = 2000
const SITE_NAME_MAX_LENGTH = 80
/** Side of an icon that is sharp as an avatar, in pixels. */
const ICON_SIZE = 96
/** Side of an `apple-touch-icon` that names none. */
const APPLE_ICON_SIZE = 180

/** A page's metadata; null where missing. */
export interface PageMetadata {
  title: string | null
  description: string | null
  /** Address of the picture. */
  image: string | null
  /** Its `link rel=canonical`, or else its `og:url`. */
  canonicalUrl: string | null
  /** Name of its site. */
  siteName: string | null
  /** Address of its site's icon. */
  icon: string | null
}

/** Reads title, description, picture, site and canonical address from the head of a page. `base` is the page's own address. */
export async function readPageMetadata(html: string, base: string): Promise<PageMetadata> {
  const metas = new Map<string, string>()
  let canonical: string | null = null
  const icons: Icon[] = []
  let title: string | null = null
  let isInTitle = false
  await readTags(html, {
    onTag(name, attributes) {
      if (name === 'title') isInTitle = title === null
      if (name === 'link' && attributes.rel?.toLowerCase() === 'canonical') canonical ??= attributes.href ?? null
      if (name === 'link') icons.push(...iconOf(attributes))
      const key = (attributes.property ?? attributes.name)?.toLowerCase()
      if (name === 'meta' && key && attributes.content && !metas.has(key)) metas.set(key, attributes.content)
      // The body is the article: its pictures and comments don't describe the page.
      return name === 'body'
    },
    onText(text) {
      if (isInTitle) title = (title ?? '') + text
    },
    onEndTag(name) {
      if (name === 'title') isInTitle = false
    },
  })
  const first = (...keys: string[]) => keys.map((key) => metas.get(key)).find((value) => value !== undefined) ?? null
  return {
    title: line(first('og:title', 'twitter:title') ?? title, TITLE_MAX_LENGTH),
    description: line(first('og:description', 'twitter:description', 'description'), DESCRIPTION_MAX_LENGTH),
    image: absolute(first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'), base),
    canonicalUrl: absolute(canonical ?? first('og:url'), base),
    siteName: line(first('og:site_name', 'application-name'), SITE_NAME_MAX_LENGTH),
    icon: absolute(sharpest(icons), base),
  }
}

interface Icon {
  href: string
  /** Pixels per side; 0: unknown. */
  size: number
}

/** The icon that a link names, if it is of a type that the forum shows. SVG isn't: it is a document with scripts. */
function iconOf({ rel = '', href = '', type = '', sizes = '' }: Readonly<Record<string, string>>): Icon[] {
  if (href === '' || /svg|icon/i.test(type) || /\.(?:svg|ico)(?:[?#]|$)/i.test(href)) return []
  const kinds = rel.toLowerCase().split(/\s+/)
  if (kinds.includes('apple-touch-icon')) return [{ href, size: Number.parseInt(sizes, 10) || APPLE_ICON_SIZE }]
  return kinds.includes('icon') ? [{ href, size: Number.parseInt(sizes, 10) || 0 }] : []
}

/** The smallest icon that is large enough, otherwise the largest. */
function sharpest(icons: Icon[]): string | null {
  const bySize = icons.toSorted((one, other) => one.size - other.size)
  return (bySize.find(({ size }) => size >= ICON_SIZE) ?? bySize.at(-1))?.href ?? null
}

function line(text: string | null, maximum: number): string | null {
  const normal = normalizeText((text ?? '').slice(0, 100 * maximum)).replace(/\s+/g, ' ')
  if (isBlankText(normal)) return null
  const characters = [...normal]
  return characters.length <= maximum
    ? normal
    : `${characters
        .slice(0, maximum - 1)
        .join('')
        .trimEnd()}…`
}

function absolute(address: string | null, base: string): string | null {
  if (address === null || !URL.canParse(address, base)) return null
  const url = httpUrl(new URL(address, base).href)
  return url && url.href.length <= URL_MAX_LENGTH ? url.href : null
}

/** Callbacks while a page is parsed. Names are in lower case. */
export interface PageListener {
  /** Called for each start tag. Return true to stop. */
  onTag(name: string, attributes: Readonly<Record<string, string>>): boolean
  /** Text with entities decoded, in pieces; includes scripts. */
  onText?(text: string): void
  onEndTag?(name: string): void
}

/** Read in one turn of the event loop: others are served while a long page is read. */
const PART_LENGTH = 100_000

/**
 * Reads the tags of a page one by one, in linear time. Keeps no tree and no list of open elements: a hostile page could
 * make them so long that searching them for each tag would block the server.
 */
export async function readTags(html: string, { onTag, onText, onEndTag }: PageListener): Promise<void> {
  let name = ''
  let attribute = ''
  let value = ''
  let attributes: Record<string, string> = {}
  let isOver = false
  const slice = (start: number, end: number) => html.slice(start, end)
  const open = () => {
    if (!onTag(name, attributes)) return
    isOver = true
    tokenizer.pause()
  }
  const nothing = () => {}
  const tokenizer: Tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        name = slice(start, end).toLowerCase()
        attributes = Object.create(null) as Record<string, string>
      },
      onattribname(start, end) {
        attribute = slice(start, end).toLowerCase()
      },
      onattribdata(start, end) {
        value += slice(start, end)
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint)
      },
      onattribend() {
        attributes[attribute] ??= value
        value = ''
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => onEndTag?.(slice(start, end).toLowerCase()),
      ontext: (start, end) => onText?.(slice(start, end)),
      ontextentity: (codePoint) => onText?.(String.fromCodePoint(codePoint)),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  for (let at = 0; at < html.length && !isOver; at += PART_LENGTH) {
    if (at > 0) await nextTurn()
    tokenizer.write(html.slice(at, at + PART_LENGTH))
  }
  if (!isOver) tokenizer.end()
}
