import { httpUrl, isPublicFilePath } from '@stoa/contract'
import type { AttributeSpec } from 'prosemirror-model'

/** Checks of attributes: pasted HTML may claim anything. Each throws, as ProseMirror expects. */
type Check = (value: unknown) => boolean

function attribute(fallback: unknown, isValid: Check): AttributeSpec {
  return {
    default: fallback,
    validate: (value: unknown) => {
      if (!isValid(value)) throw new RangeError('Invalid value of an attribute.')
    },
  }
}

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The address of a picture, video or recording that posts may show. */
export function isMediaUrl(value: unknown): value is string {
  return typeof value === 'string' && (isPublicFilePath(value) || httpUrl(value) !== null)
}

export function isWebUrl(value: unknown): value is string {
  return typeof value === 'string' && httpUrl(value) !== null
}

export function isPixels(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 20_000
}

/** Widths in which the server has a picture. */
export function isWidths(value: unknown): value is number[] {
  return (
    Array.isArray(value) && value.length <= 10 && value.every((width) => isPixels(width) && Number.isInteger(width))
  )
}

export function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 24 * 60 * 60 * 1000
}

/** Null stands for “not known” or “not set”. */
function orNull(isValid: Check): Check {
  return (value) => value === null || isValid(value)
}

const isString: Check = (value) => typeof value === 'string'

export const flag = (): AttributeSpec => attribute(false, (value) => typeof value === 'boolean')
export const optionalText = (): AttributeSpec => attribute(null, orNull(isString))
export const text = (): AttributeSpec => attribute('', isString)
export const mediaUrl = (): AttributeSpec => attribute(null, orNull(isMediaUrl))
export const webUrl = (): AttributeSpec => attribute(null, orNull(isWebUrl))
export const pixels = (): AttributeSpec => attribute(null, orNull(isPixels))
export const widths = (): AttributeSpec => attribute(null, orNull(isWidths))
export const duration = (): AttributeSpec => attribute(null, orNull(isDuration))
export const fields = (): AttributeSpec => attribute(null, orNull(isFields))
/** A whole number from `min` to `max`. */
export const wholeNumber = (fallback: number | null, [min, max]: readonly [number, number]): AttributeSpec =>
  attribute(
    fallback,
    (value) => value === fallback || (Number.isInteger(value) && (value as number) >= min && (value as number) <= max),
  )
export const oneOf = (fallback: string, ...others: string[]): AttributeSpec =>
  attribute(fallback, (value) => value === fallback || others.includes(value as string))
/** A stored value that is kept as it is. */
export const stored = (): AttributeSpec => attribute(null, () => true)

/** Attributes of every top-level node. Nodes within others leave them null. */
export const block = {
  /** The block's id. */
  id: optionalText(),
  /** The frozen block from which the node was read. It isn't part of copied HTML. */
  origin: fields(),
}
