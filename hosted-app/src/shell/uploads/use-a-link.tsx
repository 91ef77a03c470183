import { Button, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** English texts of using a picture's address. */
const linkMessages = {
  'picture.link': 'Use a link…',
} as const

export interface UseALinkProps {
  /** Shows the field at once, for an address that was typed before. Default false. */
  defaultOpen?: boolean
  /** The field for an address. */
  children: ReactNode
}

/** A picture's address, for the few who don't have the file. */
export function UseALink({ defaultOpen = false, children }: UseALinkProps) {
  const t = useTranslate(linkMessages)
  const [isOpen, setOpen] = useState(defaultOpen)
  const container = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  useEffect(() => {
    // The pressed button is gone.
    if (isOpen && wasPressed.current) container.current?.querySelector('input')?.focus()
  }, [isOpen])
  return (
    <div ref={container} data-open={isOpen || undefined}>
      {isOpen ? (
        children
      ) : (
        <Button
          className="stoa-app-picture-link"
          size="s"
          variant="quiet"
          onClick={() => {
            wasPressed.current = true
            setOpen(true)
          }}
        >
          {t('picture.link')}
        </Button>
      )}
    </div>
  )
}
