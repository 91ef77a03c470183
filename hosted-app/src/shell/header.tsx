import { authorPath, type Me } from '@stoa/contract'
import { Avatar, Button, ButtonLink, PlusIcon, useTranslate } from '@stoa/ui'
import { messages } from '../messages.ts'
import { createPostPath, loginPath } from '../paths.ts'
import { Logo } from './logo.tsx'
import { ThemeButton } from './theme-button.tsx'

export interface HeaderProps {
  /** Name of the forum beside its mark. */
  title: string
  /** Offer the list of all communities. */
  showPicker: boolean
  /** Community whose composer the "new post" button opens. */
  tokenName: string
  /** The signed-in person; null: a visitor; undefined: not known yet, so nothing is claimed. */
  viewer: Me | null | undefined
  /** Path of the page, to come back to after signing in. */
  path: string
  onSignOut: () => void
}

/** The bar above every page. Its height never changes, whoever is signed in. */
export function Header({ title, showPicker, tokenName, viewer, path, onSignOut }: HeaderProps) {
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
      <div className="stoa-app-actions" data-known={viewer !== undefined || undefined}>
        <ThemeButton />
        {viewer && (
          <>
            <ButtonLink
              href={createPostPath(tokenName)}
              variant="primary"
              icon={<PlusIcon />}
              className="stoa-app-new-post"
            >
              {t('app.newPost')}
            </ButtonLink>
            <a className="stoa-app-me" href={authorPath(viewer.slugUrl)} aria-label={t('app.profile')}>
              <Avatar id={viewer.id} name={viewer.displayName} src={viewer.profileImageUrl} />
            </a>
            <Button variant="quiet" onClick={onSignOut}>
              {t('app.signOut')}
            </Button>
          </>
        )}
        {!viewer && (
          <ButtonLink href={loginPath(path)} variant="primary">
            {t('app.login')}
          </ButtonLink>
        )}
      </div>
    </header>
  )
}
