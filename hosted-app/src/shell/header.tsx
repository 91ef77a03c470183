import type { CallOutput, Community, Me } from '@stoa/contract'
import { ButtonLink, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { messages } from '../messages.ts'
import { loginPath } from '../paths.ts'
import { Switcher } from './switcher/switcher.tsx'
import { ThemeButton } from './theme-button.tsx'

export interface HeaderProps {
  /** Name of the forum. */
  title: string
  /** Shows the switcher of communities. */
  showPicker: boolean
  /** The community of the current page; null outside of communities. */
  community: Community | null
  /** The viewer's communities. */
  communities: CallOutput<'joinedList'>['items']
  /** The signed-in person; null for visitors; undefined until known. */
  viewer: Me | null | undefined
  /** Tools for members; undefined until their code has loaded. */
  tools: ReactNode
  /** Path of the page, to return to after signing in. */
  path: string
}

/**
 * The bar above every page. Its height and positions are the same for visitors and members; see `before-paint.js` for
 * its state until the viewer is known.
 */
export function Header({ title, showPicker, community, communities, viewer, tools, path }: HeaderProps) {
  const t = useTranslate(messages)
  return (
    <header className="stoa-app-header">
      <a className="stoa-app-brand" href="/">
        <Logo />
        <span className={showPicker ? 'stoa-visually-hidden' : undefined}>{title}</span>
      </a>
      {showPicker && <Switcher title={title} current={community} communities={communities} path={path} />}
      <div className="stoa-app-actions">
        <div className="stoa-app-viewer" data-known={viewer === null || Boolean(tools) || undefined}>
          {viewer ? tools : <ButtonLink href={loginPath(path)}>{t('app.login')}</ButtonLink>}
          {!viewer && <ThemeButton />}
        </div>
      </div>
    </header>
  )
}

/** Stoa's logo: a portico of three columns. */
export function Logo() {
  return (
    <svg className="stoa-app-logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
      <path d="M5 10h22M8 10v13M16 10v13M24 10v13M4 25h24" />
    </svg>
  )
}
