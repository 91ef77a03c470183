import type { Me, Permission } from '../entities.ts'
import { allow, type Decision, deny } from './decision.ts'
import type { Viewer } from './viewer.ts'

/** Roles as which an admin can view the forum. */
export const VIEW_AS_ROLES = ['visitor', 'member', 'moderator'] as const
export type ViewAsRole = (typeof VIEW_AS_ROLES)[number]
/** The header of requests by an admin who views the forum as a role. */
export const VIEW_AS_HEADER = 'x-stoa-view-as'
/** Id of the nobody who has a role. No account has it. */
export const VIEW_AS_ID = '0'.repeat(20)

const MODERATES: readonly Permission[] = ['hideContent', 'pinPost', 'banUser']

/** Network admins view the forum as others do, and on their own domain its admins. */
export function canViewAs(viewer: Viewer, domainName: string): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const isOwn = viewer.domainAdmin && viewer.adminDomain === domainName
  return viewer.networkAdmin || isOwn ? allow : deny('FORBIDDEN')
}

/**
 * Nobody in particular with a role in a community, with the admin's page settings only: no rights, texts, messages or
 * notifications of a person.
 */
export function genericViewer({ createdAt, site }: Me, about: { role: 'member' | 'moderator'; tokenName: string }): Me {
  const { role, tokenName } = about
  const name = role === 'member' ? 'Member' : 'Moderator'
  const isModerator = role === 'moderator'
  return {
    id: VIEW_AS_ID,
    username: role,
    displayName: name,
    slugUrl: VIEW_AS_ID,
    profileName: name,
    profileTitle: '',
    profileAbout: '',
    profileImageUrl: '',
    createdAt,
    deleted: false,
    networkAdmin: false,
    domainAdmin: false,
    domainCommunity: null,
    joinedCommunities: [tokenName],
    hiddenCommunities: [],
    bannedCommunities: {},
    tokenOwner: [],
    tokenPermissions: isModerator ? { [tokenName]: [...MODERATES] } : {},
    enableSell: [],
    moderator: isModerator ? [tokenName] : [],
    ForwardedFrom: [],
    site,
  }
}
