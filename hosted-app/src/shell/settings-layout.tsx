import './settings-layout.css'
import { ChevronEndIcon, ChevronStartIcon } from '@stoa/ui'
import type { ReactNode } from 'react'

export interface SettingsLayoutProps {
  /** Heading of the settings; on phones also the link back to the list of sections. */
  title: string
  /** Level of the heading. Default 1. */
  level?: 1 | 2
  /** Accessible name of the navigation. */
  label: string
  /** Path of the list of sections. */
  home: string
  sections: readonly { id: string; href: string; label: string }[]
  /** Section in the address; empty for none, when phones show only the list. */
  open: string
  /** The marked section. Default: the one in the address. */
  current?: string
  children: ReactNode
}

/** Settings in sections: next to their navigation if there is room, on phones one page each. */
export function SettingsLayout(props: SettingsLayoutProps) {
  const { title, level = 1, label, home, sections, open, current = open, children } = props
  const Heading = `h${level}` as const
  return (
    <div className="stoa-settings" data-open={open !== '' || undefined}>
      <Heading className="stoa-settings-title">{title}</Heading>
      <a className="stoa-settings-back" href={home}>
        <ChevronStartIcon size={18} />
        {title}
      </a>
      <nav className="stoa-settings-nav" aria-label={label}>
        {sections.map((section) => (
          <a key={section.id} href={section.href} aria-current={section.id === current ? 'page' : undefined}>
            {section.label}
            <ChevronEndIcon size={18} />
          </a>
        ))}
      </nav>
      <div className="stoa-settings-sections">{children}</div>
    </div>
  )
}
