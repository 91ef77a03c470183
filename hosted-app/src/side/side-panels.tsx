import {
  authorPath,
  type Community,
  communityFeedPath,
  communityPath,
  type Member,
  type PostSummary,
  postPath,
} from '@stoa/contract'
import {
  Avatar,
  formatDate,
  RoleBadge,
  RulesList,
  TopicPill,
  translatable,
  useI18n,
  useTranslate,
  useWritten,
  VisuallyHidden,
  Written,
} from '@stoa/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useHostedApp } from '../hosted-app.ts'
import { loadSide, type SideData } from './load-side.ts'
import { sideMessages } from './side-messages.ts'

type Of<Kind extends SideData['kind']> = Extract<SideData, { kind: Kind }>

/** A side column by name, once loaded; nothing if that fails, because nobody asked for it. */
export function LoadedPanels({ name }: { name: string }) {
  const app = useHostedApp()
  const [data, setData] = useState<SideData>()
  useEffect(() => {
    let isGone = false
    loadSide(app, name).then(
      (loaded) => isGone || setData(loaded),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [app, name])
  return data ? <SidePanels data={data} /> : null
}

/** A side column: text and links only, so that the server's HTML needs no scripts. */
export function SidePanels({ data }: { data: SideData }) {
  return (
    <div className="stoa-app-panels">
      {data.kind === 'community' ? <CommunityPanels {...data} /> : <PostPanels {...data} />}
    </div>
  )
}

function CommunityPanels({ community, staff, members, others }: Of<'community'>) {
  const t = useTranslate(sideMessages)
  const written = useWritten()
  const home = communityPath(community)
  return (
    <>
      <AboutPanel community={community} isFirst>
        {staff.length > 0 && (
          <>
            <h3>{t('side.staff')}</h3>
            <ul className="stoa-app-panel-list">
              {staff.map((person) => (
                <li key={person.userId}>
                  <Avatar id={person.userId} name={person.displayName} src={person.imageUrl} size="xs" />
                  <a href={authorPath(person.slugUrl)} dir="auto">
                    {person.displayName}
                  </a>
                  <RoleBadge role={person.role} />
                </li>
              ))}
            </ul>
          </>
        )}
      </AboutPanel>
      {community.rules.length > 0 && (
        <Panel title={t('side.rules')} className="stoa-app-panel-of-rules">
          <RulesList rules={community.rules} />
        </Panel>
      )}
      {community.activeFlairs.length > 0 && (
        <Panel title={t('side.topics')} className="stoa-app-panel-of-topics">
          <p className="stoa-app-panel-topics">
            {community.activeFlairs.map(({ id, name, color }) => (
              <TopicPill key={id} name={name} color={color} href={`${home}?flair=${id}`} />
            ))}
          </p>
        </Panel>
      )}
      {members.length > 0 && (
        <Panel title={t('side.members.new')}>
          <p className="stoa-app-panel-faces">
            {members.map((person) => (
              <Face key={person.userId} {...person} />
            ))}
          </p>
          <a href={`${home}/tab/holders`}>{t('side.members.all')}</a>
        </Panel>
      )}
      {others.length > 0 && (
        <Panel title={t(community.featuredTokens.length > 0 ? 'side.featured' : 'side.others')}>
          <ul className="stoa-app-panel-list">
            {others.map((other) => (
              <li key={other.tokenName}>
                <Avatar id={other.tokenName} name={other.title} src={other.logoImageURI} size="s" shape="square" />
                <span>
                  <a href={communityPath(other)} {...written(other.title)}>
                    {other.title}
                  </a>
                  <small>{translatable(t('side.members', { count: other.numberOfMembers }))}</small>
                </span>
              </li>
            ))}
          </ul>
          <a href="/bbs/picker">{t('side.others.all')}</a>
        </Panel>
      )}
    </>
  )
}

function PostPanels({ community, author, role, related }: Of<'post'>) {
  const t = useTranslate(sideMessages)
  const written = useWritten()
  const { locale } = useI18n()
  const since = author && formatDate(author.createdAt, locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <>
      {author && (
        <Panel title={t('side.author')} isFirst>
          <p className="stoa-app-panel-person">
            <Avatar id={author.id} name={author.displayName} src={author.profileImageUrl} />
            <span>
              <a href={authorPath(author.slugUrl)} dir="auto">
                {author.displayName}
              </a>{' '}
              <RoleBadge role={role} />
              <small>{author.profileTitle || t('side.author.since', { date: since ?? '' })}</small>
            </span>
          </p>
          {author.profileAbout && (
            <p className="stoa-app-panel-text" {...written(author.profileAbout)}>
              {author.profileAbout}
            </p>
          )}
        </Panel>
      )}
      <AboutPanel community={community} isFirst={author === null} isNamed />
      {related.length > 0 && (
        <Panel title={t('side.related')}>
          <PanelPosts posts={related} />
        </Panel>
      )}
    </>
  )
}

/** Posts with their number of comments, and with their community if it isn't that of the page. */
export function PanelPosts({
  posts,
  withCommunity = false,
}: {
  posts: readonly PostSummary[]
  /** Default false. */
  withCommunity?: boolean
}) {
  const t = useTranslate(sideMessages)
  const written = useWritten()
  return (
    <ul className="stoa-app-panel-posts">
      {posts.map((post) => (
        <li key={post.id}>
          <a href={postPath(post)} {...written(post.title)} data-kind={withCommunity ? post.kind : undefined}>
            {post.title}
          </a>
          <small>
            {withCommunity && (
              <>
                <Written>{post.communityTitle}</Written>
                {' · '}
              </>
            )}
            {translatable(t('side.comments', { count: post.numComments }))}
          </small>
        </li>
      ))}
    </ul>
  )
}

function Face({ userId, displayName, slugUrl, imageUrl }: Member) {
  return (
    <a href={authorPath(slugUrl)} title={displayName}>
      <Avatar id={userId} name={displayName} src={imageUrl} size="s" />
      <VisuallyHidden>{displayName}</VisuallyHidden>
    </a>
  )
}

/** Props of `AboutPanel`. */
export interface AboutPanelProps {
  community: Community
  /** As of `Panel`. Default false. */
  isFirst?: boolean
  /** Whether it has its name and description: its own screens show them above. Default false. */
  isNamed?: boolean
  /** Further facts. Default: none. */
  children?: ReactNode
}

/** What a community is. */
export function AboutPanel({ community, isFirst = false, isNamed = false, children }: AboutPanelProps) {
  const t = useTranslate(sideMessages)
  const written = useWritten()
  const { locale } = useI18n()
  const { tokenName, title, about, logoImageURI, createdAt, numberOfMembers, teamSeesEmails } = community
  const date = formatDate(createdAt, locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <Panel title={t('side.about')} isFirst={isFirst}>
      {isNamed && (
        <p className="stoa-app-panel-person">
          <Avatar id={tokenName} name={title} src={logoImageURI} shape="square" />
          <span>
            <a href={communityPath(community)} {...written(title)}>
              {title}
            </a>
            <small>{translatable(t('side.members', { count: numberOfMembers }))}</small>
          </span>
        </p>
      )}
      {isNamed && about && (
        <p className="stoa-app-panel-text" {...written(about)}>
          {about}
        </p>
      )}
      {teamSeesEmails && <p className="stoa-app-panel-text">{t('side.emails')}</p>}
      {!isNamed && (
        <small>
          {t('side.since', { date })} · <a href={communityFeedPath(community)}>{t('side.feed')}</a>
        </small>
      )}
      {children}
    </Panel>
  )
}

/** Props of `Panel`. */
export interface PanelProps {
  title: string
  /** Of the column beside the main content: its title names the whole column. Default false. */
  isFirst?: boolean
  /** Default: none. */
  className?: string
  children: ReactNode
}

/** A panel of a side column. */
export function Panel({ title, isFirst = false, className = '', children }: PanelProps) {
  return (
    <section className={`stoa-app-panel ${className}`.trim()}>
      <h2 id={isFirst ? 'side-title' : undefined}>{title}</h2>
      {children}
    </section>
  )
}

/** Props of `WithSide`. */
export interface WithSideProps {
  /** The panels beside the screen. */
  side: ReactNode
  /** Shown above both the panels and the rest in narrow windows. Default: nothing. */
  head?: ReactNode
  /** In the order of Tab and screen readers, the panels come after the rest. Default: before it. */
  isSideLast?: boolean
  children: ReactNode
}

/**
 * A screen with a side column of its own, because the column depends on what the screen has loaded. As wide as that of
 * communities and posts, and shown in wide windows only.
 */
export function WithSide({ side, head, isSideLast = false, children }: WithSideProps) {
  const panels = (
    <div className="stoa-app-beside">
      <div className="stoa-app-panels">{side}</div>
    </div>
  )
  return (
    <div className="stoa-app-sided">
      {head}
      {!isSideLast && panels}
      <div className="stoa-app-sided-content">{children}</div>
      {isSideLast && panels}
    </div>
  )
}

/** Whether the window initially has room for a side column. Elsewhere its content isn't loaded. */
export function useHasRoom(): boolean {
  const [hasRoom] = useState(() => globalThis.matchMedia?.('(min-width: 68.75rem)').matches ?? false)
  return hasRoom
}
