import { httpUrl, isPublicFilePath } from '@stoa/contract'
import { embedFrame } from '@stoa/post-view'
import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { NodeSelection } from 'prosemirror-state'
import { linkAddress } from '../commands/marks.ts'
import { schema } from '../document/schema.ts'
import { insertBlocks, insertFiles } from '../plugins/uploads.ts'
import type { AddressedType, EditorHost } from './host.ts'
import type { BlockFileKind } from './upload-store.ts'

const { nodes } = schema
const SERVICES = ['youtube', 'vimeo', 'twitter', 'instagram', 'codepen', 'soundcloud', 'spotify'] as const

/** The service that can embed an address; null if there is none. */
function serviceOf(address: string): string | null {
  return SERVICES.find((service) => embedFrame(service, address)?.kind === 'frame') ?? null
}

/** The embed of an address; null if there is none. */
export function embedOf(address: string): Node | null {
  const service = serviceOf(address)
  return service === null ? null : nodes.embed.create({ source: address, service })
}

/** What is wrong with an address for a block; null if it can be added. */
export function problemOfAddress(type: AddressedType, address: string): 'address' | 'service' | null {
  if (type === 'image' || type === 'video' || type === 'audio') {
    return isPublicFilePath(address.trim()) || httpUrl(address.trim()) ? null : 'address'
  }
  const url = linkAddress(address)
  if (url === null) return 'address'
  return type === 'embed' && serviceOf(url) === null ? 'service' : null
}

/** Adds a block for an address, or gives the one at `pos` another one. */
export function applyAddress(
  host: EditorHost,
  about: { type: AddressedType; pos: number | null; address: string },
): void {
  const { type, pos, address } = about
  const isFile = type === 'image' || type === 'video' || type === 'audio'
  const url = isFile ? address.trim() : (linkAddress(address) ?? address)
  const attrs = isFile ? { url } : type === 'embed' ? { source: url, service: serviceOf(url) ?? '' } : { link: url }
  place(host, nodes[type].create(attrs), pos)
  if (type === 'linkTool') loadLinkCard(host, url)
}

/** Adds blocks for files, or gives the one at `pos` another file. */
export function applyFiles(
  host: EditorHost,
  about: { kind: BlockFileKind; pos: number | null; files: readonly File[] },
): void {
  const { view, uploads } = host
  const { kind, pos, files } = about
  const [first] = files
  if (!first) return
  const before = pos === null ? null : view.state.doc.nodeAt(pos)
  if (pos === null || !before) {
    insertFiles(view, { uploads, files: files.map((file) => ({ file, kind })), pos: null })
    return
  }
  // It keeps its former file until the new one has arrived.
  const attrs = {
    ...before.attrs,
    upload: uploads.add(first, kind),
    ...('captions' in before.attrs && { captions: null }),
  }
  replace(host, nodes[kind].create(attrs, before.content), pos)
}

function place(host: EditorHost, node: Node, pos: number | null): void {
  const before = pos === null ? null : host.view.state.doc.nodeAt(pos)
  if (pos === null || !before) {
    insertBlocks(host.view, [node])
    return
  }
  const { id, origin, alt, stretched, withBorder, withBackground } = before.attrs
  const kept = { id, origin, ...(alt !== undefined && { alt }), stretched, withBorder, withBackground }
  const known = Object.fromEntries(Object.entries(kept).filter(([name]) => name in node.attrs))
  replace(host, node.type.create({ ...node.attrs, ...known }, before.content), pos)
}

function replace({ view }: EditorHost, node: Node, pos: number): void {
  const tr = closeHistory(view.state.tr)
  // The element stays, since the type does.
  tr.setNodeMarkup(pos, node.type, node.attrs)
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)))
  view.focus()
}

/** Shows what the server knows of a page. That isn't a step of its own when undoing. */
function loadLinkCard(host: EditorHost, link: string): void {
  const { linkCard } = host.props()
  if (!linkCard) return
  void linkCard(link)
    .catch(() => null)
    .then((meta) => {
      const { view } = host
      if (!meta || view.isDestroyed) return
      const { tr } = view.state
      view.state.doc.forEach(({ attrs, type }, pos) => {
        if (type !== nodes.linkTool || attrs.link !== link || attrs.title !== '') return
        tr.setNodeAttribute(pos, 'title', meta.title ?? '')
        tr.setNodeAttribute(pos, 'description', meta.description ?? '')
        const image = meta.image?.url
        if (image !== undefined && (isPublicFilePath(image) || httpUrl(image))) tr.setNodeAttribute(pos, 'image', image)
      })
      if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false))
    })
}
