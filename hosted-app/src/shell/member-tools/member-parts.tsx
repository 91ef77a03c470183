import { type Me, moderatesSomewhere } from '@stoa/contract'
import { loadMenu, subscribeToJoined, subscribeToQueueLength, visitCommunity } from '@stoa/store'
import { useStoa, useStoaState } from '@stoa/store/react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { InviteToPush } from '../../push/invitation/invite-to-push.tsx'
import { Rail } from '../rail/rail.tsx'
import { useRail } from '../rail/use-rail.ts'
import { useCurrentCommunity } from '../use-current-community.ts'
import { useMedia } from '../use-media.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectedMemberTools, type MemberToolsProps, useMemberTools } from './member-tools.tsx'
import { MenuButton } from './menu-button.tsx'
import { useOpenedForum } from './opened-forum.ts'

/** The header's tools. Keep the list of communities up to date, and record visits to them. */
function Tools(props: MemberToolsProps) {
  const stoa = useStoa()
  const { id } = props.viewer
  const tokenName = useCurrentCommunity()?.tokenName
  const { key } = useLocation()
  const isModerator = moderatesSomewhere(props.viewer)
  useEffect(() => (id ? subscribeToJoined(stoa) : undefined), [stoa, id])
  useEffect(() => {
    if (id) void loadMenu(stoa)
  }, [stoa, id])
  useEffect(() => (id && isModerator ? subscribeToQueueLength(stoa) : undefined), [stoa, id, isModerator])
  // The list may arrive after the visit.
  const isUnread = useStoaState(({ joined }) => joined?.some((one) => one.tokenName === tokenName && one.hasNew))
  useEffect(() => {
    if (id && key && tokenName) void visitCommunity(stoa, tokenName)
  }, [stoa, id, key, tokenName, isUnread])
  useOpenedForum()
  return <ConnectedMemberTools {...props} />
}

/** The rail of a member, in wide windows. */
function ConnectedRail({ viewer }: { viewer: Me }) {
  return useMedia('(min-width: 80rem)') && <WideRail viewer={viewer} />
}

function WideRail({ viewer }: { viewer: Me }) {
  return <Rail {...useRail(viewer)} />
}

/** The bar at the bottom of phones. */
function ConnectedBottomBar(props: MemberToolsProps) {
  return useMedia('(max-width: 39.9999rem)') && <PhoneBar {...props} />
}

function PhoneBar(props: MemberToolsProps) {
  return <BottomBar {...props} {...useMemberTools(props)} path={useLocation().pathname} />
}

/** The header's menu in windows between phones and those with a rail. */
function ConnectedMenu({ hasRail, ...props }: MemberToolsProps & { hasRail: boolean }) {
  return useMedia(`(min-width: 40rem)${hasRail ? ' and (max-width: 79.9999rem)' : ''}`) && <DrawerMenu {...props} />
}

function DrawerMenu(props: MemberToolsProps) {
  return <MenuButton {...props} {...useMemberTools(props)} />
}

/** The parts of the frame that only members see. */
export const memberParts = {
  Tools,
  Rail: ConnectedRail,
  BottomBar: ConnectedBottomBar,
  Menu: ConnectedMenu,
  Invitation: InviteToPush,
}
