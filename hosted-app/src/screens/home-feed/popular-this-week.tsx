import type { PostSummary } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { Panel, PanelPosts } from '../../side/side-panels.tsx'
import { homeFeedMessages } from './messages.ts'

const SHOWN = 5

/** The posts of the last seven days that people liked most. Nothing if there are none, or they can't be loaded: nobody asked for them. */
export function PopularThisWeek() {
  const t = useTranslate(homeFeedMessages)
  const { call } = useStoa().client
  const [posts, setPosts] = useState<readonly PostSummary[]>([])
  useEffect(() => {
    let isGone = false
    call('postList', { type: 'all', sort: 'top', since: 'week', limit: SHOWN }).then(
      ({ items }) => isGone || setPosts(items),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [call])
  if (posts.length === 0) return null
  return (
    <Panel title={t('feed.popularWeek')}>
      <PanelPosts posts={posts} withCommunity />
    </Panel>
  )
}
