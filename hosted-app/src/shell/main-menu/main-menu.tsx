import { currentMenuLink, isOwnPath, type MenuLink } from '@stoa/contract'
import { ExternalIcon, MenuIcon, useTranslate, useWritten, VisuallyHidden } from '@stoa/ui'
import { messages } from '../../messages.ts'
import { usePopupDetails } from '../use-popup-details.ts'

export interface MainMenuProps {
  /** Its entries; without any there is nothing. */
  items: readonly MenuLink[]
  /** The current page's path with its query. */
  address: string
}

/** The domain's main menu, with the current page's entry marked. */
export function MainMenu({ items, address }: MainMenuProps) {
  const t = useTranslate(messages)
  if (items.length === 0) return null
  const current = currentMenuLink(items, address)
  const entry = (link: MenuLink['items'][number]) => (
    <Entry link={link} current={current?.id === link.id ? (current.isPage ? 'page' : 'true') : undefined} />
  )
  return (
    <ul className="stoa-app-main-menu" aria-label={t('app.mainMenu')}>
      {items.map((item) => (
        <li key={item.id}>
          {entry(item)}
          {item.items.length > 0 && (
            <ul>
              {item.items.map((below) => (
                <li key={below.id}>{entry(below)}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

/** An entry. Other sites open in a new tab. */
function Entry({ link, current }: { link: MenuLink['items'][number]; current: 'page' | 'true' | undefined }) {
  const t = useTranslate(messages)
  const written = useWritten()
  const isOutside = !isOwnPath(link.href) && !link.href.startsWith('mailto:')
  return (
    <a
      className="stoa-app-rail-link"
      href={link.href}
      aria-current={current}
      {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <span className="stoa-app-rail-text" {...written(link.label)}>
        {link.label}
      </span>
      {isOutside && (
        <>
          <ExternalIcon size={16} />
          <VisuallyHidden>{t('app.mainMenu.newTab')}</VisuallyHidden>
        </>
      )}
    </a>
  )
}

/** Opens the main menu for visitors in windows without a rail. Works without scripts. */
export function MainMenuPopup({ items, address }: MainMenuProps) {
  const t = useTranslate(messages)
  return (
    <details className="stoa-app-switcher stoa-app-menu-popup" {...usePopupDetails(address)}>
      <summary>
        <MenuIcon />
        <VisuallyHidden>{t('app.mainMenu')}</VisuallyHidden>
      </summary>
      <nav className="stoa-app-switcher-list" aria-label={t('app.mainMenu')}>
        <MainMenu items={items} address={address} />
      </nav>
    </details>
  )
}
