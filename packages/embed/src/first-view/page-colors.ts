/** Red, green, blue and opacity, each 0–1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number]

type Theme = 'light' | 'dark'

/** Contrast of readable text (WCAG 2, level AA). */
const READABLE = 4.5
/** Text with less than this on a background can't be meant for it: the page draws another one that styles don't tell. */
const VISIBLE = 1.25
/** The opacity of muted text (`host.css`). */
const MUTED = 0.78

const hex = (value: number): Color => [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255, 1]
const muted = ([red, green, blue]: Color): Color => [red, green, blue, MUTED]
const [DARK_TEXT, LIGHT_TEXT] = [hex(0x1c2326), hex(0xe8eae9)]
/** Each theme's weakest colors on its side of the page: muted text, accent and danger (`tokens.css`). */
const texts: Record<Theme, Color[]> = {
  light: [muted(DARK_TEXT), hex(0x0b5563), hex(0xb3261e)],
  dark: [muted(LIGHT_TEXT), hex(0x62c3d0), hex(0xf49a92)],
}

/** The color as the page shows it over an opaque one. */
export function over(top: Color, bottom: Color): Color {
  const mix = (index: 0 | 1 | 2) => top[index] * top[3] + bottom[index] * (1 - top[3])
  return [mix(0), mix(1), mix(2), 1]
}

function luminance([red, green, blue]: Color): number {
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast of text on an opaque background, 1–21 (WCAG 2). */
function contrast(text: Color, background: Color): number {
  const [one, other] = [luminance(over(text, background)), luminance(background)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Whether the widget's texts are readable on the background. */
const isReadable = (theme: Theme, background: Color) =>
  texts[theme].every((text) => contrast(text, background) >= READABLE)

/** The theme whose text stands out more. */
const themeOn = (background: Color): Theme =>
  contrast(DARK_TEXT, background) >= contrast(LIGHT_TEXT, background) ? 'light' : 'dark'

/**
 * The theme that fits a page's text and background, and whether the widget needs a surface of its own. `background`:
 * null if it is a picture, which the page's text is trusted to fit.
 */
export function themeFor(text: Color, background: Color | null): { theme: Theme; hasSurface: boolean } {
  const byText = contrast(DARK_TEXT, text) >= contrast(LIGHT_TEXT, text) ? 'dark' : 'light'
  if (!background) return { theme: byText, hasSurface: false }
  const seen = contrast(text, background)
  const theme = seen < VISIBLE ? byText : themeOn(background)
  return { theme, hasSurface: seen < READABLE || !isReadable(theme, background) }
}

/** Whether the widget needs a surface of its own on a page that has chosen its theme. */
export const needsSurface = (theme: Theme, background: Color | null): boolean =>
  background !== null && !isReadable(theme, background)
