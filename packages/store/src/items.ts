import type { CommentWithReplies, Community, Member, Notification, PostSummary } from '@stoa/contract'
import { memberKey } from './list-names.ts'
import { type ListQuery } from './list-query.ts'
import { putComments } from './put-comments.ts'
import type { Stoa } from './stoa.ts'
import { byId, putRows } from './tables.ts'

/** An item of any list. */
export type Item = PostSummary | CommentWithReplies | Community | Member | Notification

/** Puts the items of a page into the tables and returns their ids in order. */
export function putItems(
  stoa: Stoa,
  query: ListQuery,
  page: { items: readonly Item[]; since: number; replace: boolean },
): string[] {
  const { since } = page
  switch (query.call) {
    case 'postList': {
      const posts = page.items as PostSummary[]
      putRows(stoa, { posts: byId(posts) }, since)
      return posts.map(({ id }) => id)
    }
    case 'commentList':
      return putComments(stoa, page.items as CommentWithReplies[], page)
    case 'communityList': {
      const communities = page.items as Community[]
      putRows(stoa, { communities: Object.fromEntries(communities.map((one) => [one.tokenName, one])) }, since)
      return communities.map(({ tokenName }) => tokenName)
    }
    case 'notificationList': {
      const notifications = page.items as Notification[]
      putRows(stoa, { notifications: byId(notifications) }, since)
      return notifications.map(({ id }) => id)
    }
    case 'communityMembers': {
      const rows = (page.items as Member[]).map((one) => [memberKey(query.params.tokenName, one.userId), one] as const)
      putRows(stoa, { members: Object.fromEntries(rows) }, since)
      return rows.map(([key]) => key)
    }
  }
}
