import { Avatar, BellIcon, HomeIcon, MailIcon, PlusIcon, useTranslate } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import { createPostPath, MESSAGES_PATH } from '../../paths.ts'
import { shownCount } from '../shown-count.ts'
import { memberMessages, type ShownTools } from './member-tools.tsx'
import { YouSheet } from './you-sheet.tsx'

export interface BottomBarProps extends ShownTools {
  /** The current page's path. */
  path: string
}

/** The main places at the bottom of phones. *You* opens the others as a sheet. */
export function BottomBar(props: BottomBarProps) {
  const { viewer, tokenName, unseen, unreadMessages, mayPost = true, path } = props
  const t = useTranslate(memberMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <nav className="stoa-app-bar" aria-label={t('app.places')}>
      <Place href="/" icon={<HomeIcon />} text={t('app.home')} isCurrent={path === '/'} />
      <Place
        href="/bbs/notifications"
        icon={<BellIcon />}
        text={t('app.notifications')}
        label={t('app.notifications.unseen', { count: unseen })}
        count={unseen}
        isCurrent={path.startsWith('/bbs/notifications')}
      />
      {mayPost && (
        <a className="stoa-app-bar-new" href={createPostPath(tokenName)} aria-label={t('app.newPost')}>
          <span>
            <PlusIcon />
          </span>
        </a>
      )}
      <Place
        href={MESSAGES_PATH}
        icon={<MailIcon />}
        text={t('app.messages')}
        label={t('app.messages.unread', { count: unreadMessages })}
        count={unreadMessages}
        isCurrent={path.startsWith(MESSAGES_PATH)}
      />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('app.account', { name: viewer.displayName })}
        onClick={() => setOpen(true)}
      >
        <Avatar id={viewer.id} name={viewer.displayName} src={viewer.profileImageUrl} size="xs" />
        <span>{t('app.you')}</span>
      </button>
      {isOpen && <YouSheet {...props} onClose={() => setOpen(false)} />}
    </nav>
  )
}

interface PlaceProps {
  href: string
  icon: ReactNode
  text: string
  /** Accessible name with the count. Default: the text. */
  label?: string
  count?: number
  isCurrent: boolean
}

function Place({ href, icon, text, label, count = 0, isCurrent }: PlaceProps) {
  return (
    <a href={href} aria-label={label} aria-current={isCurrent ? 'page' : undefined}>
      {icon}
      <span>{text}</span>
      {count > 0 && (
        <span className="stoa-app-unseen" translate="no">
          {shownCount(count)}
        </span>
      )}
    </a>
  )
}
