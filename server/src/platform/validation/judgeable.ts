/**
 * Whether a schema can judge JSON that somebody else has written, without failing at it. It can't where values are nested
 * so deeply that walking them exhausts the stack, nor where an object has a `length` that is no number: checks of texts
 * and lists compare that before they are told that it is an object, and comparing may throw.
 */
export function isJudgeable(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (
    !Array.isArray(value) &&
    Object.hasOwn(value, 'length') &&
    typeof (value as { length: unknown }).length !== 'number'
  )
    return false
  return Object.values(value).every((item) => isJudgeable(item, levels - 1))
}
