/** True for what is hosted elsewhere: the server names the forum's own files by their path. */
export function isForeign(address: string): boolean {
  return !address.startsWith('/')
}
