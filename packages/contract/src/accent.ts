/** Colors of an accent, for the light and the dark theme. */
export interface AccentColors {
  accent: string
  hover: string
  onAccent: string
  subtle: string
  onSubtle: string
}

/** An accent as stored: a color such as `#0b5563`. */
export const ACCENT = /^#[\da-f]{6}$/

/** Contrast that text needs (WCAG 2.2, AA). */
const TEXT_CONTRAST = 4.5
/** Surfaces below text in the accent color, as in the tokens of `@stoa/ui`: those with the least contrast. */
const LIGHT_SURFACE = '#ecedea'
const DARK_SURFACE = '#283135'
/** Text on the dark theme's accent. */
const DARK_TEXT = '#101416'

type Rgb = readonly [number, number, number]

/**
 * The accent's colors in both themes; null if it is too light for text on the light theme's surfaces. For the dark
 * theme it is lightened until it can be read there.
 */
export function accentColors(accent: string): { light: AccentColors; dark: AccentColors } | null {
  if (!ACCENT.test(accent) || contrast(accent, LIGHT_SURFACE) < TEXT_CONTRAST) return null
  const lighter = readable(accent, '#ffffff', DARK_SURFACE)
  const lightSubtle = mix(accent, '#ffffff', 0.88)
  const darkSubtle = mix(lighter, '#14191b', 0.82)
  return {
    light: {
      accent,
      hover: mix(accent, '#000000', 0.15),
      onAccent: '#ffffff',
      subtle: lightSubtle,
      onSubtle: readable(accent, '#000000', lightSubtle),
    },
    dark: {
      accent: lighter,
      hover: mix(lighter, '#ffffff', 0.3),
      onAccent: DARK_TEXT,
      subtle: darkSubtle,
      onSubtle: readable(lighter, '#ffffff', darkSubtle),
    },
  }
}

/** Mixes a color with another until it can be read on a surface. */
function readable(color: string, towards: string, surface: string): string {
  for (let part = 0; part < 1; part += 0.04) {
    const mixed = mix(color, towards, part)
    if (contrast(mixed, surface) >= TEXT_CONTRAST) return mixed
  }
  return towards
}

/** `part` of the second color in the first. */
function mix(color: string, other: string, part: number): string {
  const [from, to] = [rgb(color), rgb(other)]
  return `#${from.map((value, index) => hex(value + ((to[index] ?? 0) - value) * part)).join('')}`
}

const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0')

function rgb(color: string): Rgb {
  const number = Number.parseInt(color.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** Contrast of two colors, 1–21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgb(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
