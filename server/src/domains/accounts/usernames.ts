import { isId, RESERVED_USERNAMES } from '@stoa/contract'

/** Digits that pass for letters; i, l and 1 look alike too. */
const LOOK_ALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
}

/** What a reader sees at a glance: without case and underscores, look-alikes made one. */
function skeleton(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/[0134578l]/g, (character) => LOOK_ALIKES[character] ?? character)
}

const RESERVED = new Set([...RESERVED_USERNAMES].map(skeleton))

/** True for a name that nobody may take, and for what looks like one. */
export function isReservedUsername(username: string): boolean {
  return RESERVED.has(skeleton(username))
}

/** The slug of a member's page: the lower-case name with hyphens, never in the form of an id. */
export function slugOf(username: string): string {
  const slug = username.toLowerCase().replace(/_+/g, '-').replace(/^-|-$/g, '') || 'member'
  return isId(slug) ? `${slug}-1` : slug
}
