import {
  accentColors,
  type CallInput,
  COMMUNITY_ABOUT_MAX_LENGTH,
  COMMUNITY_SLUG_MAX_LENGTH,
  COMMUNITY_TITLE_MAX_LENGTH,
  type Community,
  isBlankText,
  isId,
  isReservedName,
  SLUG,
  textLength,
} from '@stoa/contract'

const TEXT_FIELDS = ['title', 'about', 'urlSlug'] as const
export type GeneralText = (typeof TEXT_FIELDS)[number]

/** Fields of the form, in order. */
export const GENERAL_FIELDS = [...TEXT_FIELDS, 'accent'] as const
export type GeneralField = (typeof GENERAL_FIELDS)[number]

type Fields = Pick<Community, GeneralField>

/** A field's current value. */
export const currentValue = (community: Fields, name: GeneralField) => community[name] ?? ''

/** Maximum length of each text. */
export const GENERAL_LIMITS: Record<GeneralText, number> = {
  title: COMMUNITY_TITLE_MAX_LENGTH,
  about: COMMUNITY_ABOUT_MAX_LENGTH,
  urlSlug: COMMUNITY_SLUG_MAX_LENGTH,
}

/** Unsaved values, with the values before them. */
export type GeneralChanges = Partial<Record<GeneralField, { from: string; to: string }>>

/** Changes stored on the device; null if there are none. */
export function readGeneralChanges(draft: string): GeneralChanges | null {
  try {
    const storedChanges = JSON.parse(draft || '{}') as GeneralChanges
    const isChange = (name: GeneralField) =>
      typeof storedChanges[name]?.from === 'string' && typeof storedChanges[name]?.to === 'string'
    const changedFields = GENERAL_FIELDS.filter(isChange)
    return changedFields.length === 0
      ? null
      : Object.fromEntries(changedFields.map((name) => [name, storedChanges[name]]))
  } catch {
    return null
  }
}

/** Adds a change to the draft. Unchanged values are removed; empty if nothing is changed. */
export function withChange(
  community: Fields,
  changes: GeneralChanges | null,
  { name, to }: { name: GeneralField; to: string },
): string {
  const { [name]: change, ...others } = changes ?? {}
  const current = currentValue(community, name)
  const from = change?.from ?? current
  const all: GeneralChanges = to === current ? others : { ...others, [name]: { from, to } }
  return Object.keys(all).length === 0 ? '' : JSON.stringify(all)
}

/** The draft after saving: what was typed while the request was under way. Empty if nothing was. */
export function typedSince(
  changes: GeneralChanges | null,
  { sentChanges, saved }: { sentChanges: GeneralChanges; saved: Fields },
): string {
  const rest = GENERAL_FIELDS.flatMap((name) => {
    const change = changes?.[name]
    if (!change || change.to === sentChanges[name]?.to) return []
    return [[name, sentChanges[name] ? { from: currentValue(saved, name), to: change.to } : change]]
  })
  return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest))
}

/** Fields that somebody else has changed since. */
export function overtaken(community: Fields, changes: GeneralChanges): GeneralField[] {
  return GENERAL_FIELDS.filter((name) => {
    const change = changes[name]
    const current = currentValue(community, name)
    return change !== undefined && current !== change.from && current !== change.to
  })
}

/** Whether a field's value can't be saved. */
export function isWrong(name: GeneralField, value: string): boolean {
  if (name === 'accent') return value !== '' && accentColors(value) === null
  return generalProblem(name, value) !== undefined
}

/** The problem of a text. */
export function generalProblem(name: GeneralText, value: string) {
  if (name !== 'about' && isBlankText(value)) return `general.missing.${name}` as const
  if (name === 'urlSlug' && !SLUG.test(value)) return 'general.urlSlug.invalid'
  if (name === 'urlSlug' && (isId(value) || isReservedName(value))) return 'general.urlSlug.reserved'
  return textLength(value) > GENERAL_LIMITS[name] ? 'general.long' : undefined
}

/** The call's input. */
export function inputOf(changes: GeneralChanges): Omit<CallInput<'communityEdit'>, 'tokenName'> {
  const typed = Object.entries(changes).map(([name, { to }]) => [name, name === 'about' && isBlankText(to) ? '' : to])
  return Object.fromEntries(typed)
}
