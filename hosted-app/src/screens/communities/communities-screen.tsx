import { communityPath } from '@stoa/contract'
import { useCommunity, useList } from '@stoa/store/react'
import { Avatar, EmptyState, useTranslate } from '@stoa/ui'
import { useLoaderData } from 'react-router'
import { ListEnd } from '../../shell/list-end.tsx'
import { communityMessages } from '../community/community-messages.ts'
import type { CommunitiesData } from './communities-loader.ts'

/** `/bbs/picker`: every community, largest first. */
export function CommunitiesScreen() {
  const t = useTranslate(communityMessages)
  const { list } = useLoaderData() as CommunitiesData
  const { ids } = useList(list)
  return (
    <section>
      <h1 className="stoa-app-title">{t('communities.title')}</h1>
      {ids.length === 0 && <EmptyState title={t('communities.empty')} />}
      <ul className="stoa-app-list">
        {ids.map((tokenName) => (
          <CommunityItem key={tokenName} tokenName={tokenName} />
        ))}
      </ul>
      <ListEnd list={list} />
    </section>
  )
}

function CommunityItem({ tokenName }: { tokenName: string }) {
  const t = useTranslate(communityMessages)
  const community = useCommunity(tokenName)
  if (!community) return null
  const { title, about, logoImageURI, numberOfMembers, totalPosts } = community
  return (
    <li>
      <Avatar id={tokenName} name={title} src={logoImageURI} />
      <div>
        <a className="stoa-app-list-title" href={communityPath(tokenName)} dir="auto">
          {title}
        </a>
        {about && <p dir="auto">{about}</p>}
        <p className="stoa-app-muted">{t('community.numbers', { members: numberOfMembers, posts: totalPosts })}</p>
      </div>
    </li>
  )
}
