import { Fragment, type Node } from 'prosemirror-model'
import { schema } from '../document/schema.ts'
import type { UploadedMedia } from '../editor-props.ts'
import type { UploadStore } from './upload-store.ts'

/**
 * The document as it is saved: arrived uploads with their addresses, and without blocks whose upload isn't finished. A
 * block whose file is being replaced keeps its former one.
 */
export function withUploads(doc: Node, uploads: UploadStore): Node {
  const blocks: Node[] = []
  let isChanged = false
  doc.forEach((block) => {
    const key = block.attrs.upload as string | null | undefined
    if (!key) {
      blocks.push(block)
      return
    }
    isChanged = true
    const media = uploads.get(key)?.media
    if (media) blocks.push(withMedia(block, media))
    else if (block.attrs.url !== null) blocks.push(block.type.create({ ...block.attrs, upload: null }, block.content))
  })
  if (!isChanged) return doc
  return doc.copy(Fragment.from(blocks.length > 0 ? blocks : [schema.nodes.paragraph.create()]))
}

/** A file's name may promise another kind than its content has; the content decides. */
export function withMedia({ type, attrs, content }: Node, media: UploadedMedia): Node {
  const { url, width, height, sizes, placeholder, durationMs, posterUrl } = media
  const kind = media.kind === undefined || media.kind === 'captions' ? type.name : media.kind
  const name = kind === 'video' || kind === 'audio' ? kind : 'image'
  const own = name === type.name ? attrs : { id: attrs.id }
  const file = {
    image: { url, width, height, sizes: sizes.length > 0 ? sizes : null, placeholder },
    video: { url, image: posterUrl, mp4Url: null, width, height, durationMs, captions: attrs.captions ?? null },
    audio: { url, durationMs, captions: attrs.captions ?? null },
  }[name]
  return schema.nodes[name].create({ ...own, ...file, upload: null }, content)
}
