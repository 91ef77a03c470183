import type { DomainDetails, DomainSettings } from '@stoa/contract'
import type { Translate } from '@stoa/ui'
import { ownProvidersOf, sectionsOf } from './domain-values.ts'
import type { domainMessages } from './messages.ts'

/** Beginnings of the keys of options' labels. */
const OPTIONS: Readonly<Record<string, string>> = {
  radius: 'domain.radius',
  density: 'domain.density',
  communityFounders: 'domain.founders',
  adProvider: 'domain.ads',
}

/** A short text for the value of a field of a domain's form; empty for an empty value. */
function summary(field: string, value: string, { keyProviders }: DomainDetails): string {
  if (value === '') return ''
  if (field === 'sections')
    return sectionsOf(value)
      .map(({ name, communities }) => `${name} (${communities.join(', ')})`)
      .join(', ')
  if (field === 'ownProviders')
    return ownProvidersOf(value)
      .map(({ id, clientId }) => `${keyProviders.find((one) => one.id === id)?.name ?? id}: ${clientId}`)
      .join(', ')
  if (field !== 'font') return value
  const { regular, bold = '' } = JSON.parse(value) as NonNullable<DomainSettings['font']>
  return [regular, bold]
    .filter((link) => link !== '')
    .map((link) => link.slice(link.lastIndexOf('/') + 1))
    .join(', ')
}

/** Says what a field of a domain's form is set to. */
export function valueTexts(t: Translate<typeof domainMessages>, domain: DomainDetails) {
  return (field: string, value: string | boolean): string => {
    if (typeof value === 'boolean') return t(value ? 'domain.on' : 'domain.off')
    if (OPTIONS[field]) return t(`${OPTIONS[field]}.${value}` as 'domain.radius.none')
    return summary(field, value, domain) || t('domain.empty')
  }
}
