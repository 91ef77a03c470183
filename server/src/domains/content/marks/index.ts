import { canHideCommentForMe, canHidePostForMe, canSaveComment, canSavePost } from '@stoa/contract'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { createReminders } from './reminders.ts'
import { createMarkService, createMarksOfViewer, createWatchers } from './service.ts'
import { marksTables } from './tables.ts'

export type { MarkService, MarksOfViewer, Watchers } from './service.ts'

export type MarksDomain = ReturnType<typeof registerMarks>
export const marksDomain = { tables: marksTables, register: registerMarks }

/** Registers posts and comments that people have saved or hidden for themselves, and posts that they watch. */
function registerMarks(
  platform: Platform,
  earlier: CommunitiesDomain & PartnerOriginsDomain & AccountsDomain & PostsDomain & CommentsDomain,
) {
  const { events } = platform
  const base = { ...platform, ...earlier }
  const saves = createMarkService(base, {
    kind: 'saved',
    mayMarkPost: canSavePost,
    mayMarkComment: canSaveComment,
    tell: (tx, { isMarked: saved, ...about }) =>
      events.publish(tx, {
        name: 'viewer.saved',
        payload: { ...about, saved },
      }),
  })
  const personalHides = createMarkService(base, {
    kind: 'hidden',
    mayMarkPost: canHidePostForMe,
    mayMarkComment: canHideCommentForMe,
    tell: (tx, { isMarked: hidden, ...about }) =>
      events.publish(tx, {
        name: 'viewer.hid',
        payload: { ...about, hidden },
      }),
  })
  const watches = createMarkService(base, {
    kind: 'watched',
    mayMarkPost: canSavePost,
    mayMarkComment: canSaveComment,
    tell: (tx, { isMarked: watched, ...about }) =>
      events.publish(tx, {
        name: 'viewer.watched',
        payload: { ...about, watched },
      }),
  })
  return {
    saves,
    personalHides,
    watches,
    watchers: createWatchers(platform),
    reminders: createReminders(base),
    marksOfViewer: createMarksOfViewer(platform),
  }
}
