/** True for external media. The forum's own files have paths. */
export function isForeign(address: string): boolean {
  return !address.startsWith('/')
}
