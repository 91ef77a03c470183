/** How round corners are. */
export const RADII = ['none', 'small', 'medium', 'large'] as const
export type Radius = (typeof RADII)[number]
export const DENSITIES = ['comfortable', 'compact'] as const

/** Corners of surfaces and of small parts, in pixels. */
export const RADIUS_PX: Readonly<Record<Radius, readonly [surface: number, small: number]>> = {
  none: [0, 0],
  small: [4, 2],
  medium: [8, 4],
  large: [14, 8],
}

/** Path of a domain's own font file, named by its content. */
export const FONT_PATH = /^\/fonts\/([\da-f]{64})\.woff2$/
export const FONT_MAX_BYTES = 256 * 1024
/** Font files of a domain that no version of its settings uses, and all of them. */
export const FONTS_UNUSED_MAX = 8
export const FONTS_MAX = 40
/** Weights of a domain's font files. */
export const FONT_WEIGHTS = { regular: 400, bold: 700 } as const
