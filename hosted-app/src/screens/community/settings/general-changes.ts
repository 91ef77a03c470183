import {
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

/** Fields of the form, in order. */
export const GENERAL_FIELDS = ['title', 'about', 'urlSlug'] as const
export type GeneralField = (typeof GENERAL_FIELDS)[number]

/** Maximum length of each field. */
export const GENERAL_LIMITS: Record<GeneralField, number> = {
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
  community: Pick<Community, GeneralField>,
  changes: GeneralChanges | null,
  { name, to }: { name: GeneralField; to: string },
): string {
  const { [name]: change, ...others } = changes ?? {}
  const from = change?.from ?? community[name]
  const all: GeneralChanges = to === community[name] ? others : { ...others, [name]: { from, to } }
  return Object.keys(all).length === 0 ? '' : JSON.stringify(all)
}

/** The draft after saving: what was typed while the request was under way. Empty if nothing was. */
export function typedSince(
  changes: GeneralChanges | null,
  { sentChanges, saved }: { sentChanges: GeneralChanges; saved: Pick<Community, GeneralField> },
): string {
  const rest = GENERAL_FIELDS.flatMap((name) => {
    const change = changes?.[name]
    if (!change || change.to === sentChanges[name]?.to) return []
    return [[name, sentChanges[name] ? { from: saved[name], to: change.to } : change]]
  })
  return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest))
}

/** Fields that somebody else has changed since. */
export function overtaken(community: Pick<Community, GeneralField>, changes: GeneralChanges): GeneralField[] {
  return GENERAL_FIELDS.filter((name) => {
    const change = changes[name]
    return change !== undefined && community[name] !== change.from && community[name] !== change.to
  })
}

/** The problem of a field's value. */
export function generalProblem(name: GeneralField, value: string) {
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
