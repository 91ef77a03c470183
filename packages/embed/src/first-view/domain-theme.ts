import type { CallOutput } from '@stoa/contract'
import { adopt } from './adopt-styles.ts'

export type DomainTheme = NonNullable<CallOutput<'articleFragments'>['theme']>

const loaded = new Set<string>()

/** Applies how a domain looks. Rules of the page for the element itself win. */
export function adoptTheme(root: ShadowRoot, { css, fonts }: DomainTheme): void {
  adopt(root, css)
  for (const { family, source, weight } of fonts) {
    if (loaded.has(source)) continue
    loaded.add(source)
    // A font that comes late would move the page of a partner: it is there at the next visit.
    document.fonts.add(new FontFace(family, source, { weight, display: 'optional' }))
  }
}
