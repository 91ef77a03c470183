import type { CallOutput, Community, Me } from '@stoa/contract'
import { ButtonLink, SearchIcon, useTranslate, useWritten } from '@stoa/ui'
import type { ReactNode } from 'react'
import { messages } from '../messages.ts'
import { loginPath } from '../paths.ts'
import { searchPath } from '../search-paths.ts'
import { Logo } from './logo.tsx'
import { SearchField } from './search/search-field.tsx'
import { Switcher } from './switcher/switcher.tsx'
import { ThemeButton } from './theme-button.tsx'

export interface HeaderProps {
  /** Name of the forum. */
  title: string
  /** Address of the forum's logo. */
  logo: string
  /** Shows the switcher of communities. */
  showPicker: boolean
  /** The community of the current page; null outside of communities. */
  community: Community | null
  /** The viewer's communities. */
  communities: CallOutput<'joinedList'>['items']
  /** The signed-in person; null for visitors; undefined until known. */
  viewer: Me | null | undefined
  /** Button of the menu that replaces the rail in narrower windows. Default: none. */
  menu?: ReactNode
  /** Tools for members; undefined until their code has loaded. */
  tools: ReactNode
  /** Path of the page, to return to after signing in. */
  path: string
}

/**
 * The bar above every page. Its height and positions are the same for visitors and members; see `before-paint.js` for
 * its state until the viewer is known.
 */
export function Header({ title, logo, showPicker, community, communities, viewer, menu, tools, path }: HeaderProps) {
  const t = useTranslate(messages)
  const written = useWritten()
  return (
    <header className="stoa-app-header">
      <div className="stoa-app-menu">{menu}</div>
      <div className="stoa-app-place">
        <a className="stoa-app-brand" href="/">
          <Logo src={logo} />
          <span className={showPicker ? 'stoa-visually-hidden' : undefined} {...written(title)}>
            {title}
          </span>
        </a>
        {showPicker && <Switcher title={title} current={community} communities={communities} path={path} />}
      </div>
      <SearchField path={path} community={community} hasCommunities={showPicker} />
      <div className="stoa-app-actions">
        <ButtonLink
          className="stoa-app-search-link"
          href={searchPath({ query: '', community })}
          variant="quiet"
          icon={<SearchIcon />}
          aria-label={t('app.search')}
          data-icon-only=""
        />
        <div className="stoa-app-viewer" data-known={viewer === null || Boolean(tools) || undefined}>
          {viewer ? tools : <ButtonLink href={loginPath(path)}>{t('app.login')}</ButtonLink>}
          {!viewer && <ThemeButton />}
        </div>
      </div>
    </header>
  )
}
