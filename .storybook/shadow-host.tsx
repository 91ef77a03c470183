import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

export interface ShadowHostProps {
  /** Text of the style sheet that the shadow root adopts. */
  sheet: string
  theme: 'light' | 'dark'
  children: ReactNode
}

/** An element with a shadow root and a style sheet of its own, as the widgets are in a partner's page. */
export function ShadowHost({ sheet, theme, children }: ShadowHostProps) {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  useEffect(() => {
    if (!host.current) return
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const style = new CSSStyleSheet()
    style.replaceSync(sheet)
    shadow.adoptedStyleSheets = [style]
    setRoot(shadow)
  }, [sheet])
  return (
    <div ref={host} data-stoa-theme={theme} data-testid={theme} style={{ padding: 16 }}>
      {root && createPortal(children, root)}
    </div>
  )
}
