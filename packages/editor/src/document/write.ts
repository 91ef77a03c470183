import type { DocumentBlock, PostDocument } from '@stoa/contract'
import type { Node } from 'prosemirror-model'
import { isFields } from './attributes.ts'
import { writeInline } from './inline.ts'
import { emptyParagraph, originalOf } from './read.ts'
import { schema } from './schema.ts'

type Fields = Readonly<Record<string, unknown>>
/** Known fields of a block’s data. Undefined ones aren’t written. */
type Write = (node: Node, former: Fields) => Fields

/** Attributes of a file whose upload has ended; null while it is still running. */
export type FindUploaded = (key: string) => Fields | null

/** Stored types whose names differ from the nodes’. */
const TYPES: Readonly<Record<string, string>> = { heading: 'header', codeBlock: 'code' }

const writers: Readonly<Record<string, Write>> = {
  paragraph: (node) => ({ text: writeInline(node.content) }),
  heading: (node) => ({ text: writeInline(node.content), level: node.attrs.level }),
  list: ({ attrs, content }, former) => ({
    style: attrs.style,
    meta: listMeta(attrs, former.meta),
    items: content.content.map((item) => writeItem(item, attrs.style)),
  }),
  table: ({ attrs, content }, former) => ({
    withHeadings: flag('withHeadings', attrs, former),
    content: content.content.map((row) => row.content.content.map((cell) => writeInline(cell.content))),
  }),
  codeBlock: ({ attrs, textContent }, former) => ({
    code: textContent,
    language: optional('language', attrs.language, former),
  }),
  delimiter: () => ({}),
  quote: (node, former) => ({
    text: writeInline(node.child(0).content),
    caption: optional('caption', writeInline(node.child(1).content), former),
  }),
  warning: (node) => ({
    title: writeInline(node.child(0).content),
    message: writeInline(node.child(1).content),
  }),
  image: (node, former) => {
    const { url, width, height, sizes, placeholder, alt } = node.attrs
    const file = isFields(former.file) && former.file.url === url ? former.file : {}
    const size = { width: width ?? undefined, height: height ?? undefined }
    return {
      // Older documents have these fields here.
      ...(isFields(former.file) ? {} : { url: undefined, width: undefined, height: undefined, sizes: undefined }),
      file: merged(file, { url, ...size, sizes: sizes ?? undefined, placeholder: placeholder ?? undefined }),
      caption: captionOf(node, former),
      alt: optional('alt', alt, former),
      ...frameOf(node, former),
      withBackground: flag('withBackground', node.attrs, former),
    }
  },
  simpleImage: (node, former) => ({
    url: node.attrs.url,
    ...sizeOf(node),
    caption: captionOf(node, former),
    ...frameOf(node, former),
    withBackground: flag('withBackground', node.attrs, former),
  }),
  video: (node, former) => {
    const { url, image, mp4Url } = node.attrs
    const cdn = isFields(former.cdn) ? former.cdn : {}
    return {
      url,
      image: image ?? undefined,
      cdn: mp4Url === null ? undefined : { ...cdn, mp4Url },
      ...sizeOf(node),
      ...soundOf(node),
      caption: captionOf(node, former),
      ...frameOf(node, former),
    }
  },
  audio: (node, former) => ({ url: node.attrs.url, ...soundOf(node), caption: captionOf(node, former) }),
  embed: (node, former) => ({
    service: node.attrs.service,
    source: node.attrs.source,
    embed: node.attrs.embed ?? undefined,
    caption: captionOf(node, former),
    ...sizeOf(node),
  }),
  linkTool: ({ attrs }, former) => {
    const meta = isFields(former.meta) ? former.meta : {}
    const picture = isFields(meta.image) ? meta.image : {}
    const known = merged(meta, {
      title: optional('title', attrs.title, meta),
      description: optional('description', attrs.description, meta),
      image: attrs.image === null ? undefined : { ...picture, url: attrs.image },
    })
    return { link: attrs.link, meta: Object.keys(known).length > 0 || isFields(former.meta) ? known : undefined }
  },
  unknown: ({ attrs }) => attrs.data ?? {},
}

/** Blocks as written, by their nodes. Nodes never change. */
const written = new WeakMap<Node, DocumentBlock>()

/**
 * Writes the document. A block that nobody has changed is the very object that was read; a changed one keeps the fields
 * that the editor doesn’t know. Files that aren’t uploaded yet are left out.
 */
export function writeDocument(doc: Node, findUploaded: FindUploaded = () => null): PostDocument {
  const isEmpty = doc.childCount === 1 && doc.child(0).eq(emptyLike(doc.child(0)))
  const blocks = isEmpty ? [] : doc.content.content.map((node) => writeBlock(node, findUploaded))
  return { ...(doc.attrs.fields as Fields | null), blocks: blocks.filter((block) => block !== null) }
}

/** The document without empty texts at its start and end, for publishing. */
export function withoutOuterBlanks(doc: Node): Node {
  const blocks = doc.content.content
  const first = blocks.findIndex((node) => !isBlank(node))
  const last = blocks.findLastIndex((node) => !isBlank(node))
  return doc.type.create(doc.attrs, first < 0 ? emptyParagraph() : blocks.slice(first, last + 1))
}

/** Writes one block; null for a file that isn’t uploaded yet. */
export function writeBlock(node: Node, findUploaded: FindUploaded = () => null): DocumentBlock | null {
  if (node.attrs.upload && node.attrs.url === null) {
    const file = findUploaded(node.attrs.upload as string)
    return file && freshBlock(node.type.create({ ...node.attrs, ...file }, node.content))
  }
  const known = written.get(node)
  if (known) return known
  const block = isOriginal(node) ? (node.attrs.origin as DocumentBlock) : freshBlock(node)
  written.set(node, block)
  return block
}

function freshBlock(node: Node): DocumentBlock {
  const { id, origin } = node.attrs as { id: string | null; origin: Fields | null }
  const former = origin && originalOf(origin).type === node.type && isFields(origin.data) ? origin.data : {}
  const type = node.type.name === 'unknown' ? (node.attrs.name as string) : (TYPES[node.type.name] ?? node.type.name)
  const data = merged(former, writers[node.type.name]?.(node, former) ?? {})
  return merged(origin ?? {}, { id: id ?? undefined, type, data }) as unknown as DocumentBlock
}

/** Whether the node says what its stored block says. Only the id may differ: stored blocks may have none. */
function isOriginal(node: Node): boolean {
  const origin = node.attrs.origin as Fields | null
  if (origin === null) return false
  const original = originalOf(origin)
  return original === node || (original.type === node.type && withId(original, node.attrs.id).eq(node))
}

function withId(node: Node, id: unknown): Node {
  return node.type.create({ ...node.attrs, id }, node.content, node.marks)
}

function emptyLike({ attrs }: Node): Node {
  return schema.nodes.paragraph.create({ id: attrs.id })
}

function isBlank(node: Node): boolean {
  const isText = node.type === schema.nodes.paragraph || node.type === schema.nodes.heading
  return isText && node.textContent.trim() === ''
}

function writeItem(item: Node, style: unknown): Fields {
  const origin = isFields(item.attrs.origin) ? item.attrs.origin : {}
  const former = isFields(origin.meta) ? origin.meta : {}
  const isTicked = item.attrs.checked === true
  const hasTick = style === 'checklist' || isTicked || 'checked' in former
  const meta = { ...former, ...(hasTick && { checked: isTicked }) }
  const inner = item.maybeChild(1)?.content.content ?? []
  return merged(origin, {
    content: writeInline(item.child(0).content),
    meta: isFields(origin.meta) || hasTick ? meta : undefined,
    items: inner.map((one) => writeItem(one, style)),
  })
}

function listMeta({ style, start, counterType }: Node['attrs'], former: unknown): Fields | undefined {
  const isOrdered = style === 'ordered'
  const meta = merged(isFields(former) ? former : {}, {
    start: isOrdered ? (start ?? undefined) : undefined,
    counterType: isOrdered ? (counterType ?? undefined) : undefined,
  })
  return Object.keys(meta).length > 0 || isFields(former) ? meta : undefined
}

function captionOf(node: Node, former: Fields): string | undefined {
  return optional('caption', writeInline(node.content), former)
}

function frameOf({ attrs }: Node, former: Fields) {
  return { stretched: flag('stretched', attrs, former), withBorder: flag('withBorder', attrs, former) }
}

function sizeOf({ attrs }: Node) {
  return { width: attrs.width ?? undefined, height: attrs.height ?? undefined }
}

function soundOf({ attrs }: Node) {
  return { durationMs: attrs.durationMs ?? undefined, captions: attrs.captions ?? undefined }
}

/** An empty text is only written where the stored block has the field. */
function optional(name: string, text: string, former: Fields): string | undefined {
  return text === '' && !(name in former) ? undefined : text
}

function flag(name: string, attrs: Node['attrs'], former: Fields): boolean | undefined {
  return attrs[name] === true ? true : name in former ? false : undefined
}

/** The former fields in their order, with those that have a new value replaced, and undefined ones removed. */
function merged(former: Fields, known: Fields): Fields {
  return Object.fromEntries(Object.entries({ ...former, ...known }).filter(([, value]) => value !== undefined))
}
