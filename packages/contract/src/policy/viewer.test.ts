import { describe, expect, test } from 'vitest'
import { comment, expandLine, NOW, outcomeOf, outcomesOf, plainMember, type Role, roles } from '../fixtures/roles.ts'
import { canHideComment } from './comment-changes.ts'
import { canListPendingComments } from './comments.ts'
import { canJoin, canTakePart } from './communities.ts'
import type { Decision } from './decision.ts'
import { canListOwnPosts, canListPendingPosts, canListResponses } from './posts.ts'
import { isBanned, isOwn, moderatesSomewhere, type Viewer } from './viewer.ts'

/** Compares a rule's decision for every role with a line of abbreviations. */
const expectLine = (line: string, rule: (viewer: Viewer) => Decision) =>
  expect(outcomesOf(rule)).toEqual(expandLine(line))

//                                                vis  str  mem  aut  ban  bAu  mod  edi  own  dom  net
describe('taking part in a community', () => {
  test('is for members who aren’t banned', () => {
    expectLine('                                  sign join ok   ok   ban  ban  ok   ok   ok   join ok', (viewer) =>
      canTakePart(viewer, 'FORUM', NOW),
    )
  })

  test('joining is for everyone who isn’t banned, leaving for everyone', () => {
    expectLine('                                  sign ok   ok   ok   ban  ban  ok   ok   ok   ok   ok', (viewer) =>
      canJoin(viewer, { tokenName: 'FORUM', archived: false }, { join: true, now: NOW }),
    )
    expectLine('                                  sign ok   ok   ok   ok   ok   ok   ok   ok   ok   ok', (viewer) =>
      canJoin(viewer, { tokenName: 'FORUM', archived: false }, { join: false, now: NOW }),
    )
  })
})

describe('lists', () => {
  test('of pending content are for those who decide', () => {
    expectLine('                                  sign no   no   no   no   no   ok   no   ok   ok   ok', (viewer) =>
      canListPendingComments(viewer, 'FORUM'),
    )
    expectLine('                                  sign no   no   no   no   no   ok   ok   ok   ok   ok', (viewer) =>
      canListPendingPosts(viewer, 'FORUM'),
    )
  })

  test('of unpublished posts are for their author', () => {
    expectLine('                                  sign no   no   ok   no   ok   no   no   no   no   no', (viewer) =>
      canListOwnPosts(viewer, 'author'),
    )
  })

  test('of responses are for everybody, others than published ones for their author and those who decide', () => {
    const list = { status: 5, userId: null, tokenName: 'FORUM' }
    expectLine('                                  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok', (viewer) =>
      canListResponses(viewer, { ...list, status: 0 }),
    )
    expectLine('                                  sign no   no   no   no   no   ok   ok   ok   ok   ok', (viewer) =>
      canListResponses(viewer, list),
    )
    expectLine('                                  sign no   no   ok   no   ok   ok   ok   ok   ok   ok', (viewer) =>
      canListResponses(viewer, { ...list, userId: 'author' }),
    )
    expectLine('                                  sign no   no   ok   no   ok   no   no   no   ok   ok', (viewer) =>
      canListResponses(viewer, { ...list, userId: 'author', tokenName: null }),
    )
    for (const status of [2, 9]) {
      expectLine('                                  sign no   no   ok   no   ok   no   no   no   no   no', (viewer) =>
        canListResponses(viewer, { ...list, status, userId: 'author' }),
      )
    }
  })
})

test('a right in one community doesn’t apply in another', () => {
  const elsewhere = { ...comment(0), tokenName: 'OTHER' }
  for (const role of ['moderator', 'owner'] as const) {
    expect(outcomeOf(canHideComment(roles[role], elsewhere, { hidden: true, now: NOW }))).toBe('FORBIDDEN')
    expect(outcomeOf(canTakePart(roles[role], 'OTHER', NOW))).toBe('JOIN_REQUIRED')
  }
})

test('who moderates any community at all', () => {
  const moderators = (Object.keys(roles) as Role[]).filter((role) => moderatesSomewhere(roles[role]))
  expect(moderators).toEqual(['moderator', 'editor', 'owner', 'domainAdmin', 'networkAdmin'])
})

test('a ban ends at its time, a permanent one never', () => {
  const until = (time: number) => ({ ...plainMember, bannedCommunities: { FORUM: time } })
  expect([NOW - 1, NOW, NOW + 1, 0].map((time) => isBanned(until(time), 'FORUM', NOW))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(isBanned(until(0), 'OTHER', NOW)).toBe(false)
})

test('content of an account merged into mine is mine, anonymous content is nobody’s', () => {
  expect(isOwn({ ...plainMember, ForwardedFrom: ['author'] }, 'author')).toBe(true)
  expect(isOwn({ ...plainMember, id: '', ForwardedFrom: [''] }, '')).toBe(false)
})
