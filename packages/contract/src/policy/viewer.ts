import type { CommunityRole, Me, Permission } from '../entities.ts'
import { PostStatus } from '../status.ts'

/** Facts about the signed-in person for the rules; null for a visitor. */
export type Viewer = Pick<
  Me,
  | 'id'
  | 'networkAdmin'
  | 'domainAdmin'
  | 'domainCommunity'
  | 'adminDomain'
  | 'sectionCommunities'
  | 'joinedCommunities'
  | 'bannedCommunities'
  | 'tokenOwner'
  | 'tokenPermissions'
  | 'enableSell'
  | 'ForwardedFrom'
  | 'site'
> | null // prettier-ignore

/** Ids of the viewer's account and its merged accounts, the main one first. */
export function accountIdsOf({ id, ForwardedFrom }: Pick<NonNullable<Viewer>, 'id' | 'ForwardedFrom'>): string[] {
  return [id, ...ForwardedFrom]
}

/** True for a network admin, and for a domain admin in the communities of the domain. */
export function administers(viewer: Viewer, tokenName: string): boolean {
  if (!viewer) return false
  const isOfDomain = viewer.domainCommunity === null || viewer.domainCommunity === tokenName
  return viewer.networkAdmin || (viewer.domainAdmin && isOfDomain)
}

/** What admins of a section may do in its communities. */
export const SECTION_PERMISSIONS = ['banUser', 'hideContent', 'hidePremiumContent', 'pinPost'] as const

/** True for an admin of the section that the community belongs to. */
export function administersSection(
  viewer: Pick<NonNullable<Viewer>, 'sectionCommunities'> | null,
  tokenName: string,
): boolean {
  return viewer?.sectionCommunities?.includes(tokenName) ?? false
}

/** The roles in which moderators decide: of the community, of its section, of the whole domain. */
export const DECIDERS = ['community', 'section', 'domain'] as const
export type DecidedBy = (typeof DECIDERS)[number]

/** The role in which this moderator decides. */
export function decidesAs(viewer: Viewer, tokenName: string): DecidedBy {
  if (administers(viewer, tokenName)) return 'domain'
  return administersSection(viewer, tokenName) ? 'section' : 'community'
}

/** Whether somebody above this moderator made a decision, which only those may undo who could have made it. */
export function isDecidedAbove(viewer: Viewer, { by, tokenName }: { by: DecidedBy; tokenName: string }): boolean {
  return DECIDERS.indexOf(by) > DECIDERS.indexOf(decidesAs(viewer, tokenName))
}

/** The status of what this moderator hides, which those below can't restore; the same for posts and comments. */
export function moderatedStatus(viewer: Viewer, tokenName: string): number {
  if (administers(viewer, tokenName)) return PostStatus.hiddenByDomainAdmin
  return administersSection(viewer, tokenName) ? PostStatus.hiddenByCategoryAdmin : PostStatus.hiddenByAdmin
}

/** Whether somebody above this moderator gave it the status. */
export function isHiddenAbove(viewer: Viewer, { status, tokenName }: { status: number; tokenName: string }): boolean {
  if (administers(viewer, tokenName)) return false
  return (
    status === PostStatus.hiddenByDomainAdmin ||
    (status === PostStatus.hiddenByCategoryAdmin && !administersSection(viewer, tokenName))
  )
}

/**
 * True for an admin, a holder of the permission there, or an owner of the community. Anybody may found a community, so
 * owning one doesn't show its members' addresses.
 */
export function hasPermission(viewer: Viewer, tokenName: string, permission: Permission): boolean {
  if (!viewer) return false
  return (
    administers(viewer, tokenName) ||
    (permission !== 'viewUserEmail' && viewer.tokenOwner.includes(tokenName)) ||
    (viewer.tokenPermissions[tokenName]?.includes(permission) ?? false)
  )
}

/** True while the viewer is banned from the community. `now` is in ms; a ban until 0 is permanent. */
export function isBanned(
  viewer: Pick<NonNullable<Viewer>, 'bannedCommunities'> | null,
  tokenName: string,
  now: number,
): boolean {
  const until = viewer?.bannedCommunities[tokenName]
  return until !== undefined && (until === 0 || until > now)
}

/** True if it belongs to the viewer or to an account merged into the viewer's. */
export function isOwn(viewer: Viewer, publisherId: string): boolean {
  return (
    viewer !== null && publisherId !== '' && (viewer.id === publisherId || viewer.ForwardedFrom.includes(publisherId))
  )
}

/**
 * True for a person who manages the community: an admin, its creator unless banned there, an owner, or a holder of any
 * permission.
 */
export function managesCommunity(
  viewer: Viewer,
  { tokenName, creatorID }: { tokenName: string; creatorID: string },
  now: number,
): boolean {
  if (!viewer) return false
  const isCreator = isOwn(viewer, creatorID) && !isBanned(viewer, tokenName, now)
  const isOwner = viewer.tokenOwner.includes(tokenName) || isCreator
  return administers(viewer, tokenName) || isOwner || (viewer.tokenPermissions[tokenName]?.length ?? 0) > 0
}

/** True for a person who moderates the content of any community, or only its stories. */
export function moderatesSomewhere(viewer: Viewer): boolean {
  if (!viewer) return false
  const communities = [...viewer.tokenOwner, ...Object.keys(viewer.tokenPermissions)]
  const mayDecide = (tokenName: string) =>
    moderates(viewer, tokenName) || hasPermission(viewer, tokenName, 'hidePremiumContent')
  return viewer.networkAdmin || viewer.domainAdmin || communities.some(mayDecide)
}

/** True for a person who moderates the community's content. */
export function moderates(viewer: Viewer, tokenName: string): boolean {
  return hasPermission(viewer, tokenName, 'hideContent')
}

/** A person's highest role in a community; undefined for a plain member. */
export function shownRoleOf(
  person: Pick<Me, 'networkAdmin' | 'tokenOwner' | 'moderator' | 'enableSell'>,
  tokenName: string,
): CommunityRole | undefined {
  if (person.tokenOwner.includes(tokenName)) return 'owner'
  if (person.moderator.includes(tokenName)) return 'moderator'
  if (person.networkAdmin) return 'admin'
  return person.enableSell.includes(tokenName) ? 'partner' : undefined
}
