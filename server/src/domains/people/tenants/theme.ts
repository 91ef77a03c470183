import { createHash } from 'node:crypto'
import { accentColors, type DomainSettings, FONT_PATH, FONT_WEIGHTS, RADIUS_PX } from '@stoa/contract'
import type { MailBrand } from '../../../platform/mail/letter.ts'

type ThemeSettings = Pick<DomainSettings, 'accent' | 'radius' | 'density' | 'font'>
type OwnFont = NonNullable<ThemeSettings['font']>

/** How a domain looks, beside its accent on its own pages. */
export interface Theme {
  /** Versioned address of the style sheet for the domain's pages. */
  href: string
  css: string
}

/** How a domain's widgets look. Pages of partners can override each token. */
export interface WidgetTheme {
  css: string
  fonts: { family: string; source: string; weight: string }[]
}

/** Different names, because a page of a partner may show widgets of two domains. */
const familyOf = ({ regular }: OwnFont) => `Stoa ${FONT_PATH.exec(regular)?.[1]?.slice(0, 12)}`
const fallbackOf = (font: OwnFont) => `${familyOf(font)} fallback`
/** What devices have instead of Arial has the same metrics, or nearly so. */
const LOCAL = ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica', 'Roboto'].map((name) => `local("${name}")`).join()
const SYSTEM = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif'

/** A file without a bold one may have all weights. */
const weightOf = (font: OwnFont, weight: keyof typeof FONT_WEIGHTS) =>
  font.bold ? String(FONT_WEIGHTS[weight]) : '100 900'

function tokens({ radius, density, font }: ThemeSettings): string {
  const [surface, small] = RADIUS_PX[radius]
  return [
    ...(radius === 'medium' ? [] : [`--stoa-radius:${surface}px`, `--stoa-radius-small:${small}px`]),
    ...(density === 'compact' ? ['--stoa-space-unit:3px'] : []),
    ...(font
      ? [`--stoa-font:"${familyOf(font)}","${fallbackOf(font)}",${SYSTEM}`, '--stoa-post-font-display:var(--stoa-font)']
      : []),
  ].join(';')
}

/** Controls stay large enough for fingers. */
const compactControls = (root: string, { density }: ThemeSettings) =>
  density === 'compact' ? `@media not (pointer:coarse){${root}{--stoa-control:30px;--stoa-control-small:24px}}` : ''

const rule = (selector: string, body: string) => (body === '' ? '' : `${selector}{${body}}`)

function fontFaces({ font }: ThemeSettings): string {
  if (!font) return ''
  const face = (file: string, weight: string) =>
    `@font-face{font-family:"${familyOf(font)}";src:url("${file}") format("woff2");font-weight:${weight};font-display:swap}`
  return [
    face(font.regular, weightOf(font, 'regular')),
    font.bold ? face(font.bold, weightOf(font, 'bold')) : '',
    fallbackFace(font),
  ].join('')
}

function fallbackFace(font: OwnFont): string {
  const { sizeAdjust, ascent, descent, lineGap } = font.fallback
  return `@font-face{font-family:"${fallbackOf(font)}";src:${LOCAL};size-adjust:${sizeAdjust}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:${lineGap}%}`
}

/** The style sheet of a domain's pages; null: they look like Stoa's. Its rules are in no layer, so they win. */
export function themeOf(settings: ThemeSettings): Theme | null {
  const css = fontFaces(settings) + rule(':root', tokens(settings)) + compactControls(':root', settings)
  if (css === '') return null
  const version = createHash('sha256').update(css).digest('base64url').slice(0, 12)
  return { href: `/theme.css?v=${version}`, css }
}

/** The same for widgets, with the accent; null: they look like Stoa's. */
export function widgetThemeOf(settings: ThemeSettings, origin: string): WidgetTheme | null {
  const { accent, font } = settings
  const css = accentRule(accent) + rule(':host', tokens(settings)) + compactControls(':host', settings)
  if (css === '') return null
  const face = (file: string, weight: keyof typeof FONT_WEIGHTS) =>
    font ? [{ family: familyOf(font), source: `url("${origin}${file}")`, weight: weightOf(font, weight) }] : []
  return {
    css,
    fonts: font ? [...face(font.regular, 'regular'), ...(font.bold ? face(font.bold, 'bold') : [])] : [],
  }
}

/** How mails of a domain look. Mail programs show no SVG. */
export function mailBrandOf({
  origin,
  config: { accent, logoLink },
}: {
  origin: string
  config: Pick<DomainSettings, 'accent' | 'logoLink'>
}): MailBrand {
  const { href, pathname } = new URL(logoLink, origin)
  return { accent, logo: pathname.toLowerCase().endsWith('.svg') ? undefined : href }
}

/** With forced colors the system's stay. */
function accentRule(accent: string | undefined): string {
  const colors = accent === undefined ? null : accentColors(accent)
  if (!colors) return ''
  const { light, dark } = colors
  const body = (
    [
      ['accent', 'accent'],
      ['accent-hover', 'hover'],
      ['on-accent', 'onAccent'],
      ['accent-subtle', 'subtle'],
      ['on-accent-subtle', 'onSubtle'],
      ['focus', 'accent'],
    ] as const
  ).map(([name, color]) => `--stoa-color-${name}:light-dark(${light[color]},${dark[color]})`)
  return `@media not (forced-colors:active){:host{${body.join(';')}}}`
}
