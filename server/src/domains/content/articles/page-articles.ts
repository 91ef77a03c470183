import { readTags } from '../../../platform/fetcher/page-metadata.ts'

const META = 'stoa:article-id'
/** Elements that show an article; `stoa-count` may refer to others, in lists of articles. */
const THREAD = 'stoa-comments'
const PARTS = new Set(['stoa-reactions', 'stoa-poll'])

/**
 * Reads the ids of a community's articles on a page: from `<meta name="stoa:article-id">`, else from `<stoa-comments>`,
 * else from reactions and polls. `names`: the community's names, in lower case.
 */
export async function readArticleIds(html: string, names: ReadonlySet<string>): Promise<string[]> {
  const idsByPlace = { meta: new Set<string>(), thread: new Set<string>(), parts: new Set<string>() }
  await readTags(html, {
    onTag(tag, attributes) {
      if (tag === 'meta' && attributes.name?.toLowerCase() === META) add(idsByPlace.meta, attributes.content)
      const kind = tag === THREAD ? idsByPlace.thread : PARTS.has(tag) ? idsByPlace.parts : null
      const isOurs = names.has((attributes.community ?? '').toLowerCase())
      if (kind && isOurs) add(kind, attributes['article-id'])
      return false
    },
  })
  const { meta, thread, parts } = idsByPlace
  return [...(meta.size > 0 ? meta : thread.size > 0 ? thread : parts)]
}

/** Maximum length in requests. */
const ID_MAX_LENGTH = 200

function add(ids: Set<string>, id: string | undefined): void {
  if (id !== undefined && id.length > ID_MAX_LENGTH) return
  const trimmedId = id?.trim().normalize('NFC') ?? ''
  if (trimmedId !== '') ids.add(trimmedId)
}
