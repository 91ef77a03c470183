import { iconPath, OWN_MARK } from './icons.ts'

/** How the app presents itself: a domain, or its only community. */
export interface Identity {
  name: string
  description: string
  /** Address of its logo. */
  logo: string
  /** Its color. */
  accent: string
}

/** Places that the installed app offers from its icon, in the domain's language. */
export interface Shortcut {
  name: string
  url: string
}

/** Below icons longer names are cut. */
const SHORT_NAME_LENGTH = 12
const BACKGROUND = '#ffffff'
/** Pictures of the demonstration in the built forum. */
const SCREENSHOTS = [
  { src: '/screenshot-wide.webp', sizes: '1280x800', form_factor: 'wide' },
  { src: '/screenshot-narrow.webp', sizes: '780x1688', form_factor: 'narrow' },
]

/** The web app manifest. */
export function manifestOf(identity: Identity, about: { language: string; direction: string; shortcuts: Shortcut[] }) {
  const { name, description, logo, accent } = identity
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: iconPath(logo, `${size}${purpose === 'any' ? '' : '-maskable'}` as '192'),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    start_url: '/',
    scope: '/',
    name,
    short_name: shortName(name),
    ...(description !== '' && { description }),
    lang: about.language,
    dir: about.direction,
    display: 'standalone',
    theme_color: accent,
    background_color: BACKGROUND,
    icons: [
      ...([192, 512] as const).flatMap((size) => [icon(size, 'any'), icon(size, 'maskable')]),
      // Other logos have no outline that could stand alone.
      ...(logo === OWN_MARK
        ? [{ src: iconPath(logo, 'monochrome'), sizes: '96x96', type: 'image/png', purpose: 'monochrome' }]
        : []),
    ],
    screenshots: SCREENSHOTS.map((picture) => ({ ...picture, type: 'image/webp' })),
    shortcuts: about.shortcuts,
  }
}

/** As many whole words as fit below an icon. */
function shortName(name: string): string {
  const [first = '', ...words] = name.split(' ')
  let short = first
  for (const word of words) {
    if (`${short} ${word}`.length > SHORT_NAME_LENGTH) break
    short = `${short} ${word}`
  }
  return short
}
