import { useActions } from '@stoa/store/react'
import { CheckIcon, Menu, type MenuItem, useTranslate } from '@stoa/ui'
import { useHostedApp } from '../../hosted-app.ts'
import { useErrorToast } from '../use-error-toast.ts'

/** English texts of a feed's menu. */
export const feedMenuMessages = {
  'feedMenu.label': 'More actions for this feed',
  'feedMenu.readAll': 'Mark all as read',
  'feedMenu.readAll.hint': 'Posts and comments in {community}',
  'feedMenu.readEverywhere': 'Mark all communities as read',
  'feedMenu.read': 'Marked as read',
} as const

export interface FeedMenuProps {
  /** The community whose feed it is. Default: a feed of several, whose menu marks all communities as read. */
  community?: { tokenName: string; title: string } | undefined
}

/** What a member can do with a whole feed: mark it as read. */
export function FeedMenu({ community }: FeedMenuProps) {
  const t = useTranslate(feedMenuMessages)
  const { toasts } = useHostedApp()
  const { readAll } = useActions()
  const alert = useErrorToast()
  const markRead = (tokenName?: string) =>
    void readAll({ tokenName }).then(() => toasts.show({ text: t('feedMenu.read') }), alert)
  const items: MenuItem[] = [
    {
      id: 'all',
      label: t(community ? 'feedMenu.readEverywhere' : 'feedMenu.readAll'),
      icon: <CheckIcon size={16} />,
      onSelect: () => markRead(),
    },
  ]
  if (community) {
    items.unshift({
      id: 'community',
      label: t('feedMenu.readAll'),
      hint: t('feedMenu.readAll.hint', { community: community.title }),
      icon: <CheckIcon size={16} />,
      onSelect: () => markRead(community.tokenName),
    })
  }
  return <Menu label={t('feedMenu.label')} items={items} />
}
