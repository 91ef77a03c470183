import { type MouseEvent, useEffect, useRef } from 'react'
import { type Tab, TabText } from './tabs.tsx'

/** Width in pixels of the fade at either end. */
const EDGE = 40

/** Props of `TabLinks`. */
export interface TabLinksProps {
  /** Name of the group, for screen readers. */
  label: string
  /** The tabs and the address of each. */
  tabs: readonly (Tab & { href: string })[]
  /** Id of the current page's tab. */
  current: string
  /** Called on a press before the browser follows the link. `preventDefault()` stays on the page. Default: nothing. */
  onNavigate?: ((event: MouseEvent<HTMLAnchorElement>, href: string) => void) | undefined
}

/** Tabs that are pages. They are ordinary links, which can be shared, opened elsewhere and found by search engines. */
export function TabLinks({ label, tabs, current, onNavigate }: TabLinksProps) {
  const list = useRef<HTMLElement>(null)
  const texts = tabs.map(({ label, count }) => `${label} ${count}`).join()
  // Scroll the current tab into view if they don't all fit.
  useEffect(() => {
    const nav = list.current
    const tab = nav?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!nav || !tab) return
    const { left, right } = nav.getBoundingClientRect()
    if (tab.right > right - EDGE) nav.scrollLeft += tab.right - right + EDGE
    else if (tab.left < left + EDGE) nav.scrollLeft += tab.left - left - EDGE
  }, [current, texts])
  return (
    <nav ref={list} className="stoa-tab-list" aria-label={label}>
      {tabs.map(({ href, ...tab }) => (
        <a
          key={tab.id}
          className="stoa-tab"
          href={href}
          aria-current={tab.id === current ? 'page' : undefined}
          onClick={(event) => onNavigate?.(event, href)}
        >
          <TabText {...tab} />
        </a>
      ))}
    </nav>
  )
}
