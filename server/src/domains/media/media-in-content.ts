import type { MediaAddresses } from './media-addresses.ts'

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
  ],
  audio: [['file', ['url']]],
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
