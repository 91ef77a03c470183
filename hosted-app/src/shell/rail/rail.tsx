import { authorPath, type CallOutput, communityPath, type Me, type MenuLink, moderatesSomewhere } from '@stoa/contract'
import {
  Avatar,
  BellIcon,
  BookmarkIcon,
  CompassIcon,
  EditIcon,
  GlobeIcon,
  HomeIcon,
  MailIcon,
  ShieldIcon,
  StackIcon,
  TrendIcon,
  useTranslate,
  Written,
} from '@stoa/ui'
import { useState } from 'react'
import { messages } from '../../messages.ts'
import { HOME_FEED_PATH, MESSAGES_PATH, NETWORK_ADMIN_PATH, POPULAR_PATH } from '../../paths.ts'
import { MainMenu } from '../main-menu/main-menu.tsx'
import { RailLink } from './rail-link.tsx'

/** English texts of the rail that only members see. */
const railMessages = {
  ...messages,
  'rail.notifications.unseen': '{count, plural, =0 {Notifications} other {Notifications, # new}}',
  'rail.messages': '{count, plural, =0 {Messages} other {Messages, # unread}}',
  'rail.drafts': '{count, plural, =0 {Drafts} one {Drafts, # post} other {Drafts, # posts}}',
  'rail.moderation': '{count, plural, =0 {Moderation} other {Moderation, # waiting}}',
  'rail.communities': 'My communities',
  'rail.communities.all': 'All my communities',
  'rail.communities.new': 'New posts',
} as const

/** Communities that are listed before the rest is folded. */
const SHOWN = 8

export interface RailProps {
  viewer: Me
  /** The current page's path. */
  path: string
  /** The current page's path with its query. Default: the path. */
  address?: string
  /** The domain's main menu. Default: none. */
  menu?: readonly MenuLink[]
  communities: CallOutput<'joinedList'>['items']
  /** New notifications since their list was last opened; 100 means 100 or more. */
  unseen: number
  /** Conversations with unread messages; 100 means 100 or more. */
  unreadMessages: number
  /** Number of drafts; undefined until known. */
  drafts: number | undefined
  /** Number of items in the queues that the viewer moderates; 100 means 100 or more. */
  queue: number
  /** Lists communities. Default true. */
  showsCommunities?: boolean
}

/** The forum's places for a member: own lists, moderation and communities. */
export function Rail(props: RailProps) {
  const { viewer, path, communities, unseen, unreadMessages, drafts, queue, showsCommunities = true } = props
  const { menu = [], address = path } = props
  const t = useTranslate(railMessages)
  const own = authorPath(viewer.slugUrl)
  return (
    <>
      <ul>
        {showsCommunities && <RailLink href={HOME_FEED_PATH} path={path} icon={<StackIcon />} text={t('app.feed')} />}
        <RailLink href="/" path={path} icon={<HomeIcon />} text={t('app.home')} />
        {showsCommunities && <RailLink href={POPULAR_PATH} path={path} icon={<TrendIcon />} text={t('app.popular')} />}
        <RailLink
          href="/bbs/notifications"
          path={path}
          icon={<BellIcon />}
          text={t('app.notifications')}
          label={t('rail.notifications.unseen', { count: unseen })}
          count={unseen}
          isForViewer
        />
        <RailLink
          href={MESSAGES_PATH}
          path={path}
          icon={<MailIcon />}
          text={t('app.messages')}
          label={t('rail.messages', { count: unreadMessages })}
          count={unreadMessages}
          isForViewer
        />
        <RailLink href={`${own}/saved`} path={path} icon={<BookmarkIcon />} text={t('author.saved')} />
        <RailLink
          href={`${own}/draft`}
          path={path}
          icon={<EditIcon />}
          text={t('author.draft')}
          label={t('rail.drafts', { count: drafts ?? 0 })}
          count={drafts}
        />
        {moderatesSomewhere(viewer) && (
          <RailLink
            href="/bbs/moderation"
            path={path}
            icon={<ShieldIcon />}
            text={t('app.moderation')}
            label={t('rail.moderation', { count: queue })}
            count={queue}
          />
        )}
        {(viewer.networkAdmin || viewer.domainAdmin) && (
          <RailLink href={NETWORK_ADMIN_PATH} path={path} icon={<GlobeIcon />} text={t('app.networkAdmin')} />
        )}
      </ul>
      <MainMenu items={menu} address={address} />
      {showsCommunities && (
        <>
          {communities.length > 0 && <h2>{t('rail.communities')}</h2>}
          <Communities communities={communities} path={path} />
        </>
      )}
    </>
  )
}

function Communities({ communities, path }: Pick<RailProps, 'communities' | 'path'>) {
  const t = useTranslate(railMessages)
  const [isUnfolded, setUnfolded] = useState(false)
  const shown = isUnfolded ? communities : communities.slice(0, SHOWN)
  return (
    <ul>
      {shown.map((community) => (
        <RailLink
          key={community.tokenName}
          href={communityPath(community)}
          path={path}
          icon={
            <Avatar
              id={community.tokenName}
              name={community.title}
              src={community.logoImageURI}
              size="xs"
              shape="square"
            />
          }
          text={<Written>{community.title}</Written>}
          note={community.hasNew ? t('rail.communities.new') : undefined}
        />
      ))}
      {shown.length < communities.length && (
        <li>
          <button type="button" className="stoa-app-rail-link" onClick={() => setUnfolded(true)}>
            {t('rail.communities.all')}
          </button>
        </li>
      )}
      <RailLink href="/bbs/picker" path={path} icon={<CompassIcon />} text={t('app.browse')} />
    </ul>
  )
}
