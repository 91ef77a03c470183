import type { InsetPlace } from '@stoa/contract'
import { useEffect, useRef } from 'react'

/** A script that takes longer is given up. */
const TIMEOUT_MS = 5000

export interface InsetFrameProps {
  place: InsetPlace
  title: string
  /** Called once the script has loaded, failed or taken too long. */
  onEnd: (state: 'shown' | 'failed' | 'timeout') => void
}

/**
 * The domain's script in a frame of its own origin, with its own policy: it reaches neither the page nor its cookies,
 * and can't move or block anything.
 */
export function InsetFrame({ place, title, onEnd }: InsetFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    const finish = (state: 'shown' | 'failed' | 'timeout') => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
      end.current(state)
    }
    const hear = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return
      if (data === 'stoa-inset-loaded') finish('shown')
      else if (data === 'stoa-inset-failed') finish('failed')
    }
    const timer = setTimeout(() => finish('timeout'), TIMEOUT_MS)
    window.addEventListener('message', hear)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
    }
  }, [])
  return (
    <iframe
      ref={frame}
      title={title}
      src={`/inset-frame?place=${place}`}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="origin"
      loading="eager"
    />
  )
}
