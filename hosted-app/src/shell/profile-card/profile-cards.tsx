import { lazy, useLazy } from '@stoa/ui'
import { useCallback, useEffect, useState } from 'react'
import { shortcutOf } from '../shortcuts/shortcut-switch.ts'

const profileCard = lazy(async () => (await import('./profile-card.tsx')).ProfileCard)

/** Names of authors in feeds, posts and comments. */
const AUTHORS = 'a:is(.stoa-card-author, .stoa-publisher-name, .stoa-comment-author)'

/** The link that a card is wanted for. */
export interface WantedCard {
  link: HTMLAnchorElement
  /** Asked for by the keyboard: it opens at once and gets the focus. */
  isByKey: boolean
  /** The name has the keyboard's focus, and keeps it. Default false: a pointer is there. */
  isByFocus?: boolean
}

/**
 * Cards about authors: when a pointer or the keyboard's focus rests on a name, or by the key i on a focused one, which
 * moves into the card. The names stay ordinary links. The code of the card loads with the first one.
 */
export function ProfileCards() {
  const [wanted, setWanted] = useState<WantedCard | null>(null)
  const { code: ProfileCard } = useLazy(profileCard, wanted !== null)
  const close = useCallback(() => setWanted(null), [])
  useEffect(() => {
    const point = (event: PointerEvent) => {
      const link = authorOf(event)
      // Touch has no hover: a press follows the link.
      if (event.pointerType === 'touch') return
      if (link) setWanted((now) => (now?.link === link ? now : { link, isByKey: false }))
      // Once open, the card itself notices.
      else if (!document.querySelector('.stoa-app-profile-card'))
        setWanted((now) => (now?.isByKey || now?.isByFocus ? now : null))
    }
    const press = (event: KeyboardEvent) => {
      const link = shortcutOf(event) === 'i' && authorOf(event)
      if (link) setWanted({ link, isByKey: true })
    }
    const focus = (event: FocusEvent) => {
      const link = authorOf(event)
      if (!link?.matches(':focus-visible')) return
      // The card returns the focus to its name.
      setWanted((now) => (now?.link === link ? now : { link, isByKey: false, isByFocus: true }))
    }
    document.addEventListener('pointerover', point)
    document.addEventListener('focusin', focus)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('pointerover', point)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('keydown', press)
    }
  }, [])
  return wanted && ProfileCard && <ProfileCard key={wanted.link.href} wanted={wanted} onClose={close} />
}

function authorOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(AUTHORS) : null
}
