import { useEffect, useState } from 'react'
import { Button } from '../button/button.tsx'
import { useTranslate } from '../i18n/use-translate.ts'
import { ArrowUpIcon } from '../icons/more-icons.tsx'
import { uiMessages } from '../messages.ts'

/** A button in the corner that appears after two screens of scrolling and leads back to the top of the page. */
export function BackToTop() {
  const t = useTranslate(uiMessages)
  const [far, setFar] = useState(false)

  useEffect(() => {
    const onScroll = () => setFar(window.scrollY > 2 * window.innerHeight)
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])

  if (!far) return null
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
