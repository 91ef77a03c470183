import { accountIdsOf, type Me } from '@stoa/contract'
import { createFreshCache } from '../../../platform/cache/fresh-cache.ts'
import type { StoredEvent } from '../../../platform/events/events.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type MediaRow, mediaRepository } from './repository.ts'

/** Who may load the files of an upload. */
export interface FileAccess {
  /** Moderators have removed it: it is served to nobody. */
  isRemoved: boolean
  /** It is shown in public. */
  isPublic: boolean
  /** Whether this person may load it although it isn't public. */
  isFor(viewer: Me): boolean
}

/** Whether a post shows an upload in public, and who else may see it there. */
export interface PostVisibility {
  isPublic: boolean
  isFor(viewer: Me): boolean
}

/** The posts among some ids, as far as any of the uploads is concerned; the others are people and communities. */
export type FindPosts = (ids: string[], mediaIds: string[]) => Promise<Map<string, PostVisibility>>

export type FileAccesses = ReturnType<typeof createFileAccesses>

const ACCESSES_MAX = 20_000
const tagOf = (mediaId: string) => `media:${mediaId}`

/**
 * Decides who may load a file: an upload is public while a public post, a person or a community shows it. Otherwise it
 * is for its owner and those who may see a post or revision that shows it. Decisions are cached for at most a second;
 * changes by this process drop them at once.
 */
export function createFileAccesses({ database, clock, events }: Pick<Platform, 'database' | 'clock' | 'events'>) {
  const cache = createFreshCache<FileAccess | null>({ clock, max: ACCESSES_MAX })
  let findPosts: FindPosts = async () => new Map()
  const drop = ({ name, event }: StoredEvent) => {
    if (name === 'post.changed') cache.drop([event.postId])
    else if (name === 'post.created') cache.drop([event.post.id])
  }
  events.subscribe(drop, drop)

  /** What decides about captions is what they belong to. */
  async function rowsOf(mediaId: string): Promise<MediaRow[]> {
    const repository = mediaRepository(database.read)
    const row = await repository.byId(mediaId)
    const parent = row && row.parent_id !== '' ? await repository.byId(row.parent_id) : undefined
    return [row, parent].filter((one) => one !== undefined)
  }

  async function load(mediaId: string): Promise<{ value: FileAccess | null; tags: string[] }> {
    const rows = await rowsOf(mediaId)
    const ids = rows.map(({ id }) => id)
    const shownIn = await mediaRepository(database.read).shownInAny(ids)
    const posts = await findPosts(shownIn, ids)
    const owners = rows.map(({ owner_id }) => owner_id)
    const value = {
      isRemoved: rows.some(({ removed_by }) => removed_by !== ''),
      isPublic: shownIn.some((id) => posts.get(id)?.isPublic ?? true),
      isFor: (viewer: Me) =>
        accountIdsOf(viewer).some((id) => owners.includes(id)) ||
        [...posts.values()].some((post) => post.isFor(viewer)),
    }
    return { value: rows.length === 0 ? null : value, tags: [mediaId, ...ids].map(tagOf).concat(shownIn) }
  }

  return {
    /** Null: there is no such upload. */
    of: (mediaId: string): Promise<FileAccess | null> => cache.get(mediaId, () => load(mediaId)),
    /** Drops decisions about uploads whose uses have changed. */
    forget: (mediaIds: readonly string[]): void => cache.drop(mediaIds.map(tagOf)),
    /** The domain of posts names those that show an upload. */
    onPosts(find: FindPosts): void {
      findPosts = find
    },
  }
}
