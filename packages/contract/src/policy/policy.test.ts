import { describe, expect, test } from 'vitest'
import { exampleMe } from '../fixtures/index.ts'
import { CommentStatus, PostStatus } from '../status.ts'
import {
  type CommentFacts,
  canCommentAnonymously,
  canCreateComment,
  canEditComment,
  canHideComment,
  canListPendingComments,
  canReactToComment,
  canSeeCommentText,
  hiddenCommentStatus,
} from './comments.ts'
import { canJoin, canTakePart } from './communities.ts'
import type { Decision } from './decision.ts'
import {
  canCreatePost,
  canEditPost,
  canListOwnPosts,
  canListPendingPosts,
  canReactToPost,
  canSeePost,
  canVote,
  newPostStatus,
  type PostFacts,
} from './posts.ts'
import { isBanned, isOwn, moderatesSomewhere, type Viewer } from './viewer.ts'

const NOW = 1_000_000
const nobodySpecial = exampleMe({ id: 'somebody', joinedCommunities: [] })
const joined = { ...nobodySpecial, joinedCommunities: ['FORUM'] }

const roles = {
  visitor: null,
  stranger: nobodySpecial,
  member: joined,
  author: { ...joined, id: 'author' },
  banned: { ...joined, bannedCommunities: { FORUM: 0 } },
  bannedAuthor: { ...joined, id: 'author', bannedCommunities: { FORUM: NOW + 1 } },
  moderator: { ...joined, tokenPermissions: { FORUM: ['hideContent'] } },
  editor: { ...joined, tokenPermissions: { FORUM: ['hidePremiumContent'] } },
  owner: { ...nobodySpecial, tokenOwner: ['FORUM'] },
  domainAdmin: { ...nobodySpecial, domainAdmin: true },
  networkAdmin: { ...nobodySpecial, networkAdmin: true },
} satisfies Record<string, Viewer>

type Role = keyof typeof roles

/** Short words of the tables below, in the order of the roles. */
const words: Record<string, string> = {
  sign: 'AUTH_REQUIRED',
  join: 'JOIN_REQUIRED',
  ban: 'BANNED',
  no: 'FORBIDDEN',
  none: 'POST_NOT_FOUND',
  '404': 'COMMENT_NOT_FOUND',
  hid: 'COMMENT_HIDDEN',
  shut: 'POST_CLOSED',
  gone: 'POST_DELETED',
  dom: 'HIDDEN_BY_DOMAIN_ADMIN',
}

function said(decision: Decision): string {
  return decision.allowed ? 'ok' : decision.code
}

/** Compares what a rule says to every role with a line of words. */
function expectLine(line: string, rule: (viewer: Viewer) => Decision): void {
  const expected = line.trim().split(/\s+/)
  const names = Object.keys(roles) as Role[]
  expect(expected).toHaveLength(names.length)
  const actual = Object.fromEntries(names.map((name) => [name, said(rule(roles[name]))]))
  const wanted = Object.fromEntries(names.map((name, index) => [name, words[expected[index] ?? ''] ?? expected[index]]))
  expect(actual).toEqual(wanted)
}

const post = (status: number, values: Partial<PostFacts> = {}): PostFacts => ({
  tokenName: 'FORUM',
  publisherId: 'author',
  status,
  kind: 'community',
  approvePosts: false,
  ...values,
})
const comment = (status: number): CommentFacts => ({ tokenName: 'FORUM', publisherId: 'author', status })

const hiddenPosts = [1, 2, 3, 4, 5, 6, 8, 9]

//                                                vis  str  mem  aut  ban  bAu  mod  edi  own  dom  net
describe('taking part in a community', () => {
  test('is for members who are not banned', () => {
    expectLine('                                  sign join ok   ok   ban  ban  ok   ok   ok   join ok', (viewer) =>
      canTakePart(viewer, 'FORUM', NOW),
    )
  })

  test('joining is for everybody who is not banned, leaving for everybody', () => {
    expectLine('                                  sign ok   ok   ok   ban  ban  ok   ok   ok   ok   ok', (viewer) =>
      canJoin(viewer, 'FORUM', { join: true, now: NOW }),
    )
    expectLine('                                  sign ok   ok   ok   ok   ok   ok   ok   ok   ok   ok', (viewer) =>
      canJoin(viewer, 'FORUM', { join: false, now: NOW }),
    )
  })
})

describe('reading a post', () => {
  test.each([0, 7])('status %i is for everybody', (status) => {
    expectLine('                                  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok', (viewer) =>
      canSeePost(viewer, post(status)),
    )
  })

  test.each(hiddenPosts)('status %i is for the author and those who moderate', (status) => {
    expectLine('                                  none none none ok   none ok   ok   none ok   none ok', (viewer) =>
      canSeePost(viewer, post(status)),
    )
  })

  test.each(hiddenPosts)('a story of status %i is for the author and those who manage premium content', (status) => {
    expectLine('                                  none none none ok   none ok   none ok   ok   none ok', (viewer) =>
      canSeePost(viewer, post(status, { kind: 'story' })),
    )
  })
})

describe('writing a post', () => {
  test('is for members; stories for partners and those who manage premium content', () => {
    expectLine('                                  sign join ok   ok   ban  ban  ok   ok   ok   join ok', (viewer) =>
      canCreatePost(viewer, { tokenName: 'FORUM', kind: 'community' }, NOW),
    )
    expectLine('                                  sign join no   no   ban  ban  no   ok   ok   join ok', (viewer) =>
      canCreatePost(viewer, { tokenName: 'FORUM', kind: 'story' }, NOW),
    )
    const partner = { ...joined, enableSell: ['FORUM'] }
    expect(said(canCreatePost(partner, { tokenName: 'FORUM', kind: 'story' }, NOW))).toBe('ok')
    expect(said(canCreatePost({ ...joined, enableSell: ['OTHER'] }, { tokenName: 'FORUM', kind: 'story' }, NOW))).toBe(
      'FORBIDDEN',
    )
  })

  test('a published one is changed by its author and moderators', () => {
    expectLine('                                  sign no   no   ok   ban  ban  ok   no   ok   no   ok', (viewer) =>
      canEditPost(viewer, post(PostStatus.published), NOW),
    )
  })

  test('a published one of a community that approves first is changed by moderators only', () => {
    expectLine('                                  sign no   no   no   ban  ban  ok   no   ok   no   ok', (viewer) =>
      canEditPost(viewer, post(PostStatus.published, { approvePosts: true }), NOW),
    )
  })

  test.each([PostStatus.pending, PostStatus.hiddenByPublisher, PostStatus.scheduled])(
    'of status %i it is changed by its author and moderators',
    (status) => {
      expectLine('                                sign none none ok   none ban  ok   none ok   none ok', (viewer) =>
        canEditPost(viewer, post(status, { approvePosts: true }), NOW),
      )
    },
  )

  test.each([PostStatus.hiddenByAdmin, PostStatus.hiddenByDomainAdmin, PostStatus.hiddenByCategoryAdmin])(
    'what others hid (%i) its author can’t change',
    (status) => {
      expectLine('                                sign none none no   none ban  ok   none ok   none ok', (viewer) =>
        canEditPost(viewer, post(status), NOW),
      )
    },
  )

  test('waits for approval where the community asks for it, unless its author may approve', () => {
    const statusFor = (viewer: Viewer, values = {}) =>
      newPostStatus(viewer, { tokenName: 'FORUM', approvePosts: true, saveAsDraft: false, ...values })
    expect(statusFor(roles.member)).toBe(PostStatus.pending)
    expect(statusFor(roles.moderator)).toBe(PostStatus.published)
    expect(statusFor(roles.member, { approvePosts: false })).toBe(PostStatus.published)
    expect(statusFor(roles.moderator, { saveAsDraft: true })).toBe(PostStatus.draft)
  })
})

describe('voting and reacting', () => {
  test.each([0, 7])('on a post of status %i is for members', (status) => {
    for (const rule of [canVote, canReactToPost]) {
      expectLine('                                sign join ok   ok   ban  ban  ok   ok   ok   join ok', (viewer) =>
        rule(viewer, post(status), NOW),
      )
    }
  })

  test.each(hiddenPosts)('on a post of status %i is for nobody', (status) => {
    for (const rule of [canVote, canReactToPost]) {
      expectLine('                                sign none none gone none gone gone none gone none gone', (viewer) =>
        rule(viewer, post(status), NOW),
      )
    }
  })

  test('on a comment needs a member and a published comment', () => {
    expectLine('                                  sign join ok   ok   ban  ban  ok   ok   ok   join ok', (viewer) =>
      canReactToComment(viewer, { post: post(0), comment: comment(0) }, NOW),
    )
  })

  test.each([1, 2, 3, 4, 5])('on a comment of status %i is for nobody', (status) => {
    expectLine('                                  sign 404  404  404  404  404  404  404  404  404  404', (viewer) =>
      canReactToComment(viewer, { post: post(0), comment: comment(status) }, NOW),
    )
  })

  test.each(hiddenPosts)('on a comment of a post of status %i is for nobody', (status) => {
    for (const viewer of [roles.author, roles.moderator, roles.networkAdmin]) {
      const decision = canReactToComment(viewer, { post: post(status), comment: comment(0) }, NOW)
      expect(decision.allowed).toBe(false)
    }
  })

  test('on a comment of a post that one may not see tells nothing of it', () => {
    expect(said(canReactToComment(roles.member, { post: post(1), comment: comment(0) }, NOW))).toBe('COMMENT_NOT_FOUND')
  })
})

describe('commenting', () => {
  test('is for members, on public posts', () => {
    for (const status of [0, 7]) {
      expectLine('                                sign join ok   ok   ban  ban  ok   ok   ok   join ok', (viewer) =>
        canCreateComment(viewer, { post: post(status), replyTo: null }, NOW),
      )
    }
  })

  test.each(hiddenPosts)('on a post of status %i is closed, and unknown to whom may not see it', (status) => {
    expectLine('                                  sign none none shut none shut shut none shut none shut', (viewer) =>
      canCreateComment(viewer, { post: post(status), replyTo: null }, NOW),
    )
  })

  test.each([1, 2, 3, 4])('under a comment of status %i is refused as hidden', (status) => {
    expectLine('                                  sign hid  hid  hid  hid  hid  hid  hid  hid  hid  hid', (viewer) =>
      canCreateComment(viewer, { post: post(0), replyTo: comment(status) }, NOW),
    )
  })

  test('under a comment that waits for approval is unknown to whom may not see it', () => {
    expectLine('                                  sign 404  404  hid  404  hid  hid  404  hid  hid  hid', (viewer) =>
      canCreateComment(viewer, { post: post(0), replyTo: comment(CommentStatus.pending) }, NOW),
    )
  })

  test('without an account needs the same of post and comment', () => {
    expect(said(canCommentAnonymously({ post: post(0), replyTo: comment(0) }))).toBe('ok')
    expect(said(canCommentAnonymously({ post: post(1), replyTo: null }))).toBe('POST_NOT_FOUND')
    expect(said(canCommentAnonymously({ post: post(0), replyTo: comment(1) }))).toBe('COMMENT_HIDDEN')
    expect(said(canCommentAnonymously({ post: post(0), replyTo: comment(5) }))).toBe('COMMENT_NOT_FOUND')
  })
})

describe('the text of a comment', () => {
  const seen = (status: number) =>
    Object.entries(roles).flatMap(([name, viewer]) => (canSeeCommentText(viewer, comment(status)) ? [name] : []))

  test('is for everybody when published', () => {
    expect(seen(0)).toEqual(Object.keys(roles))
  })

  test.each([1, 2, 3, 4, 5])('of status %i is for its author and moderators', (status) => {
    expect(seen(status)).toEqual(['author', 'bannedAuthor', 'moderator', 'owner', 'domainAdmin', 'networkAdmin'])
  })

  test('is changed by its author, while it is not hidden', () => {
    expectLine('                                  sign no   no   ok   no   ban  no   no   no   no   no', (viewer) =>
      canEditComment(viewer, comment(0), NOW),
    )
    expectLine('                                  sign 404  404  ok   404  ban  no   404  no   no   no', (viewer) =>
      canEditComment(viewer, comment(CommentStatus.pending), NOW),
    )
    for (const status of [1, 2, 3, 4]) {
      expectLine('                                sign 404  404  hid  404  ban  no   404  no   no   no', (viewer) =>
        canEditComment(viewer, comment(status), NOW),
      )
    }
  })
})

describe('hiding and restoring a comment', () => {
  const rule = (status: number, hidden: boolean) => (viewer: Viewer) =>
    canHideComment(viewer, comment(status), { hidden, now: NOW })

  test('a published one is hidden by its publisher and moderators', () => {
    expectLine('                                  sign no   no   ok   no   ban  ok   no   ok   ok   ok', rule(0, true))
  })

  test('what the publisher hid, publisher and moderators restore', () => {
    expectLine('                                  sign 404  404  ok   404  ban  ok   404  ok   ok   ok', rule(2, false))
  })

  test.each([1, 4])('what admins hid (%i), only admins restore', (status) => {
    expectLine(
      '                                  sign 404  404  no   404  ban  ok   404  ok   ok   ok',
      rule(status, false),
    )
  })

  test('what a domain admin hid, only domain and network admins restore', () => {
    expectLine('                                  sign 404  404  dom  404  dom  dom  404  dom  ok   ok', rule(3, false))
  })

  test('says by whom it was hidden', () => {
    expect(hiddenCommentStatus(roles.author, comment(0))).toBe(CommentStatus.hiddenByPublisher)
    expect(hiddenCommentStatus(roles.moderator, comment(0))).toBe(CommentStatus.hiddenByAdmin)
    expect(hiddenCommentStatus(roles.owner, comment(0))).toBe(CommentStatus.hiddenByAdmin)
    expect(hiddenCommentStatus(roles.domainAdmin, comment(0))).toBe(CommentStatus.hiddenByDomainAdmin)
    expect(hiddenCommentStatus(roles.networkAdmin, comment(0))).toBe(CommentStatus.hiddenByDomainAdmin)
  })
})

describe('lists', () => {
  test('of what waits for approval are for those who decide', () => {
    for (const rule of [canListPendingComments, canListPendingPosts]) {
      expectLine('                                sign no   no   no   no   no   ok   no   ok   no   ok', (viewer) =>
        rule(viewer, 'FORUM'),
      )
    }
  })

  test('of unpublished posts are for their author', () => {
    expectLine('                                  sign no   no   ok   no   ok   no   no   no   no   no', (viewer) =>
      canListOwnPosts(viewer, 'author'),
    )
  })
})

test('a right in one community is none in another', () => {
  const elsewhere = { ...comment(0), tokenName: 'OTHER' }
  for (const role of ['moderator', 'owner'] as const) {
    expect(said(canHideComment(roles[role], elsewhere, { hidden: true, now: NOW }))).toBe('FORBIDDEN')
    expect(said(canTakePart(roles[role], 'OTHER', NOW))).toBe('JOIN_REQUIRED')
  }
})

test('who moderates any community at all', () => {
  const found = (Object.keys(roles) as Role[]).filter((role) => moderatesSomewhere(roles[role]))
  expect(found).toEqual(['moderator', 'owner', 'networkAdmin'])
})

test('a ban ends at its time, one without end never', () => {
  const until = (time: number) => ({ ...joined, bannedCommunities: { FORUM: time } })
  expect([NOW - 1, NOW, NOW + 1, 0].map((time) => isBanned(until(time), 'FORUM', NOW))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(isBanned(until(0), 'OTHER', NOW)).toBe(false)
})

test('what an account merged into mine wrote is mine, what nobody signed is nobody’s', () => {
  expect(isOwn({ ...joined, ForwardedFrom: ['author'] }, 'author')).toBe(true)
  expect(isOwn({ ...joined, id: '', ForwardedFrom: [''] }, '')).toBe(false)
})
