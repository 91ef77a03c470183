import { useEffect, useState } from 'react'
import { Button } from '../button/button.tsx'
import { useTranslate } from '../i18n/i18n-context.ts'
import { ArrowUpIcon } from '../icons/more-icons.tsx'
import { uiMessages } from '../messages.ts'

/**
 * A button in the corner that leads back to the top of the page. It appears while scrolling up, more than two screens
 * below the top, so that it covers nothing while reading on.
 */
export function BackToTop() {
  const t = useTranslate(uiMessages)
  const [isVisible, setVisible] = useState(false)

  useEffect(() => {
    let last = window.scrollY
    const onScroll = () => {
      const { scrollY, innerHeight } = window
      if (scrollY !== last) setVisible(scrollY < last && scrollY > 2 * innerHeight)
      last = scrollY
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])

  if (!isVisible) return null
  return (
    <Button
      className="stoa-back-to-top"
      icon={<ArrowUpIcon size={18} />}
      onClick={() => {
        const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
        window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' })
        // The button disappears, so focus must move.
        const start = document.querySelector<HTMLElement>('main, [role="main"]') ?? document.body
        if (!start.hasAttribute('tabindex')) start.tabIndex = -1
        start.focus({ preventScroll: true })
      }}
    >
      <span>{t('ui.backToTop')}</span>
    </Button>
  )
}
