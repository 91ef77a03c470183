import './settings-layout.css'
import { ChevronEndIcon, ChevronStartIcon } from '@stoa/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { SavePage } from './save-bar.tsx'
import { SettingsIcon, type SettingsIconName } from './settings-icons.tsx'

/** Sections under one heading. */
export interface SettingsGroup {
  title: string
  sections: readonly { id: string; href: string; label: string; icon: SettingsIconName }[]
}

export interface SettingsLayoutProps {
  /** Heading of the settings; on phones also the link back to the list of sections. */
  title: string
  /** Level of the heading. Default 1. */
  level?: 1 | 2
  /** Accessible name of the navigation. */
  label: string
  /** Path of the list of sections. */
  home: string
  /** The sections in groups. */
  groups: readonly SettingsGroup[]
  /** Section in the address; empty for none, when phones show only the list. */
  open: string
  /** Section that is shown and marked. */
  current: string
  children: ReactNode
}

/** Settings in sections: next to their navigation if there is room, on phones one page each. */
export function SettingsLayout(props: SettingsLayoutProps) {
  const { title, level = 1, label, home, groups, open, current, children } = props
  const Heading = `h${level}` as const
  const nav = useRef<HTMLElement>(null)
  const before = useRef(open)
  useEffect(() => {
    const previousSection = before.current
    before.current = open
    if (open !== '' || previousSection === '') return
    // Back in the list, focuses the link to the section that was open, after the page change has set its own focus.
    const link = nav.current?.querySelector<HTMLElement>(`[data-section="${previousSection}"]`)
    const timer = setTimeout(() => link?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [open])
  return (
    <div className="stoa-settings" data-open={open !== '' || undefined}>
      <Heading className="stoa-settings-title">{title}</Heading>
      <a className="stoa-settings-back" href={home}>
        <ChevronStartIcon size={18} />
        {title}
      </a>
      <nav ref={nav} className="stoa-settings-nav" aria-label={label}>
        {groups.map((group) => (
          <div key={group.title} className="stoa-settings-nav-group" role="group" aria-label={group.title}>
            <p aria-hidden="true">{group.title}</p>
            {group.sections.map((section) => (
              <a
                key={section.id}
                data-section={section.id}
                href={section.href}
                aria-current={section.id === current ? 'page' : undefined}
              >
                <SettingsIcon name={section.icon} />
                {section.label}
                <ChevronEndIcon size={18} />
              </a>
            ))}
          </div>
        ))}
      </nav>
      <div className="stoa-settings-sections">
        <SavePage key={current}>{children}</SavePage>
      </div>
    </div>
  )
}
