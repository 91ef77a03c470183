import type { Me } from '@stoa/contract'
import { subscribeToJoined, visitCommunity } from '@stoa/store'
import { useStoa, useStoaState } from '@stoa/store/react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { useOwnCounts } from '../../own-counts.ts'
import { Rail } from '../rail/rail.tsx'
import { useCurrentCommunity } from '../use-current-community.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectedMemberTools, type MemberToolsProps, useMemberTools } from './member-tools.tsx'

/** The rail of a member. */
function ConnectedRail({ viewer }: { viewer: Me }) {
  return <Rail {...useRail(viewer)} />
}

function useRail(viewer: Me) {
  const { config } = useHostedApp()
  const { pathname } = useLocation()
  return {
    viewer,
    path: pathname,
    communities: useStoaState(({ joined }) => joined) ?? [],
    unseen: useStoaState(({ unread }) => unread?.unseen ?? 0),
    drafts: useOwnCounts({ isOwn: true })?.draft,
    queue: 0,
    showsCommunities: config.enableForumPicker,
  }
}

/** The bar at the bottom of phones. Keeps the list of communities up to date, and records visits to them. */
function ConnectedBottomBar(props: MemberToolsProps) {
  const stoa = useStoa()
  const { id } = props.viewer
  const tokenName = useCurrentCommunity()?.tokenName
  const { key } = useLocation()
  useEffect(() => (id ? subscribeToJoined(stoa) : undefined), [stoa, id])
  useEffect(() => {
    if (id && key && tokenName) void visitCommunity(stoa, tokenName)
  }, [stoa, id, key, tokenName])
  return <BottomBar {...props} {...useMemberTools(props)} rail={useRail(props.viewer)} />
}

/** The parts of the frame that only members see. */
export const memberParts = { Tools: ConnectedMemberTools, Rail: ConnectedRail, BottomBar: ConnectedBottomBar }
