import { type CallOutput, communityPath } from '@stoa/contract'
import { Avatar, CheckIcon, ChevronDownIcon, CompassIcon, HomeIcon, useTranslate, useWritten, Written } from '@stoa/ui'
import type { ReactNode } from 'react'
import { messages } from '../../messages.ts'
import { usePopupDetails } from '../use-popup-details.ts'

type Link = Pick<CallOutput<'joinedList'>['items'][number], 'tokenName' | 'title' | 'urlSlug' | 'logoImageURI'>

export interface SwitcherProps {
  /** Name of the forum, shown outside of communities. */
  title: string
  /** The community of the current page; null outside of communities. */
  current: Link | null
  /** The viewer's communities. */
  communities: readonly (Link & { hasNew?: boolean })[]
  /** Path of the current page; a change closes the list. */
  path: string
}

/** Says in which community the page is, and opens a list of links to others. Works without scripts. */
export function Switcher({ title, current, communities, path }: SwitcherProps) {
  const t = useTranslate(messages)
  const written = useWritten()
  const others = current && !communities.some(({ tokenName }) => tokenName === current.tokenName) ? [current] : []
  return (
    <details className="stoa-app-switcher" {...usePopupDetails(path)}>
      <summary>
        {current && <Logo community={current} />}
        <span className="stoa-app-switcher-name" {...written(current?.title ?? title)}>
          {current?.title ?? title}
        </span>
        <ChevronDownIcon size={16} />
        <span className="stoa-visually-hidden">{t('app.switcher')}</span>
      </summary>
      <nav className="stoa-app-switcher-list" aria-label={t('app.communities')}>
        <ul>
          <Line href="/" icon={<HomeIcon />} text={t('app.home')} />
          {[...others, ...communities].map((community) => (
            <Line
              key={community.tokenName}
              href={communityPath(community)}
              icon={<Logo community={community} />}
              text={<Written>{community.title}</Written>}
              isCurrent={community.tokenName === current?.tokenName}
            />
          ))}
          <Line href="/bbs/picker" icon={<CompassIcon />} text={t('app.browse')} />
        </ul>
      </nav>
    </details>
  )
}

function Logo({ community: { tokenName, title, logoImageURI } }: { community: Link }) {
  return <Avatar id={tokenName} name={title} src={logoImageURI} size="xs" shape="square" />
}

function Line({ href, icon, text, isCurrent = false }: LineProps) {
  return (
    <li>
      <a className="stoa-app-rail-link" href={href} aria-current={isCurrent || undefined}>
        {icon}
        <span className="stoa-app-rail-text">{text}</span>
        {isCurrent && <CheckIcon size={16} />}
      </a>
    </li>
  )
}

interface LineProps {
  href: string
  icon: ReactNode
  text: ReactNode
  isCurrent?: boolean
}
