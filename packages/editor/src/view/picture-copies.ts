import { httpUrl } from '@stoa/contract'
import { closeHistory } from 'prosemirror-history'
import { linkOf, type Picture } from '../document/pasted-blocks.ts'
import { schema } from '../document/schema.ts'
import { pictureName } from '../paste/data-pictures.ts'
import type { EditorHost } from './host.ts'

const FETCH_MAX_MS = 20_000
/** Pictures loaded at a time. */
const AT_ONCE = 3

/** Offers to upload copies of pictures of other sites, which are links until then. */
export function offerCopies(host: EditorHost, pictures: readonly Picture[]): void {
  const { t, tell } = host
  const count = pictures.length
  if (count === 0) return
  const upload = { label: t('editor.paste.upload', { count }), run: () => void uploadCopies(host, pictures) }
  tell(t('editor.paste.pictures', { count }), host.props().uploads ? [upload] : [])
}

async function uploadCopies(host: EditorHost, pictures: readonly Picture[]): Promise<void> {
  const files = await copiesOf(pictures, host.props().uploads?.fetchPicture ?? fetchPicture)
  if (host.view.isDestroyed) return
  const blocked: Picture[] = []
  replaceLinks(
    host,
    pictures.map((picture, index) => {
      const file = files[index]
      if (!file) blocked.push(picture)
      return { picture, attrs: file ? () => ({ upload: host.uploads.add(file, 'image') }) : null }
    }),
  )
  const count = blocked.length
  if (count === 0) return
  const { t } = host
  const show = () =>
    replaceLinks(
      host,
      blocked.map((picture) => ({ picture, attrs: () => ({ url: picture.src }) })),
    )
  host.tell(t('editor.paste.blocked', { count }), [{ label: t('editor.paste.show', { count }), run: show }])
}

type FetchPicture = typeof fetchPicture

async function copiesOf(pictures: readonly Picture[], load: FetchPicture): Promise<(File | null)[]> {
  const files = pictures.map((): File | null => null)
  const rest = [...pictures.entries()]
  const work = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) files[next[0]] = await copyOf(next[1], load)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return files
}

/** A picture as a file; null if it can’t be read. */
async function copyOf({ src, alt }: Picture, load: FetchPicture): Promise<File | null> {
  try {
    const blob = await load(src, AbortSignal.timeout(FETCH_MAX_MS))
    if (!blob.type.startsWith('image/')) return null
    const name = alt.trim() || decodeURIComponent(new URL(src).pathname.split('/').at(-1) ?? '').replace(/\.\w+$/, '')
    const [, type = 'png'] = /^image\/(\w+)/.exec(blob.type) ?? []
    return new File([blob], `${pictureName(name)}.${type}`, { type: blob.type })
  } catch {
    return null
  }
}

/** Fails if the picture’s site, or the policy of this page, doesn’t let it be read. */
async function fetchPicture(src: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(src, { credentials: 'omit', referrerPolicy: 'no-referrer', signal })
  if (!response.ok) throw new Error(`The picture’s site responded with ${response.status}.`)
  return response.blob()
}

interface Replacement {
  picture: Picture
  /** Attributes of the image; null: it stays a link. Called if the link is still there. */
  attrs: (() => Readonly<Record<string, unknown>>) | null
}

/** Puts images in place of paragraphs that are nothing but links to them. */
function replaceLinks({ view }: EditorHost, replacements: readonly Replacement[]): void {
  const tr = closeHistory(view.state.tr)
  const rest = [...replacements]
  view.state.doc.forEach((node, pos) => {
    const href = linkOf(node)
    const index =
      href === null ? -1 : rest.findIndex(({ picture }) => httpUrl(picture.src)?.href === httpUrl(href)?.href)
    const [found] = index < 0 ? [] : rest.splice(index, 1)
    if (!found?.attrs) return
    const image = schema.nodes.image.create({
      id: node.attrs.id,
      alt: found.picture.alt.slice(0, 500),
      ...found.attrs(),
    })
    tr.replaceWith(tr.mapping.map(pos), tr.mapping.map(pos + node.nodeSize), image)
  })
  if (tr.docChanged) view.dispatch(tr)
}
