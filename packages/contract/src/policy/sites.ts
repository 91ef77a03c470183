import type { Viewer } from './viewer.ts'

/**
 * On a partner's site moderators can only moderate the threads of its articles. Other posts are moderated on the forum.
 */
export function isWithinSite(viewer: Viewer, { articleUrl }: { articleUrl: string | null }): boolean {
  if (!viewer || viewer.site === null) return true
  return articleUrl !== null && new URL(articleUrl).host === new URL(viewer.site).host
}

/**
 * The viewer with the permissions of a plain member. On a partner's site, this applies to moderators outside its
 * articles.
 */
export function asMember<Person extends Viewer>(viewer: Person): Person {
  return (
    viewer && {
      ...viewer,
      networkAdmin: false,
      domainAdmin: false,
      sectionCommunities: [],
      tokenOwner: [],
      tokenPermissions: {},
    }
  )
}
