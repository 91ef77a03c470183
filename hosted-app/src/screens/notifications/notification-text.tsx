import {
  actionsWith,
  authorPath,
  communityPath,
  NOTIFICATION_ACTIONS,
  type Notification,
  OWN_MONEY_ACTIONS,
} from '@stoa/contract'
import { useI18n, useTranslate, useWritten, Written } from '@stoa/ui'
import { Fragment, type ReactNode } from 'react'
import { ACCOUNT_SETTINGS_PATH, DECISIONS_PATH, WALLET_PATH } from '../../paths.ts'
import { notificationsMessages } from './messages.ts'

/** Decisions with their own text. */
const DECISIONS = [
  ...actionsWith({ notifies: 'person' }),
  ...actionsWith({ notifies: 'reporters' }),
  ...actionsWith({ notifies: 'owner' }),
  ...actionsWith({ notifies: 'cashiers' }),
  ...NOTIFICATION_ACTIONS,
]

/** Decisions listed on their own page, where they can be appealed. */
const ABOUT_VIEWER: ReadonlySet<string> = new Set([
  ...actionsWith({ shownToPerson: true }),
  ...actionsWith({ group: 'appeals' }),
])

/** Decisions about the viewer's own money. Their cashiers' lead to the community's queue. */
const ABOUT_MONEY: ReadonlySet<string> = new Set(OWN_MONEY_ACTIONS)
const OF_CASHIERS: ReadonlySet<string> = new Set(actionsWith({ notifies: 'cashiers' }))

/** A notification's target: the comment or post if there is one. */
export function notificationPath(notification: Notification): string {
  const { kind, actors, comment, community, count, post, decision, excerpt } = notification
  const path = community ? communityPath(community) : '/'
  if (kind === 'accountChanged') return ACCOUNT_SETTINGS_PATH
  if (kind === 'queue' || kind === 'overdue') return `${path}/tab/reports`
  if (kind === 'follow') return actors[0]?.slugUrl ? authorPath(actors[0].slugUrl) : '/bbs/notifications'
  if (decision && ABOUT_VIEWER.has(decision.action)) return DECISIONS_PATH
  if (decision && ABOUT_MONEY.has(decision.action)) return WALLET_PATH
  if (decision && OF_CASHIERS.has(decision.action)) return `${path}/admin-settings/cashier`
  if (decision?.person) return authorPath(decision.person.slugUrl)
  // A reported comment that is hidden isn't there anymore; its post is.
  if (comment && (excerpt !== '' || !outcomeOf(decision))) return `/bbs/thread/${comment.id}`
  const isOfMany = count > 1 && (kind === 'newPost' || kind === 'communityPost')
  if (isOfMany && kind === 'newPost' && actors[0]?.slugUrl) return authorPath(actors[0].slugUrl)
  if (isOfMany) return `${path}?sort=new`
  if (!post) return path
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
  const written = useWritten()
  const { kind, count, actorCount, post, community, decision } = notification
  const actors = <Actors notification={notification} />
  const title = post && <cite {...written(post.title)}>{post.title}</cite>
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
        community: <Written>{community?.title ?? ''}</Written>,
      })
    case 'watched':
      return t.rich('notifications.watched', { actors, title })
    case 'reminder':
      return t.rich(notification.comment ? 'notifications.reminder.comment' : 'notifications.reminder', { title })
    case 'queue':
    case 'overdue':
      return t.rich(`notifications.${kind}`, {
        count: notification.overdue ?? count,
        community: <Written>{community?.title ?? ''}</Written>,
      })
    case 'accountChanged':
      return t(`notifications.account.${notification.accountChange ?? 'changed'}`)
    case 'moderation':
    case 'role': {
      const knownAction = DECISIONS.find((action) => action === decision?.action)
      const communityTitle = <Written>{community?.title ?? ''}</Written>
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

/** The titles of the newest posts, and how many others. */
export function Titles({ titles, count }: { titles: readonly string[]; count: number }) {
  const t = useTranslate(notificationsMessages)
  const written = useWritten()
  const named = titles.map((title) =>
    t.rich('notifications.title', { title: <cite {...written(title)}>{title}</cite> }),
  )
  const others = count - titles.length
  // As in `translatable`.
  return <List key={count} items={others > 0 ? [...named, t('notifications.titles.more', { count: others })] : named} />
}

/** The names of the latest people, and how many others. */
function Actors({ notification: { actors, actorCount } }: { notification: Notification }) {
  const t = useTranslate(notificationsMessages)
  const names = actors.map(({ userId, displayName }) => <bdi key={userId}>{displayName}</bdi>)
  const others = actorCount - actors.length
  // Only anonymous people or deleted accounts.
  if (names.length === 0) return <b>{t('notifications.somebody')}</b>
  return (
    <b>
      {/* As in `translatable`. */}
      <List key={actorCount} items={others > 0 ? [...names, t('notifications.others', { count: others })] : names} />
    </b>
  )
}

/** Items in one line, as in "a, b, and c". */
function List({ items }: { items: readonly ReactNode[] }) {
  const { locale } = useI18n()
  const parts = new Intl.ListFormat(locale).formatToParts(items.map((_, index) => String(index)))
  return (
    <span>
      {parts.map(({ type, value }, index) => (
        <Fragment key={index}>{type === 'element' ? items[Number(value)] : value}</Fragment>
      ))}
    </span>
  )
}
