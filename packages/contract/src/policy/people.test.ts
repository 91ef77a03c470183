import { describe, expect, test } from 'vitest'
import type { Permission } from '../entities.ts'
import { NOW, outcomeOf, plainMember, roles } from '../fixtures/roles.ts'
import { PERMISSIONS } from '../permissions.ts'
import {
  canActOnMembers,
  canBan,
  canLiftBan,
  canManage,
  canSanction,
  canSeeEmails,
  canSeeMemberCard,
  canSetPartner,
  canSetPermissions,
  canWarn,
  type PersonFacts,
} from './people.ts'
import type { Viewer } from './viewer.ts'

const person: PersonFacts = {
  userId: 'person',
  tokenName: 'FORUM',
  networkAdmin: false,
  domainAdmin: false,
  owner: false,
  permissions: [],
}
const holder = (...permissions: Permission[]) => ({ ...plainMember, tokenPermissions: { FORUM: permissions } })
const domainAdmin = roles.domainAdmin
const gardener: Viewer = { ...domainAdmin, domainCommunity: 'GARDEN' }

/** Everyone who may change others, and the others: lowest rank first. */
const ranks: [string, NonNullable<Viewer>, Partial<PersonFacts>][] = [
  [
    'holder',
    holder('approveAdmin', 'banUser', 'hideContent', 'whitelistUser'),
    { permissions: ['approveAdmin', 'banUser'] },
  ],
  ['owner', roles.owner, { owner: true }],
  ['domainAdmin', domainAdmin, { domainAdmin: true }],
  ['networkAdmin', roles.networkAdmin, { networkAdmin: true }],
]

describe('nobody can act on a higher-ranked person', () => {
  const rules = {
    permissions: (viewer: Viewer, facts: PersonFacts) => canSetPermissions(viewer, facts, { grants: [], now: NOW }),
    partner: (viewer: Viewer, facts: PersonFacts) => canSetPartner(viewer, facts, NOW),
    warn: (viewer: Viewer, facts: PersonFacts) => canWarn(viewer, facts, NOW),
    ban: (viewer: Viewer, facts: PersonFacts) => canBan(viewer, facts, NOW),
  }
  test.each(Object.entries(rules))('%s', (name, rule) => {
    const said_ = ranks.map(([, viewer]) =>
      ranks.map(([, , facts]) => outcomeOf(rule(viewer, { ...person, ...facts }))),
    )
    const isBan = name === 'ban'
    const ok = 'ok'
    const no = 'FORBIDDEN'
    // Owners and admins can't be banned.
    const top = isBan ? no : ok
    expect(said_).toEqual([
      [ok, no, no, no],
      [ok, top, no, no],
      [ok, top, top, no],
      [ok, top, top, top],
    ])
  })

  test('holders can act on people with at most their own rights', () => {
    const viewer = holder('approveAdmin', 'banUser', 'hideContent', 'whitelistUser')
    for (const rule of Object.values(rules)) {
      expect(outcomeOf(rule(viewer, { ...person, permissions: ['banUser', 'pinPost'] }))).toBe('FORBIDDEN')
      expect(outcomeOf(rule(viewer, { ...person, permissions: ['whitelistUser'] }))).toBe('ok')
    }
  })

  test('nor on themselves, or an account merged into theirs', () => {
    for (const rule of Object.values(rules)) {
      for (const [, viewer] of ranks) {
        expect(outcomeOf(rule(viewer, { ...person, userId: viewer.id }))).toBe('FORBIDDEN')
        expect(outcomeOf(rule({ ...viewer, ForwardedFrom: ['person'] }, person))).toBe('FORBIDDEN')
      }
    }
  })
})

describe('each right has its permission', () => {
  const rules: [Permission, (viewer: Viewer) => string][] = [
    ['approveAdmin', (viewer) => outcomeOf(canSetPermissions(viewer, person, { grants: [], now: NOW }))],
    ['whitelistUser', (viewer) => outcomeOf(canSetPartner(viewer, person, NOW))],
    ['banUser', (viewer) => outcomeOf(canBan(viewer, person, NOW))],
    ['viewUserEmail', (viewer) => outcomeOf(canSeeEmails(viewer, 'FORUM', NOW))],
  ]
  test.each(rules)('%s', (permission, rule) => {
    for (const [other] of rules) expect(rule(holder(other))).toBe(other === permission ? 'ok' : 'FORBIDDEN')
    expect(rule(null)).toBe('AUTH_REQUIRED')
    expect(rule(plainMember)).toBe('FORBIDDEN')
    expect(rule({ ...holder(permission), bannedCommunities: { FORUM: 0 } })).toBe('BANNED')
    for (const admin of [domainAdmin, roles.networkAdmin]) expect(rule(admin)).toBe('ok')
    // Anybody may found a community.
    expect(rule(roles.owner)).toBe(permission === 'viewUserEmail' ? 'FORBIDDEN' : 'ok')
    // Rights in other communities and domains don't count.
    expect(rule({ ...plainMember, tokenPermissions: { OTHER: [permission] } })).toBe('FORBIDDEN')
    expect(rule({ ...plainMember, tokenOwner: ['OTHER'] })).toBe('FORBIDDEN')
    expect(rule(gardener)).toBe('FORBIDDEN')
  })
})

test('anyone who can ban can lift bans, also of higher roles, but not their own', () => {
  const viewers = [holder('banUser'), roles.owner, domainAdmin, roles.networkAdmin]
  for (const viewer of viewers) {
    for (const [, , facts] of ranks) expect(outcomeOf(canLiftBan(viewer, { ...person, ...facts }, NOW))).toBe('ok')
    expect(outcomeOf(canLiftBan(viewer, { ...person, userId: viewer.id }, NOW))).toBe('FORBIDDEN')
  }
  const others = [null, plainMember, holder('approveAdmin'), { ...holder('banUser'), bannedCommunities: { FORUM: 0 } }]
  expect(others.map((viewer) => outcomeOf(canLiftBan(viewer, person, NOW)))).toEqual([
    'AUTH_REQUIRED',
    'FORBIDDEN',
    'FORBIDDEN',
    'BANNED',
  ])
})

test('holders can grant their own permissions', () => {
  const viewer = holder('approveAdmin', 'pinPost')
  const give = (...grants: Permission[]) => outcomeOf(canSetPermissions(viewer, person, { grants, now: NOW }))
  expect([give('pinPost', 'approveAdmin'), give('pinPost', 'banUser')]).toEqual(['ok', 'FORBIDDEN'])
})

test('only network admins grant the permission to see addresses', () => {
  const giveTo = (viewer: Viewer) =>
    outcomeOf(canSetPermissions(viewer, person, { grants: ['viewUserEmail'], now: NOW }))
  const others = [holder('approveAdmin', 'viewUserEmail'), roles.owner, domainAdmin]
  expect([...others, roles.networkAdmin].map(giveTo)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'ok'])
})

test('roles and bans of members are visible to those who manage the community', () => {
  const community = { tokenName: 'FORUM', creatorID: 'creator' }
  const says = (viewer: Viewer) => outcomeOf(canManage(viewer, community, NOW))
  expect(says(null)).toBe('AUTH_REQUIRED')
  // A role without permissions manages nothing.
  expect([plainMember, gardener, roles.banned, holder()].map(says)).toEqual(Array(4).fill('FORBIDDEN'))
  const creator = { ...plainMember, id: 'creator' }
  expect([holder('pinPost'), creator, roles.owner, domainAdmin, roles.networkAdmin].map(says)).toEqual(
    Array(5).fill('ok'),
  )
  const bannedUntil = (until: number) => ({ ...creator, bannedCommunities: { FORUM: until } })
  expect([bannedUntil(0), bannedUntil(NOW + 1), bannedUntil(NOW)].map(says)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'ok'])
})

test('whoever has an action on members is offered them, and nobody else', () => {
  const community = { tokenName: 'FORUM', now: NOW }
  const sanctions = (viewer: Viewer) => [canWarn(viewer, person, NOW), canBan(viewer, person, NOW)]
  const others = (viewer: Viewer) => [
    canSeeMemberCard(viewer, { ...community, userId: 'person' }, NOW),
    canSetPartner(viewer, person, NOW),
    canSetPermissions(viewer, person, { grants: [], now: NOW }),
    canSeeEmails(viewer, 'FORUM', NOW),
  ]
  const viewers = [...Object.values(roles), ...PERMISSIONS.map((permission) => holder(permission)), gardener]
  for (const viewer of viewers) {
    const some = (decisions: { allowed: boolean }[]) => decisions.some(({ allowed }) => allowed)
    expect(canSanction(viewer, 'FORUM', NOW)).toBe(some(sanctions(viewer)))
    expect(canActOnMembers(viewer, 'FORUM', NOW)).toBe(some([...sanctions(viewer), ...others(viewer)]))
  }
  expect(PERMISSIONS.filter((permission) => canActOnMembers(holder(permission), 'FORUM', NOW)).sort()).toEqual([
    'approveAdmin',
    'banUser',
    'hideContent',
    'viewUserEmail',
    'whitelistUser',
  ])
})
