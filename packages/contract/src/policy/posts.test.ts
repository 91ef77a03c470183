import { describe, expect, test } from 'vitest'
import {
  comment,
  expandLine,
  hiddenPosts,
  NOW,
  outcomeOf,
  outcomesOf,
  plainMember,
  post,
  roles,
} from '../fixtures/roles.ts'
import { PostStatus } from '../status.ts'
import { canReactToComment } from './comments.ts'
import type { Decision } from './decision.ts'
import {
  canApprovePost,
  canCreatePost,
  canDeletePost,
  canEditPost,
  canHidePost,
  canLockPost,
  canManageDraft,
  canPinPost,
  canReactToPost,
  canRespond,
  canSavePost,
  canSeePost,
  canVote,
  newPostStatus,
} from './posts.ts'
import type { Viewer } from './viewer.ts'

/** Compares a rule's decision for every role with a line of abbreviations. */
const expectLine = (line: string, rule: (viewer: Viewer) => Decision) =>
  expect(outcomesOf(rule)).toEqual(expandLine(line))

//                                                vis  str  mem  aut  ban  bAu  mod  edi  own  dom  net
describe('reading a post', () => {
  test.each([0, 7])('status %i is public', (status) => {
    expectLine('                                  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok', (viewer) =>
      canSeePost(viewer, post(status)),
    )
  })

  test.each(hiddenPosts)('status %i is for the author and moderators', (status) => {
    expectLine('                                  none none none ok   none ok   ok   none ok   ok   ok', (viewer) =>
      canSeePost(viewer, post(status)),
    )
  })

  test.each(hiddenPosts)('a story of status %i is for the author and those who manage premium content', (status) => {
    expectLine('                                  none none none ok   none ok   none ok   ok   ok   ok', (viewer) =>
      canSeePost(viewer, post(status, { kind: 'story' })),
    )
  })
})

describe('saving a post', () => {
  test('is allowed to signed-in users who can see it, members or not, banned or not', () => {
    expectLine('                                  sign ok   ok   ok   ok   ok   ok   ok   ok   ok   ok', (viewer) =>
      canSavePost(viewer, post(PostStatus.published)),
    )
  })

  test.each(hiddenPosts)('of status %i is for the author and moderators', (status) => {
    expectLine('                                  sign none none ok   none ok   ok   none ok   ok   ok', (viewer) =>
      canSavePost(viewer, post(status)),
    )
  })
})

describe('responding to a post', () => {
  test('is for everyone but its author', () => {
    expectLine('                                  sign ok   ok   mine ok   mine ok   ok   ok   ok   ok', (viewer) =>
      canRespond(viewer, post(PostStatus.published), { postTypes: ['community', 'response'] }),
    )
  })

  test('is impossible if the community allows no responses, or the post isn’t public', () => {
    const stranger = { ...plainMember, id: 'a stranger' }
    const closed = canRespond(stranger, post(PostStatus.published), { postTypes: ['community', 'story'] })
    expect(outcomeOf(closed)).toBe('POST_CLOSED')
    expect(canRespond(stranger, post(PostStatus.draft), { postTypes: ['response'] }).allowed).toBe(false)
    const archived = { ...post(PostStatus.published), archived: true }
    expect(outcomeOf(canRespond(stranger, archived, { postTypes: ['response'] }))).toBe('COMMUNITY_ARCHIVED')
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
    const partner = { ...plainMember, enableSell: ['FORUM'] }
    expect(outcomeOf(canCreatePost(partner, { tokenName: 'FORUM', kind: 'story' }, NOW))).toBe('ok')
    expect(
      outcomeOf(canCreatePost({ ...plainMember, enableSell: ['OTHER'] }, { tokenName: 'FORUM', kind: 'story' }, NOW)),
    ).toBe('FORBIDDEN')
  })

  test('a published one can be edited by its author and moderators', () => {
    expectLine('                                  sign no   no   ok   ban  ban  ok   no   ok   ok   ok', (viewer) =>
      canEditPost(viewer, post(PostStatus.published), NOW),
    )
  })

  test('a published one in a community with approval can only be edited by moderators', () => {
    expectLine('                                  sign no   no   no   ban  ban  ok   no   ok   ok   ok', (viewer) =>
      canEditPost(viewer, post(PostStatus.published, { approvePosts: true }), NOW),
    )
  })

  test('one hidden by its author can only be edited by the author', () => {
    expectLine('                                  sign none none ok   none ban  no   none no   no   no', (viewer) =>
      canEditPost(viewer, post(PostStatus.hiddenByPublisher), NOW),
    )
  })

  test.each([PostStatus.pending, PostStatus.scheduled])(
    'of status %i can be edited by its author and moderators',
    (status) => {
      expectLine('                                sign none none ok   none ban  ok   none ok   ok   ok', (viewer) =>
        canEditPost(viewer, post(status, { approvePosts: true }), NOW),
      )
    },
  )

  test.each([PostStatus.hiddenByAdmin, PostStatus.hiddenByDomainAdmin, PostStatus.hiddenByCategoryAdmin])(
    'one hidden by others (%i) can’t be edited by its author',
    (status) => {
      expectLine('                                sign none none no   none ban  ok   none ok   ok   ok', (viewer) =>
        canEditPost(viewer, post(status), NOW),
      )
    },
  )

  test('a draft can only be edited by its author', () => {
    for (const kind of ['community', 'story'] as const) {
      const draft = post(PostStatus.draft, { kind })
      expect(outcomeOf(canEditPost(roles.author, draft, NOW))).toBe('ok')
      for (const other of [roles.moderator, roles.editor, roles.owner, roles.domainAdmin, roles.networkAdmin]) {
        const expected = canSeePost(other, draft).allowed ? 'FORBIDDEN' : 'POST_NOT_FOUND'
        expect(outcomeOf(canEditPost(other, draft, NOW))).toBe(expected)
      }
    }
  })

  test('a pending one can only be approved by moderators', () => {
    const waiting = post(PostStatus.pending, { approvePosts: true })
    expectLine('                                  sign none none no   none ban  ok   none ok   ok   ok', (viewer) =>
      canApprovePost(viewer, waiting, NOW),
    )
    expectLine('                                  sign none none no   none ban  none ok   ok   ok   ok', (viewer) =>
      canApprovePost(viewer, { ...waiting, kind: 'story' }, NOW),
    )
  })

  test('is pending where the community requires approval, unless its author may approve', () => {
    const statusFor = (viewer: Viewer, values = {}) =>
      newPostStatus(viewer, {
        tokenName: 'FORUM',
        kind: 'community',
        approvePosts: true,
        saveAsDraft: false,
        lacksCaptions: false,
        ...values,
      })
    expect(statusFor(roles.member)).toBe(PostStatus.pending)
    expect(statusFor(roles.moderator)).toBe(PostStatus.published)
    expect(statusFor(roles.moderator, { kind: 'story' })).toBe(PostStatus.pending)
    expect(statusFor(roles.editor, { kind: 'story' })).toBe(PostStatus.published)
    expect(statusFor(roles.editor)).toBe(PostStatus.pending)
    expect(statusFor(roles.member, { approvePosts: false })).toBe(PostStatus.published)
    expect(statusFor(roles.moderator, { saveAsDraft: true })).toBe(PostStatus.draft)
    expect(statusFor(roles.moderator, { lacksCaptions: true })).toBe(PostStatus.waitingForTranscript)
    expect(statusFor(roles.member, { lacksCaptions: true, saveAsDraft: true })).toBe(PostStatus.draft)
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

  test.each(hiddenPosts)('on a post of status %i is impossible', (status) => {
    for (const rule of [canVote, canReactToPost]) {
      expectLine('                                sign none none gone none gone gone none gone gone gone', (viewer) =>
        rule(viewer, post(status), NOW),
      )
    }
  })

  test('on a comment requires membership and a published comment', () => {
    expectLine('                                  sign join ok   ok   ban  ban  ok   ok   ok   join ok', (viewer) =>
      canReactToComment(viewer, { post: post(0), comment: comment(0) }, NOW),
    )
  })

  test.each([1, 2, 3, 4, 5])('on a comment of status %i is impossible', (status) => {
    expectLine('                                  sign 404  404  404  404  404  404  404  404  404  404', (viewer) =>
      canReactToComment(viewer, { post: post(0), comment: comment(status) }, NOW),
    )
  })

  test.each(hiddenPosts)('on a comment of a post of status %i is impossible', (status) => {
    for (const viewer of [roles.author, roles.moderator, roles.networkAdmin]) {
      const decision = canReactToComment(viewer, { post: post(status), comment: comment(0) }, NOW)
      expect(decision.allowed).toBe(false)
    }
  })

  test('on a comment of an invisible post reveals nothing about it', () => {
    expect(outcomeOf(canReactToComment(roles.member, { post: post(1), comment: comment(0) }, NOW))).toBe(
      'COMMENT_NOT_FOUND',
    )
  })
})

describe('managing a post', () => {
  const hide =
    (status: number, isPinned = false) =>
    (viewer: Viewer) =>
      canHidePost(viewer, { ...post(status), isPinned }, { hidden: true, now: NOW })

  //                                              vis  str  mem  aut  ban  bAu  mod  edi  own  dom  net
  test('a published one can be hidden by its author and moderators, but not while pinned', () => {
    expectLine('                                  sign no   no   ok   ban  ban  ok   no   ok   ok   ok', hide(0))
    const author = roles.author as Viewer
    expect(outcomeOf(hide(0, true)(author))).toBe('POST_PINNED')
  })

  test('one can be deleted by its author, but not while pinned or hidden by moderators', () => {
    const remove =
      (status: number, isPinned = false) =>
      (viewer: Viewer) =>
        canDeletePost(viewer, { ...post(status), isPinned, isArticle: false }, NOW)
    expectLine('                                  sign no   no   ok   ban  ban  no   no   no   no   no', remove(0))
    expectLine('                                  sign none none ok   none ban  no   none no   no   no', remove(9))
    expectLine('                                  sign none none no   none ban  no   none no   no   no', remove(1))
    expect(outcomeOf(remove(0, true)(roles.author))).toBe('POST_PINNED')
    const article = { ...post(0), isPinned: false, isArticle: true }
    expect(outcomeOf(canDeletePost(roles.author, article, NOW))).toBe('FORBIDDEN')
  })

  test('a draft can be hidden, published and scheduled by its author only', () => {
    expectLine('                                  sign none none ok   none ban  no   none no   no   no', hide(9))
    expectLine('                                  sign none none ok   none ban  no   none no   no   no', (viewer) =>
      canManageDraft(viewer, post(PostStatus.draft), NOW),
    )
  })

  test('a scheduled one can be managed by moderators, too', () => {
    expectLine('                                  sign none none ok   none ban  ok   none ok   ok   ok', (viewer) =>
      canManageDraft(viewer, post(PostStatus.scheduled), NOW),
    )
  })

  test('locking comments is for holders of blockChat, and turning them off for authors', () => {
    for (const isLocked of [true, false]) {
      expectLine('                                  sign no   no   ok   ban  ban  no   no   ok   ok   ok', (viewer) =>
        canLockPost(viewer, post(PostStatus.published), { isLocked, now: NOW }),
      )
    }
    const unlock = (viewer: Viewer, lockedBy?: 'author' | 'moderators') => {
      const locked = post(PostStatus.published, { isLocked: true, lockedBy })
      return outcomeOf(canLockPost(viewer, locked, { isLocked: false, now: NOW }))
    }
    const of = {
      author: roles.author,
      locker: { ...roles.author, tokenPermissions: { FORUM: ['blockChat' as const] } },
    }
    expect([unlock(of.author, 'author'), unlock(of.author, 'moderators'), unlock(of.author)]).toEqual([
      ...['ok', 'COMMENTS_LOCKED', 'COMMENTS_LOCKED'],
    ])
    expect(unlock(of.locker, 'moderators')).toBe('ok')
  })

  test('pinning is for holders of pinPost', () => {
    expectLine('                                  sign no   no   no   ban  ban  no   no   ok   ok   ok', (viewer) =>
      canPinPost(viewer, post(PostStatus.published), { isPinned: true, now: NOW }),
    )
    const pinner = { ...plainMember, tokenPermissions: { FORUM: ['pinPost' as const] } }
    const pins = (status: number) => outcomeOf(canPinPost(pinner, post(status), { isPinned: true, now: NOW }))
    expect([pins(PostStatus.published), pins(PostStatus.unlisted)]).toEqual(['ok', 'POST_NOT_PUBLISHED'])
  })
})
