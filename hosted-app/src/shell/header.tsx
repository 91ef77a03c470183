import type { Me } from '@stoa/contract'
import { ButtonLink, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { messages } from '../messages.ts'
import { loginPath } from '../paths.ts'
import { ThemeButton } from './theme-button.tsx'

export interface HeaderProps {
  /** Name of the forum beside its mark. */
  title: string
  /** Offer the list of all communities. */
  showPicker: boolean
  /** The signed-in person; null: a visitor; undefined: not known yet. */
  viewer: Me | null | undefined
  /** What is offered to a member; undefined as long as its code is not there. */
  tools: ReactNode
  /** Path of the page, to come back to after signing in. */
  path: string
}

/**
 * The bar above every page. Its height never changes and nothing in it moves, whoever turns out to be signed in; see
 * `before-paint.js` for what stands there until that is known.
 */
export function Header({ title, showPicker, viewer, tools, path }: HeaderProps) {
  const t = useTranslate(messages)
  return (
    <header className="stoa-app-header">
      <a className="stoa-app-brand" href="/">
        <Logo />
        <span>{title}</span>
      </a>
      <nav className="stoa-app-nav" aria-label={t('app.navigation')}>
        {showPicker && <a href="/bbs/picker">{t('app.communities')}</a>}
      </nav>
      <div className="stoa-app-actions">
        <div className="stoa-app-viewer" data-known={viewer === null || Boolean(tools) || undefined}>
          {viewer ? tools : <ButtonLink href={loginPath(path)}>{t('app.login')}</ButtonLink>}
        </div>
        <ThemeButton />
      </div>
    </header>
  )
}

/** Stoa's mark: a portico of three columns. */
function Logo() {
  return (
    <svg className="stoa-app-logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
      <path d="M5 10h22M8 10v13M16 10v13M24 10v13M4 25h24" />
    </svg>
  )
}
