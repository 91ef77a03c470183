import { isHidden, type Post, PostStatus, type PostSummary } from '@stoa/contract'
import { reasonText } from '@stoa/store'
import { Banner, useI18n, useTranslate, Written } from '@stoa/ui'
import { type ReactNode, useSyncExternalStore } from 'react'
import { postViewMessages } from './messages.ts'

export interface StatusBannerProps {
  /** The post's status, and its time if scheduled. */
  post: Pick<PostSummary, 'status' | 'scheduledAt'> & Partial<Pick<Post, 'hidden'>>
  /** The viewer is its author. Default false. */
  own?: boolean | undefined
  /** The viewer's actions. Default: nothing. */
  action?: ReactNode
}

const words = {
  [PostStatus.hiddenByAdmin]: 'post.status.hiddenByAdmin',
  [PostStatus.hiddenByPublisher]: 'post.status.hiddenByPublisher',
  [PostStatus.hiddenByDomainAdmin]: 'post.status.hiddenByDomainAdmin',
  [PostStatus.hiddenByCategoryAdmin]: 'post.status.hiddenByCategoryAdmin',
  [PostStatus.pending]: 'post.status.pending',
  [PostStatus.waitingForTranscript]: 'post.status.waitingForTranscript',
  [PostStatus.unlisted]: 'post.status.unlisted',
  [PostStatus.scheduled]: 'post.status.scheduled',
  [PostStatus.draft]: 'post.status.draft',
} as const

/** Says why a post isn't public. Renders nothing for a published one. */
export function StatusBanner({ post, own = false, action }: StatusBannerProps) {
  const t = useTranslate(postViewMessages)
  const key = Object.hasOwn(words, post.status) ? words[post.status as keyof typeof words] : null
  if (key === null) return null
  const reason = post.hidden?.reason ?? ''
  const saysWho = post.status === PostStatus.unlisted
  return (
    <Banner tone={isHidden(post.status) || post.status === PostStatus.pending ? 'warning' : 'info'} action={action}>
      {key === 'post.status.hiddenByPublisher' && own
        ? t('post.status.hiddenByPublisher.own')
        : t.rich(key, { time: post.scheduledAt === null ? '' : <LocalTime value={post.scheduledAt} /> })}
      {reason !== '' && <> {t.rich('post.status.reason', { reason: <Written>{reasonText(reason, t)}</Written> })}</>}
      {!saysWho && <> {t(own ? 'post.status.onlyYou' : 'post.status.onlyAuthor')}</>}
    </Banner>
  )
}

/** A date and time in the reader's zone. Until that is known, in UTC and labeled as such. */
function LocalTime({ value }: { value: number }) {
  const { locale } = useI18n()
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(inBrowser ? {} : { timeZone: 'UTC' }),
  })
  return <time dateTime={new Date(value).toISOString()}>{format.format(value)}</time>
}
