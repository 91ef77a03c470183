import {
  type CallInput,
  DISPLAY_NAME_MAX_LENGTH,
  httpUrl,
  isPublicFilePath,
  normalizeText,
  PROFILE_ABOUT_MAX_LENGTH,
  PROFILE_IMAGE_MAX_LENGTH,
  PROFILE_TITLE_MAX_LENGTH,
  textLength,
  type User,
} from '@stoa/contract'

/** What a profile says, as the form holds it. */
export type Profile = Pick<User, 'profileName' | 'profileTitle' | 'profileAbout' | 'profileImageUrl'>

/** Fields that were changed and not saved yet. */
export type ProfileChanges = Partial<Profile>

/** What is wrong with a field. */
export type ProfileProblem = 'profile.tooLong' | 'profile.picture.invalid'

/** Most characters of each field. */
export const PROFILE_LIMITS: Record<keyof Profile, number> = {
  profileName: DISPLAY_NAME_MAX_LENGTH,
  profileTitle: PROFILE_TITLE_MAX_LENGTH,
  profileAbout: PROFILE_ABOUT_MAX_LENGTH,
  profileImageUrl: PROFILE_IMAGE_MAX_LENGTH,
}

/** The changes that a draft keeps; a draft that is none keeps nothing. */
export function readChanges(draft: string): ProfileChanges {
  try {
    const kept = JSON.parse(draft || '{}') as Record<string, unknown>
    const fields = Object.keys(PROFILE_LIMITS).filter((name) => typeof kept[name] === 'string')
    return Object.fromEntries(fields.map((name) => [name, kept[name]]))
  } catch {
    return {}
  }
}

/** One more change as a draft; a field that is as it was is no change, and without one there is no draft. */
export function writeChanges(saved: Profile, changes: ProfileChanges): string {
  const fields = Object.keys(PROFILE_LIMITS) as (keyof Profile)[]
  const left = fields.filter((name) => changes[name] !== undefined && changes[name] !== saved[name])
  return left.length === 0 ? '' : JSON.stringify(Object.fromEntries(left.map((name) => [name, changes[name]])))
}

/** What is to be sent: only what was changed, also where that is empty. */
export function toSend(saved: Profile, draft: string): CallInput<'userEdit'> {
  const kept = Object.entries(readChanges(writeChanges(saved, readChanges(draft))))
  const { profileImageUrl, ...rest }: ProfileChanges = Object.fromEntries(
    kept.map(([name, value]) => [name, normalizeText(value)]),
  )
  return profileImageUrl === undefined ? rest : { ...rest, profileImage: withoutOwnOrigin(profileImageUrl) }
}

/** A picture of this forum is stored as its path, so that it stays when the forum gets another address. */
function withoutOwnOrigin(address: string): string {
  return address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address
}

/** What is wrong, by field. */
export function problemsOf(profile: Profile): { [Field in keyof Profile]?: ProfileProblem } {
  const tooLong = (name: keyof Profile) => textLength(normalizeText(profile[name])) > PROFILE_LIMITS[name]
  const problems: { [Field in keyof Profile]?: ProfileProblem } = {}
  for (const name of Object.keys(PROFILE_LIMITS) as (keyof Profile)[]) {
    if (tooLong(name)) problems[name] = 'profile.tooLong'
  }
  if (!isPicture(profile.profileImageUrl)) problems.profileImageUrl ??= 'profile.picture.invalid'
  return problems
}

/** An address of a picture, or none. */
function isPicture(address: string): boolean {
  const url = withoutOwnOrigin(address.trim())
  return url === '' || isPublicFilePath(url) || httpUrl(url) !== null
}
