import type { Me } from '@stoa/contract'
import { ButtonLink, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { messages } from '../messages.ts'
import { loginPath } from '../paths.ts'
import { Logo } from './logo.tsx'
import { ThemeButton } from './theme-button.tsx'

export interface HeaderProps {
  /** Name of the forum next to its logo. */
  title: string
  /** Shows a link to the list of communities. */
  showPicker: boolean
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
