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

/** A profile's fields. */
export type Profile = Pick<User, 'profileName' | 'profileTitle' | 'profileAbout' | 'profileImageUrl'>

/** Changed fields that aren't saved yet. */
export type ProfileChanges = Partial<Profile>

/** A problem of a field. */
export type ProfileProblem = 'profile.tooLong' | 'profile.picture.invalid'

/** Maximum length of each field. */
export const PROFILE_LIMITS: Record<keyof Profile, number> = {
  profileName: DISPLAY_NAME_MAX_LENGTH,
  profileTitle: PROFILE_TITLE_MAX_LENGTH,
  profileAbout: PROFILE_ABOUT_MAX_LENGTH,
  profileImageUrl: PROFILE_IMAGE_MAX_LENGTH,
}

/** The changes in a draft; none if it is invalid. */
export function readChanges(draft: string): ProfileChanges {
  try {
    const storedChanges = JSON.parse(draft || '{}') as Record<string, unknown>
    const fields = Object.keys(PROFILE_LIMITS).filter((name) => typeof storedChanges[name] === 'string')
    return Object.fromEntries(fields.map((name) => [name, storedChanges[name]]))
  } catch {
    return {}
  }
}

/** Adds a change to the draft; unchanged fields are removed, and without changes it is empty. */
export function writeChanges(saved: Profile, changes: ProfileChanges): string {
  const fields = Object.keys(PROFILE_LIMITS) as (keyof Profile)[]
  const changedFields = fields.filter((name) => changes[name] !== undefined && changes[name] !== saved[name])
  return changedFields.length === 0
    ? ''
    : JSON.stringify(Object.fromEntries(changedFields.map((name) => [name, changes[name]])))
}

/** Only the changed fields, including emptied ones. */
export function toSend(saved: Profile, draft: string): CallInput<'userEdit'> {
  const entries = Object.entries(readChanges(writeChanges(saved, readChanges(draft))))
  const { profileImageUrl, ...rest }: ProfileChanges = Object.fromEntries(
    entries.map(([name, value]) => [name, normalizeText(value)]),
  )
  return profileImageUrl === undefined ? rest : { ...rest, profileImage: withoutOwnOrigin(profileImageUrl) }
}

/** A picture of this forum is stored by its path, so that it survives a change of the forum's address. */
function withoutOwnOrigin(address: string): string {
  return address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address
}

/** Problems by field. */
export function problemsOf(profile: Profile): { [Field in keyof Profile]?: ProfileProblem } {
  const tooLong = (name: keyof Profile) => textLength(normalizeText(profile[name])) > PROFILE_LIMITS[name]
  const problems: { [Field in keyof Profile]?: ProfileProblem } = {}
  for (const name of Object.keys(PROFILE_LIMITS) as (keyof Profile)[]) {
    if (tooLong(name)) problems[name] = 'profile.tooLong'
  }
  if (!isPicture(profile.profileImageUrl)) problems.profileImageUrl ??= 'profile.picture.invalid'
  return problems
}

/** Whether the address can be a picture's, or is empty. */
function isPicture(address: string): boolean {
  const url = withoutOwnOrigin(address.trim())
  return url === '' || isPublicFilePath(url) || httpUrl(url) !== null
}
