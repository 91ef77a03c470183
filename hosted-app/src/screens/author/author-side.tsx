import { authorFeedPath, type CallOutput, communityPath, type HeldRole, type User } from '@stoa/contract'
import { formatDate, formatNumber, RoleBadge, useI18n, useTranslate, useWritten } from '@stoa/ui'
import { Panel } from '../../side/side-panels.tsx'
import { authorTabPath } from './author-loader.ts'
import { authorMessages } from './messages.ts'

/** Maximum number of items per list. */
const ITEMS_MAX = 8

interface AuthorSideProps {
  user: User
  communities: readonly HeldRole[]
  /** Their reputation by community. Null: not shown. */
  reputation: CallOutput<'userReputation'>['communities'] | null
}

/** A person's description, which narrow windows show below the name, roles and reputation. */
export function AuthorSide({ user, communities, reputation }: AuthorSideProps) {
  const t = useTranslate(authorMessages)
  const written = useWritten()
  const { locale } = useI18n()
  const { profileTitle, profileAbout, slugUrl, createdAt } = user
  const since = formatDate(createdAt, locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <>
      <Panel title={t('author.about')} className="stoa-app-author-about">
        {profileTitle && (
          <p className="stoa-app-author-calling" {...written(profileTitle)}>
            {profileTitle}
          </p>
        )}
        {profileAbout && (
          <p className="stoa-app-about" {...written(profileAbout)}>
            {profileAbout}
          </p>
        )}
        <small>
          {t('author.since', { date: since })} · <a href={authorFeedPath(slugUrl)}>{t('author.feed')}</a>
        </small>
      </Panel>
      {communities.length > 0 && (
        <Panel title={t('author.roles')}>
          <ul className="stoa-app-panel-list">
            {communities.slice(0, ITEMS_MAX).map(({ id, tokenName, title, role }) => (
              <li key={id}>
                <a href={communityPath(tokenName)} {...written(title)}>
                  {title}
                </a>
                <RoleBadge role={role} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {reputation !== null && reputation.length > 0 && (
        <Panel title={t('author.reputation')}>
          <ul className="stoa-app-panel-list">
            {reputation.slice(0, ITEMS_MAX).map(({ tokenName, communityTitle, points }) => (
              <li key={tokenName}>
                <a href={`${communityPath(tokenName)}/tab/leaderboard?period=all`} {...written(communityTitle)}>
                  {communityTitle}
                </a>
                <b className="stoa-app-panel-number" translate="no">
                  {formatNumber(points, locale)}
                </b>
              </li>
            ))}
          </ul>
          <a href={authorTabPath(slugUrl, 'reputation')}>{t('author.reputation.sources')}</a>
        </Panel>
      )}
    </>
  )
}
