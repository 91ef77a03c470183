import type { InsetPlace } from '@stoa/contract'
import { lazy, useLazy } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useConsent } from '../consent/consent.ts'
import { useHostedApp } from '../hosted-app.ts'
import type { InsetState } from './inset-content.tsx'

const content = lazy(async () => (await import('./inset-content.tsx')).InsetContent)

/** An inset begins to load at this distance from the window. */
const NEAR = '100px 0px'

export interface InsetProps {
  place: InsetPlace
  /** The post that it is in, beside or below, which must be public and not reported. Default: none. */
  postId?: string | undefined
  /** The post below it, likewise. Default: none. */
  nextPostId?: string | undefined
  /** Called with why it shows something or nothing. Default: nobody wants to know. */
  onState?: (state: InsetState) => void
}

/**
 * A place for an ad. Its box has its final size in the server's HTML and keeps it, whether something is shown or not.
 * Nothing at all on domains without ads.
 */
export function Inset(props: InsetProps) {
  const { ads } = useHostedApp().config
  return ads === undefined || ads.provider === 'none' ? null : <InsetBox {...props} />
}

function InsetBox({ place, postId, nextPostId, onState }: InsetProps) {
  const { ads: isAllowed } = useConsent()
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const { code: InsetContent } = useLazy(content, isNear && isAllowed)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: NEAR },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => onState?.(isAllowed ? 'waiting' : 'noConsent'), [isAllowed, onState])
  return (
    <div ref={box} className="stoa-app-inset" data-place={place}>
      {isNear && isAllowed && InsetContent && (
        <InsetContent place={place} postId={postId} nextPostId={nextPostId} onState={onState} />
      )}
    </div>
  )
}
