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
import type { FieldChanges } from '../../../shell/field-changes.ts'

const TEXT_FIELDS = ['title', 'about', 'urlSlug'] as const
export type GeneralText = (typeof TEXT_FIELDS)[number]

/** Fields of the form, in order. */
export const GENERAL_FIELDS = [...TEXT_FIELDS, 'accent', 'logoImageURI', 'bannerImageURI'] as const
export type GeneralField = (typeof GENERAL_FIELDS)[number]

type GeneralValues = Record<GeneralField, string>

/** The fields' saved values; empty for none. */
export function generalValues(community: Pick<Community, GeneralField>): GeneralValues {
  const { title, about, urlSlug, accent = '', logoImageURI, bannerImageURI = '' } = community
  return { title, about, urlSlug, accent, logoImageURI, bannerImageURI }
}

/** Maximum length of each text. */
export const GENERAL_LIMITS: Record<GeneralText, number> = {
  title: COMMUNITY_TITLE_MAX_LENGTH,
  about: COMMUNITY_ABOUT_MAX_LENGTH,
  urlSlug: COMMUNITY_SLUG_MAX_LENGTH,
}

/** Whether a field's value can't be saved. */
export function isWrong(name: GeneralField, value: string): boolean {
  if (name === 'accent') return value !== '' && accentColors(value) === null
  return isText(name) && generalProblem(name, value) !== undefined
}

const isText = (name: GeneralField): name is GeneralText => TEXT_FIELDS.some((one) => one === name)

/** The problem of a text. */
export function generalProblem(name: GeneralText, value: string) {
  if (name !== 'about' && isBlankText(value)) return `general.missing.${name}` as const
  if (name === 'urlSlug' && !SLUG.test(value)) return 'general.urlSlug.invalid'
  if (name === 'urlSlug' && (isId(value) || isReservedName(value))) return 'general.urlSlug.reserved'
  return textLength(value) > GENERAL_LIMITS[name] ? 'general.long' : undefined
}

/** The call's input. */
export function inputOf(changes: FieldChanges<GeneralValues>): Omit<CallInput<'communityEdit'>, 'tokenName'> {
  const typed = Object.entries(changes).map(([name, { to }]) => [name, name === 'about' && isBlankText(to) ? '' : to])
  return Object.fromEntries(typed)
}
