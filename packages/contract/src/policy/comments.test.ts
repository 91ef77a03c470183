import { describe, expect, test } from 'vitest'
import {
  comment,
  expandLine,
  hiddenPosts,
  NOW,
  outcomeOf,
  outcomesOf,
  post,
  roles,
  sectionAdmin,
} from '../fixtures/roles.ts'
import { CommentStatus } from '../status.ts'
import { canDeleteComment, canEditComment, canHideComment, hiddenCommentStatus } from './comment-changes.ts'
import { canCommentAnonymously, canCreateComment, canSaveComment, canSeeCommentText } from './comments.ts'
import type { Decision } from './decision.ts'
import type { Viewer } from './viewer.ts'

/** Compares a rule's decision for every role with a line of abbreviations. */
const expectLine = (line: string, rule: (viewer: Viewer) => Decision) =>
  expect(outcomesOf(rule)).toEqual(expandLine(line))

//                                                vis  str  mem  aut  ban  bAu  mod  edi  own  dom  net
describe('commenting', () => {
  test('is for members, on public posts', () => {
    for (const status of [0, 7]) {
      expectLine('                                sign join ok   ok   ban  ban  ok   ok   ok   join ok', (viewer) =>
        canCreateComment(viewer, { post: post(status), replyTo: null }, NOW),
      )
    }
  })

  test.each(hiddenPosts)('on a post of status %i is closed, and not found for those who can’t see it', (status) => {
    expectLine('                                  none none none shut none shut shut none shut shut shut', (viewer) =>
      canCreateComment(viewer, { post: post(status), replyTo: null }, NOW),
    )
  })

  test.each([1, 2, 3, 4])('under a comment of status %i is refused as hidden', (status) => {
    expectLine('                                  hid  hid  hid  hid  hid  hid  hid  hid  hid  hid  hid', (viewer) =>
      canCreateComment(viewer, { post: post(0), replyTo: comment(status) }, NOW),
    )
  })

  test('under a pending comment is not found for those who can’t see it', () => {
    expectLine('                                  404  404  404  hid  404  hid  hid  404  hid  hid  hid', (viewer) =>
      canCreateComment(viewer, { post: post(0), replyTo: comment(CommentStatus.pending) }, NOW),
    )
  })

  test('anonymously has the same requirements for post and comment', () => {
    expect(outcomeOf(canCommentAnonymously({ post: post(0), replyTo: comment(0) }))).toBe('ok')
    expect(outcomeOf(canCommentAnonymously({ post: post(1), replyTo: null }))).toBe('POST_NOT_FOUND')
    expect(outcomeOf(canCommentAnonymously({ post: post(0), replyTo: comment(1) }))).toBe('COMMENT_HIDDEN')
    expect(outcomeOf(canCommentAnonymously({ post: post(0), replyTo: comment(5) }))).toBe('COMMENT_NOT_FOUND')
  })
})

describe('saving a comment', () => {
  test('is allowed to signed-in users who may read it', () => {
    expectLine('                                  sign ok   ok   ok   ok   ok   ok   ok   ok   ok   ok', (viewer) =>
      canSaveComment(viewer, { post: post(0), comment: comment(0) }),
    )
    expectLine('                                  sign 404  404  ok   404  ok   ok   404  ok   ok   ok', (viewer) =>
      canSaveComment(viewer, { post: post(0), comment: comment(CommentStatus.hiddenByAdmin) }),
    )
    expectLine('                                  sign 404  404  ok   404  ok   ok   404  ok   ok   ok', (viewer) =>
      canSaveComment(viewer, { post: post(1), comment: comment(0) }),
    )
  })
})

describe('the text of a comment', () => {
  const readers = (status: number) =>
    Object.entries(roles).flatMap(([name, viewer]) => (canSeeCommentText(viewer, comment(status)) ? [name] : []))

  test('is public when published', () => {
    expect(readers(0)).toEqual(Object.keys(roles))
  })

  test.each([1, 2, 3, 4, 5])('of status %i is visible to its author and moderators', (status) => {
    expect(readers(status)).toEqual(['author', 'bannedAuthor', 'moderator', 'owner', 'domainAdmin', 'networkAdmin'])
  })

  test('can be edited by its author unless it is hidden', () => {
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

describe('deleting a comment permanently', () => {
  const rule = (status: number) => (viewer: Viewer) => canDeleteComment(viewer, comment(status), NOW)

  test('is for its publisher', () => {
    expectLine('                                  sign no   no   ok   no   ban  no   no   no   no   no', rule(0))
    expectLine('                                  sign 404  404  ok   404  ban  no   404  no   no   no', rule(2))
    expectLine('                                  sign 404  404  ok   404  ban  no   404  no   no   no', rule(5))
  })

  test.each([1, 3, 4])('is refused after others hid it (%i)', (status) => {
    expectLine('                                  sign 404  404  no   404  no   no   404  no   no   no', rule(status))
  })
})

describe('hiding and restoring a comment', () => {
  const rule = (status: number, hidden: boolean) => (viewer: Viewer) =>
    canHideComment(viewer, comment(status), { hidden, now: NOW })

  test('a published one can be hidden by its publisher and moderators', () => {
    expectLine('                                  sign no   no   ok   no   ban  ok   no   ok   ok   ok', rule(0, true))
  })

  test('one hidden by the publisher can only be restored by the publisher', () => {
    expectLine('                                  sign 404  404  ok   404  ban  no   404  no   no   no', rule(2, false))
  })

  test('one hidden by a community’s admin can only be restored by admins', () => {
    expectLine('                                  sign 404  404  no   404  ban  ok   404  ok   ok   ok', rule(1, false))
  })

  test('one hidden by a section’s admin can only be restored by such admins and those above', () => {
    expectLine('                                  sign 404  404  no   404  no   no   404  no   ok   ok', rule(4, false))
    expect([1, 4, 3].map((status) => outcomeOf(rule(status, false)(sectionAdmin)))).toEqual([
      'ok',
      'ok',
      'HIDDEN_BY_DOMAIN_ADMIN',
    ])
  })

  test('one hidden by a domain admin can only be restored by domain and network admins', () => {
    expectLine('                                  sign 404  404  dom  404  dom  dom  404  dom  ok   ok', rule(3, false))
  })

  test('says who hid it', () => {
    expect(hiddenCommentStatus(roles.author, comment(0))).toBe(CommentStatus.hiddenByPublisher)
    expect(hiddenCommentStatus(roles.moderator, comment(0))).toBe(CommentStatus.hiddenByAdmin)
    expect(hiddenCommentStatus(roles.owner, comment(0))).toBe(CommentStatus.hiddenByAdmin)
    expect(hiddenCommentStatus(sectionAdmin, comment(0))).toBe(CommentStatus.hiddenByCategoryAdmin)
    expect(hiddenCommentStatus({ ...sectionAdmin, sectionCommunities: ['GARDEN'] }, comment(0))).toBe(
      CommentStatus.hiddenByAdmin,
    )
    expect(hiddenCommentStatus(roles.domainAdmin, comment(0))).toBe(CommentStatus.hiddenByDomainAdmin)
    expect(hiddenCommentStatus(roles.networkAdmin, comment(0))).toBe(CommentStatus.hiddenByDomainAdmin)
  })
})
