import { authorPath, type Community, communityFeedPath, communityPath, type Member, postPath } from '@stoa/contract'
import { Avatar, formatDate, RoleBadge, RulesList, useI18n, useTranslate, VisuallyHidden } from '@stoa/ui'
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
    let gone = false
    loadSide(app, name).then(
      (loaded) => gone || setData(loaded),
      () => {},
    )
    return () => {
      gone = true
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
  const home = communityPath(community.tokenName)
  return (
    <>
      <AboutPanel community={community} isFirst />
      {community.rules.length > 0 && (
        <Panel title={t('side.rules')}>
          <RulesList rules={community.rules} />
        </Panel>
      )}
      {staff.length > 0 && (
        <Panel title={t('side.staff')}>
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
        </Panel>
      )}
      {community.activeFlairs.length > 0 && (
        <Panel title={t('side.topics')}>
          <p className="stoa-app-panel-topics">
            {community.activeFlairs.map(({ id, name, color }) => (
              <a
                key={id}
                className="stoa-card-flair stoa-flair"
                data-color={color}
                href={`${home}?flair=${id}`}
                dir="auto"
              >
                {name}
              </a>
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
            {others.map(({ tokenName, title, logoImageURI, numberOfMembers }) => (
              <li key={tokenName}>
                <Avatar id={tokenName} name={title} src={logoImageURI} size="s" />
                <span>
                  <a href={communityPath(tokenName)} dir="auto">
                    {title}
                  </a>
                  <small>{t('side.members', { count: numberOfMembers })}</small>
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
            <p className="stoa-app-panel-text" dir="auto">
              {author.profileAbout}
            </p>
          )}
        </Panel>
      )}
      <AboutPanel community={community} isFirst={author === null} isNamed />
      {related.length > 0 && (
        <Panel title={t('side.related')}>
          <ul className="stoa-app-panel-posts">
            {related.map((post) => (
              <li key={post.id}>
                <a href={postPath(post)} dir="auto">
                  {post.title}
                </a>
                <small>{t('side.comments', { count: post.numComments })}</small>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

/** A community's description; without its name next to its own screens, which show it above. */
function AboutPanel({ community, isFirst, isNamed }: { community: Community; isFirst: boolean; isNamed?: boolean }) {
  const t = useTranslate(sideMessages)
  const { locale } = useI18n()
  const { tokenName, title, about, logoImageURI, createdAt, numberOfMembers } = community
  const date = formatDate(createdAt, locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <Panel title={t('side.about')} isFirst={isFirst}>
      {isNamed && (
        <p className="stoa-app-panel-person">
          <Avatar id={tokenName} name={title} src={logoImageURI} />
          <span>
            <a href={communityPath(tokenName)} dir="auto">
              {title}
            </a>
            <small>{t('side.members', { count: numberOfMembers })}</small>
          </span>
        </p>
      )}
      {about && (
        <p className="stoa-app-panel-text" dir="auto">
          {about}
        </p>
      )}
      {!isNamed && (
        <small>
          {t('side.since', { date })} · <a href={communityFeedPath(tokenName)}>{t('side.feed')}</a>
        </small>
      )}
    </Panel>
  )
}

/** A panel of the column; the first one's title names the whole column. */
function Panel({ title, isFirst, children }: { title: string; isFirst?: boolean; children: ReactNode }) {
  return (
    <section className="stoa-app-panel">
      <h2 id={isFirst ? 'side-title' : undefined}>{title}</h2>
      {children}
    </section>
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
