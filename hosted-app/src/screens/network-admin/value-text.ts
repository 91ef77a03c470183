import { type DomainDetails, type DomainSettings, languageName } from '@stoa/contract'
import type { Translate } from '@stoa/ui'
import {
  type DomainField,
  type DomainValues,
  languagesOf,
  ownProvidersOf,
  ownTextsOf,
  sectionsOf,
  valuesOf,
} from './domain-values.ts'
import { domainMessages } from './messages.ts'

type T = Translate<typeof domainMessages>

/** What the values refer to. */
type About = Pick<DomainDetails, 'availableProviders' | 'keyProviders' | 'sectionAdmins'>

/** Beginnings of the keys of options' labels. */
const OPTIONS: Readonly<Record<string, string>> = {
  radius: 'domain.radius',
  density: 'domain.density',
  communityFounders: 'domain.founders',
  adProvider: 'domain.ads',
}
const OWN_PROVIDERS: readonly string[] = ['password', 'emailLink', 'passkey']

/** A short text for the value of a field of a domain's form; empty for an empty value. */
function summary(t: T, { field, value, about }: { field: string; value: string; about: About }): string {
  const { availableProviders, keyProviders, sectionAdmins } = about
  if (field === 'signInProviders') {
    const names = new Map([...keyProviders, ...availableProviders].map(({ id, name }) => [id, name]))
    const ids = value.split(',').filter(Boolean)
    if (ids.length === 0) return t('domain.value.all')
    return ids
      .map((id) =>
        OWN_PROVIDERS.includes(id) ? t(`domain.provider.${id}` as 'domain.provider.password') : names.get(id) || id,
      )
      .join(', ')
  }
  if (field === 'languages') return languagesOf(value)?.map(languageName).join(', ') ?? t('domain.value.all')
  if (value === '') return ''
  if (field === 'sections') {
    const usernames = new Map(sectionAdmins.map(({ id, username }) => [id, username]))
    return sectionsOf(value)
      .map((section) => {
        const shown = { name: section.name, communities: section.communities.join(', ') }
        const admins = section.admins.map((id) => usernames.get(id) ?? id).join(', ')
        return admins === '' ? t('domain.value.section', shown) : t('domain.value.section.admins', { ...shown, admins })
      })
      .join(', ')
  }
  if (field === 'ownProviders')
    return ownProvidersOf(value)
      .map(({ id, clientId }) => `${keyProviders.find((one) => one.id === id)?.name ?? id}: ${clientId}`)
      .join(', ')
  if (field === 'texts')
    return Object.entries(ownTextsOf(value))
      .map(
        ([tag, texts]) =>
          `${languageName(tag)}: ${Object.values(texts)
            .map(({ text }) => text)
            .join(', ')}`,
      )
      .join('; ')
  if (field !== 'font') return value
  const { regular, bold = '' } = JSON.parse(value) as NonNullable<DomainSettings['font']>
  return [regular, bold]
    .filter((link) => link !== '')
    .map((link) => link.slice(link.lastIndexOf('/') + 1))
    .join(', ')
}

/** Says what a field of a domain's form is set to. */
export function valueTexts(t: T, about: About) {
  return (field: string, value: string | boolean): string => {
    if (typeof value === 'boolean') return t(value ? 'domain.on' : 'domain.off')
    if (OPTIONS[field]) return t(`${OPTIONS[field]}.${value}` as 'domain.radius.none')
    return summary(t, { field, value, about }) || t('domain.empty')
  }
}

/** Says what a field is set to in two versions. What isn't shown of them, such as a secret, may be all that differs. */
export function pairTexts(t: T, about: About) {
  const shown = valueTexts(t, about)
  return (field: DomainField, [one, other]: readonly [string | boolean, string | boolean]): [string, string] => {
    const [first, second] = [shown(field, one), shown(field, other)]
    return [first, first === second ? t('domain.value.replaced', { value: second }) : second]
  }
}

/** Fields of the form in which two versions differ. Those of a newer version have no label and are left out. */
function changedFields(before: DomainValues, after: DomainValues): DomainField[] {
  return (Object.keys(after) as DomainField[]).filter(
    (field) => `domain.field.${field}` in domainMessages && before[field] !== after[field],
  )
}

/** The changed fields of two versions with their labels and both values. */
export function changesBetween(t: T, about: About & { before: DomainSettings; after: DomainSettings }) {
  const [before, after] = [valuesOf(about.before), valuesOf(about.after)]
  const pair = pairTexts(t, about)
  return changedFields(before, after).map((field) => {
    const [from, to] = pair(field, [before[field] ?? '', after[field] ?? ''])
    return { field, label: t(`domain.field.${field}` as 'domain.field.logoLink'), from, to }
  })
}
