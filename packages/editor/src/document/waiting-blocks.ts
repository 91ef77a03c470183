import type { Node } from 'prosemirror-model'
import { isFields } from './attributes.ts'
import { schema } from './schema.ts'

/** A file whose block isn't in the stored document. */
export interface WaitingBlock {
  /** Key of its upload. */
  key: string
  kind: 'image' | 'video' | 'audio'
  place: { after: string | null; index: number; node: unknown } | null
}

/** The document with the blocks of files that haven't arrived: where they were, or at the end. */
export function withWaitingBlocks(doc: Node, files: readonly WaitingBlock[]): Node {
  if (files.length === 0) return doc
  const blocks = [...doc.content.content]
  const indexOf = (id: unknown) => blocks.findIndex(({ attrs }) => typeof id === 'string' && attrs.id === id)
  for (const { key, kind, place } of files) {
    const node = blockOf(place?.node, key) ?? schema.nodes[kind].create({ upload: key })
    const own = indexOf(node.attrs.id)
    const former = blocks[own]
    if (former) {
      // Its file was being replaced.
      if (former.type === node.type) blocks[own] = former.type.create({ ...former.attrs, upload: key }, former.content)
      continue
    }
    const before = indexOf(place?.after)
    const index = before >= 0 ? before + 1 : place === null ? blocks.length : place.after === null ? 0 : place.index
    blocks.splice(index, 0, node)
  }
  return doc.type.create(doc.attrs, blocks)
}

/** The block as it was noted; null if it can't be read. */
function blockOf(json: unknown, key: string): Node | null {
  if (!isFields(json)) return null
  try {
    const node = schema.nodeFromJSON(json)
    node.check()
    return node.type.isInGroup('block') && node.attrs.upload === key ? node : null
  } catch {
    return null
  }
}

/** Where the blocks of unfinished uploads are, by their keys. */
export function placesOfUploads(doc: Node): Map<string, NonNullable<WaitingBlock['place']>> {
  const places = new Map<string, NonNullable<WaitingBlock['place']>>()
  let after: string | null = null
  doc.forEach((node, _pos, index) => {
    const { upload, id } = node.attrs as { upload?: string | null; id: string | null }
    if (upload) places.set(upload, { after, index, node: node.toJSON() })
    after = id
  })
  return places
}
