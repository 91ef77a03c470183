import type { ShownPerson, User } from '@stoa/contract'
import type { MediaAddresses } from '../media/index.ts'
import type { UserRow } from './repository.ts'

/** Presents a public profile. A deleted account has only its id. */
export type PresentUser = (row: UserRow) => User

/** Presents profiles. `origin`: the forum's, added to picture paths because partners' pages have another origin. */
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

/** The part of a profile shown next to what a person wrote. */
export function shownPerson({ id, username, displayName, slugUrl, profileImageUrl }: User): ShownPerson {
  return { id, username, displayName, slugUrl, profileImageUrl }
}
