import { communityPath, type Me } from '@stoa/contract'
import { communities } from '@stoa/store'
import { useCommunity, useList } from '@stoa/store/react'
import { Avatar, useTranslate } from '@stoa/ui'
import { useHostedApp } from '../../hosted-app.ts'
import { Panel } from '../../side/side-panels.tsx'
import { notificationsMessages } from './messages.ts'

/** Maximum number of communities. */
const COMMUNITIES_MAX = 10

/** The communities that the viewer has joined. */
export function NotificationsSide({ viewer }: { viewer: Me }) {
  const t = useTranslate(notificationsMessages)
  const { config } = useHostedApp()
  const joined = viewer.joinedCommunities.slice(0, COMMUNITIES_MAX)
  return (
    <Panel title={t('notifications.communities')}>
      {joined.length > 0 ? (
        <Joined tokenNames={joined} />
      ) : (
        <p className="stoa-app-muted">{t('notifications.communities.none')}</p>
      )}
      {config.enableForumPicker && <a href="/bbs/picker">{t('notifications.communities.all')}</a>}
    </Panel>
  )
}

function Joined({ tokenNames }: { tokenNames: readonly string[] }) {
  useList(communities({ tokenNames: tokenNames.join(',') }), { load: true })
  return (
    <ul className="stoa-app-panel-list">
      {tokenNames.map((tokenName) => (
        <JoinedCommunity key={tokenName} tokenName={tokenName} />
      ))}
    </ul>
  )
}

/** Shows the token name until the title is loaded, so that nothing moves. */
function JoinedCommunity({ tokenName }: { tokenName: string }) {
  const community = useCommunity(tokenName)
  const title = community?.title ?? tokenName
  return (
    <li>
      <Avatar id={tokenName} name={title} src={community?.logoImageURI ?? ''} size="s" shape="square" />
      <a href={communityPath(tokenName)} dir="auto">
        {title}
      </a>
    </li>
  )
}
