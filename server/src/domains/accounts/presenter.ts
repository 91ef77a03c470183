import type { ShownPerson, User } from '@stoa/contract'
import type { MediaAddresses } from '../media/media-addresses.ts'
import type { UserRow } from './repository.ts'

/** The public profile; a deleted account keeps only its id. */
export type PresentUser = (row: UserRow) => User

/** Presents profiles. `origin`: of the forum; pictures that are named by a path get it, since partners' pages have another one. */
export function createUserPresenter(origin: string, media: Pick<MediaAddresses, 'picture'>): PresentUser {
  return (row) => {
    const deleted = row.deleted_at > 0
    const picture = deleted ? '' : media.picture(row.profile_image_url)
    return {
      id: row.id,
      username: deleted ? 'deleted' : row.username,
      displayName: deleted ? 'deleted' : row.profile_name || row.display_name || row.username,
      slugUrl: deleted ? '' : row.slug,
      profileName: deleted ? '' : row.profile_name,
      profileTitle: deleted ? '' : row.profile_title,
      profileAbout: deleted ? '' : (row.profile_about ?? ''),
      profileImageUrl: picture.startsWith('/') ? `${origin}${picture}` : picture,
      createdAt: row.created_at,
      deleted,
      ...(row.is_network_admin && !deleted ? { isAdmin: true } : {}),
    }
  }
}

/** What of somebody stands beside what they wrote. */
export function shownPerson({ id, username, displayName, slugUrl, profileImageUrl }: User): ShownPerson {
  return { id, username, displayName, slugUrl, profileImageUrl }
}
