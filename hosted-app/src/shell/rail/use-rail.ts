import type { CallOutput, Me } from '@stoa/contract'
import { useStoaState } from '@stoa/store/react'
import { useLocation } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { useOwnCounts } from '../../own-counts.ts'
import { useMainMenu } from '../main-menu/use-main-menu.ts'
import type { RailProps } from './rail.tsx'

/** What the rail shows to a member. */
export function useRail(viewer: Me): RailProps {
  const { config } = useHostedApp()
  const { pathname, search } = useLocation()
  return {
    viewer,
    path: pathname,
    address: pathname + search,
    menu: useMainMenu(),
    communities: useStoaState(({ joined }) => joined) ?? NONE,
    unseen: useStoaState(({ unread }) => unread?.unseen ?? 0),
    unreadMessages: useStoaState(({ unread }) => unread?.messages ?? 0),
    drafts: useOwnCounts({ isOwn: true })?.draft,
    queue: useStoaState(({ queueLength }) => queueLength),
    showsCommunities: config.enableForumPicker,
  }
}

const NONE: CallOutput<'joinedList'>['items'] = []
