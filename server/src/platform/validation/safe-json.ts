/**
 * Whether schemas can validate this untrusted JSON without crashing. They can't if it is nested so deeply that walking
 * it exhausts the stack, or if an object has a `length` that isn't a number: length checks compare it before the type
 * is checked, and comparing may throw.
 */
export function isSafeJson(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (
    !Array.isArray(value) &&
    Object.hasOwn(value, 'length') &&
    typeof (value as { length: unknown }).length !== 'number'
  )
    return false
  return Object.values(value).every((item) => isSafeJson(item, levels - 1))
}
