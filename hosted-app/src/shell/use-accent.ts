import { type AccentColors, accentColors } from '@stoa/contract'
import type { CSSProperties } from 'react'
import { useHostedApp } from '../hosted-app.ts'
import { useCurrentCommunity } from './use-current-community.ts'

const PROPERTIES: readonly (readonly [property: string, color: keyof AccentColors])[] = [
  ['--stoa-app-accent', 'accent'],
  ['--stoa-app-accent-hover', 'hover'],
  ['--stoa-app-on-accent', 'onAccent'],
  ['--stoa-app-accent-subtle', 'subtle'],
  ['--stoa-app-on-accent-subtle', 'onSubtle'],
]

/**
 * Colors of the page for the outermost element: on a community's pages its own accent, otherwise the domain's. As style
 * attribute they are in the server's HTML, so that nothing changes color after loading.
 */
export function useAccent(): { 'data-accent'?: true; style?: CSSProperties } {
  const { config } = useHostedApp()
  const community = useCurrentCommunity()
  return accentStyle(community?.accent || config.accent)
}

/** The same for a known accent; nothing without one. */
export function accentStyle(accent: string | undefined): ReturnType<typeof useAccent> {
  const colors = accent ? accentColors(accent) : null
  if (!colors) return {}
  const { light, dark } = colors
  const style = Object.fromEntries(
    PROPERTIES.map(([property, color]) => [property, `light-dark(${light[color]}, ${dark[color]})`]),
  )
  return { 'data-accent': true, style }
}
