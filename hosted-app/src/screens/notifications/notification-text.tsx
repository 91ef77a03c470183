import { actionsWith, authorPath, communityPath, NOTIFICATION_ACTIONS, type Notification } from '@stoa/contract'
import { useI18n, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { ACCOUNT_SETTINGS_PATH, DECISIONS_PATH } from '../../paths.ts'
import { notificationsMessages } from './messages.ts'

/** Decisions with their own text. */
const DECISIONS = [
  ...actionsWith({ notifies: 'person' }),
  ...actionsWith({ notifies: 'reporters' }),
  ...actionsWith({ notifies: 'owner' }),
  ...NOTIFICATION_ACTIONS,
]

/** Decisions listed on their own page, where they can be appealed. */
const ABOUT_VIEWER: ReadonlySet<string> = new Set([
  ...actionsWith({ shownToPerson: true }),
  ...actionsWith({ group: 'appeals' }),
])

/** A notification's target: the comment or post if there is one. */
export function notificationPath(notification: Notification): string {
  const { kind, actors, comment, community, count, post, decision, excerpt } = notification
  const path = community ? communityPath(community) : '/'
  if (kind === 'accountChanged') return ACCOUNT_SETTINGS_PATH
  if (kind === 'queue') return `${path}/tab/reports`
  if (kind === 'follow') return actors[0]?.slugUrl ? authorPath(actors[0].slugUrl) : '/bbs/notifications'
  if (decision && ABOUT_VIEWER.has(decision.action)) return DECISIONS_PATH
  if (decision?.person) return authorPath(decision.person.slugUrl)
  // A reported comment that is hidden isn't there anymore; its post is.
  if (comment && (excerpt !== '' || !outcomeOf(decision))) return `/bbs/thread/${comment.id}`
  const isOfMany = count > 1 && (kind === 'newPost' || kind === 'communityPost')
  if (isOfMany && kind === 'newPost' && actors[0]?.slugUrl) return authorPath(actors[0].slugUrl)
  if (!post || isOfMany) return path
  return `${path}/${encodeURIComponent(post.slugUrl)}`
}

/** The outcome of the reader's report; null for other decisions. */
function outcomeOf(decision: Notification['decision']): 'reportKept' | 'reportUpheld' | 'reportReversed' | null {
  if (decision?.action === 'reportUpheld') return decision.reversed ? 'reportReversed' : 'reportUpheld'
  return decision?.action === 'reportKept' ? 'reportKept' : null
}

/** A sentence that describes the event. */
export function NotificationText({ notification }: { notification: Notification }) {
  const t = useTranslate(notificationsMessages)
  const { kind, count, actorCount, post, community, decision } = notification
  const actors = <Actors notification={notification} />
  const title = post && <cite>{post.title}</cite>
  switch (kind) {
    case 'reply':
    case 'mention':
      return t.rich(title ? `notifications.${kind}.in` : `notifications.${kind}`, { actors, title })
    case 'follow':
      return t.rich('notifications.follow', { count: Math.max(actorCount, 1), actors })
    case 'newPost':
      return count > 1
        ? t.rich('notifications.newPosts', { count, actors })
        : t.rich('notifications.newPost', { actors, title })
    case 'communityPost':
      return t.rich(count > 1 ? 'notifications.communityPosts' : 'notifications.communityPost', {
        count,
        actors,
        title,
        community: <bdi>{community?.title ?? ''}</bdi>,
      })
    case 'queue':
      return t.rich('notifications.queue', { count, community: <bdi>{community?.title ?? ''}</bdi> })
    case 'accountChanged':
      return t(`notifications.account.${notification.accountChange ?? 'changed'}`)
    case 'moderation': {
      const knownAction = DECISIONS.find((action) => action === decision?.action)
      const communityTitle = <bdi>{community?.title ?? ''}</bdi>
      const by = t.rich(`notifications.by.${decision?.by ?? 'community'}`, { community: communityTitle })
      const values = { by, actors, title: title ?? '', community: communityTitle }
      const outcome = outcomeOf(decision)
      if (outcome && decision?.person) {
        return t.rich(`notifications.${outcome}.person`, {
          ...values,
          person: <bdi>{decision.person.displayName}</bdi>,
        })
      }
      if (outcome && title) {
        return t.rich(`notifications.${outcome}.${notification.comment ? 'comment' : 'post'}`, values)
      }
      const text = outcome ?? knownAction
      return t.rich(text ? `notifications.${text}` : 'notifications.decided', values)
    }
  }
}

/** The names of the latest people, and how many others. */
function Actors({ notification: { actors, actorCount } }: { notification: Notification }) {
  const t = useTranslate(notificationsMessages)
  const { locale } = useI18n()
  const names = actors.map(({ userId, displayName }) => <bdi key={userId}>{displayName}</bdi>)
  const others = actorCount - actors.length
  // Only anonymous people or deleted accounts.
  if (names.length === 0) return <b>{t('notifications.somebody')}</b>
  const listItems: ReactNode[] = others > 0 ? [...names, t('notifications.others', { count: others })] : names
  const parts = new Intl.ListFormat(locale).formatToParts(listItems.map((_, index) => String(index)))
  return (
    <b>
      {/* As in `translatable`. */}
      <span key={actorCount}>
        {parts.map(({ type, value }) => (type === 'element' ? listItems[Number(value)] : value))}
      </span>
    </b>
  )
}
