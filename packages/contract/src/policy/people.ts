import type { Permission } from '../entities.ts'
import { allow, type Decision, deny } from './decision.ts'
import { administers, hasPermission, isBanned, isOwn, managesCommunity, type Viewer } from './viewer.ts'

/** Facts about a person whose standing in a community is changed. */
export interface PersonFacts {
  userId: string
  tokenName: string
  networkAdmin: boolean
  /** Admin of the community's domain, or of its section. */
  domainAdmin: boolean
  owner: boolean
  permissions: readonly Permission[]
}

/**
 * Owners, admins and holders of approveAdmin change others' permissions. They grant only those they have, and to nobody
 * above them. Nobody changes their own. Only network admins grant viewUserEmail.
 */
export function canSetPermissions(
  viewer: Viewer,
  person: PersonFacts,
  change: { grants: readonly Permission[]; now: number },
): Decision {
  const decision = canTouch(viewer, person, { permission: 'approveAdmin', now: change.now })
  if (!decision.allowed) return decision
  return change.grants.every((permission) => canGrant(viewer, person.tokenName, permission)) ? allow : deny('FORBIDDEN')
}

/** Whether the viewer may give this permission to anybody at all. */
export function canGrant(viewer: Viewer, tokenName: string, permission: Permission): boolean {
  return permission === 'viewUserEmail' ? viewer?.networkAdmin === true : hasPermission(viewer, tokenName, permission)
}

/** Approving or removing partners requires whitelistUser. */
export function canSetPartner(viewer: Viewer, person: PersonFacts, now: number): Decision {
  return canTouch(viewer, person, { permission: 'whitelistUser', now })
}

/** Banning requires banUser. Owners, admins, higher-ranked people and oneself can't be banned. */
export function canBan(viewer: Viewer, person: PersonFacts, now: number): Decision {
  const touched = canTouch(viewer, person, { permission: 'banUser', now })
  if (!touched.allowed) return touched
  return person.owner || person.networkAdmin || person.domainAdmin ? deny('FORBIDDEN') : allow
}

/** Warning is for those who moderate content. Nobody can warn themselves or higher-ranked people. */
export function canWarn(viewer: Viewer, person: PersonFacts, now: number): Decision {
  return canTouch(viewer, person, { permission: 'hideContent', now })
}

/** Anyone who can ban in a community can lift bans, including those by higher roles, but not their own. */
export function canLiftBan(viewer: Viewer, person: PersonFacts, now: number): Decision {
  const decision = requirePermission(viewer, { tokenName: person.tokenName, permission: 'banUser', now })
  if (!decision.allowed) return decision
  return isOwn(viewer, person.userId) ? deny('FORBIDDEN') : allow
}

/** Email addresses of members are for holders of viewUserEmail. */
export function canSeeEmails(viewer: Viewer, tokenName: string, now: number): Decision {
  return requirePermission(viewer, { tokenName, permission: 'viewUserEmail', now })
}

/** Member cards are for those who moderate the community's content. Nobody can read their own. */
export function canSeeMemberCard(viewer: Viewer, about: { tokenName: string; userId: string }, now: number): Decision {
  const decision = requirePermission(viewer, { tokenName: about.tokenName, permission: 'hideContent', now })
  if (!decision.allowed) return decision
  return isOwn(viewer, about.userId) ? deny('FORBIDDEN') : allow
}

/** Whether the viewer may warn or ban members of the community at all. */
export function canSanction(viewer: Viewer, tokenName: string, now: number): boolean {
  return holdsAny(viewer, { tokenName, permissions: ['banUser', 'hideContent'], now })
}

/** Whether the viewer may do anything about members of the community. Each action has its own rule. */
export function canActOnMembers(viewer: Viewer, tokenName: string, now: number): boolean {
  const permissions = ['approveAdmin', 'whitelistUser', 'viewUserEmail'] as const
  return canSanction(viewer, tokenName, now) || holdsAny(viewer, { tokenName, permissions, now })
}

function holdsAny(
  viewer: Viewer,
  { permissions, ...about }: { tokenName: string; permissions: readonly Permission[]; now: number },
): boolean {
  return permissions.some((permission) => requirePermission(viewer, { ...about, permission }).allowed)
}

/** Members’ roles and bans, the moderation log and cached lists are for those who manage the community. */
export function canManage(viewer: Viewer, community: { tokenName: string; creatorID: string }, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return managesCommunity(viewer, community, now) ? allow : deny('FORBIDDEN')
}

/**
 * Whether the viewer may act on this person at all: they need the permission and can't act on themselves or
 * higher-ranked people.
 */
function canTouch(viewer: Viewer, person: PersonFacts, about: { permission: Permission; now: number }): Decision {
  const decision = requirePermission(viewer, { tokenName: person.tokenName, ...about })
  if (!decision.allowed) return decision
  if (isOwn(viewer, person.userId) || isAbove(person, viewer)) return deny('FORBIDDEN')
  return allow
}

function requirePermission(
  viewer: Viewer,
  about: { tokenName: string; permission: Permission; now: number },
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (!viewer.networkAdmin && isBanned(viewer, about.tokenName, about.now)) return deny('BANNED')
  return hasPermission(viewer, about.tokenName, about.permission) ? allow : deny('FORBIDDEN')
}

/**
 * Network admins rank above domain admins, these above owners, these above holders of permissions; of two holders, the
 * one with more permissions.
 */
function isAbove(person: PersonFacts, viewer: Viewer): boolean {
  if (viewer?.networkAdmin) return false
  if (person.networkAdmin) return true
  if (administers(viewer, person.tokenName)) return false
  if (person.domainAdmin) return true
  if (viewer?.tokenOwner.includes(person.tokenName)) return false
  return person.owner || !person.permissions.every((permission) => hasPermission(viewer, person.tokenName, permission))
}
