import { type DomainDetails, type Me, offeredLanguages } from '@stoa/contract'
import { draftKey, errorDetails } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Checkbox, RadioGroup, TextArea, TextField, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useFieldChanges } from '../../shell/field-changes.ts'
import { DraftForm } from '../../shell/save-bar.tsx'
import { useFormAction } from '../../shell/use-form-action.ts'
import { SettingConflict } from '../community/settings/setting-conflict.tsx'
import { Section } from '../settings/settings-section.tsx'
import { DomainLanguages } from './domain-languages.tsx'
import { MONEY_FIELDS, moneyIssues } from './domain-money.ts'
import { DomainProviders } from './domain-providers.tsx'
import { DomainSections } from './domain-sections.tsx'
import { DomainTexts } from './domain-texts.tsx'
import { DomainTheme } from './domain-theme.tsx'
import {
  type DomainField,
  type DomainValues,
  issueAt,
  languagesOf,
  ownProvidersOf,
  settingsOf,
  valuesOf,
} from './domain-values.ts'
import { domainMessages } from './messages.ts'
import { SettingValue } from './setting-value.tsx'
import { pairTexts } from './value-text.ts'

export interface DomainFormProps {
  domain: DomainDetails
  viewer: Me
  onChange: (domain: DomainDetails) => void
}

/** Texts of these fields are addresses or names, not words. */
const TEXT_FIELDS = {
  identity: ['domainDisplayName', 'logoLink', 'faviconLink'],
  links: ['privacyLink', 'termsLink', 'faqLink'],
  region: ['language', 'timeZone'],
  ads: ['adScriptUrl'],
  money: ['promotionDayPrice', 'twoPeopleAbove', 'perDay', 'newAccountPerDay', 'newAccountDays'],
} as const
type TextName = (typeof TEXT_FIELDS)[keyof typeof TEXT_FIELDS][number] | 'defaultTokenName'
type BoxName =
  | 'poweredBy'
  | 'isSingleTokenDomain'
  | 'enableForumPicker'
  | 'isConsentRequired'
  | 'money'
  | 'stakingButton'
const HINTED = [
  'logoLink',
  'faviconLink',
  'defaultTokenName',
  'language',
  'timeZone',
  'adScriptUrl',
  'isSingleTokenDomain',
  'isConsentRequired',
  'money',
  'stakingButton',
  ...TEXT_FIELDS.money,
] as const
/** Fields that show their own error. */
const WITH_ERRORS: ReadonlySet<string> = new Set([
  ...Object.values(TEXT_FIELDS).flat(),
  'defaultTokenName',
  'signInProviders',
  'languages',
  'texts',
  'font',
  'ownProviders',
  'sections',
  'urlMapping',
])
const FOUNDERS = ['nobody', 'admins', 'members'] as const
const AD_PROVIDERS = ['none', 'house', 'script'] as const
const OWN_PROVIDERS = ['password', 'emailLink', 'passkey'] as const

/** A domain's settings. Saving makes a version; unsaved changes stay on the device, even if somebody else saves first. */
export function DomainForm({ domain, viewer, onChange }: DomainFormProps) {
  const t = useTranslate(domainMessages)
  const { call } = useStoa().client
  const attempt = useFormAction()
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({})
  /** Admins of sections that were named here. */
  const [namedAdmins, setNamedAdmins] = useState<DomainDetails['sectionAdmins']>([])
  const { name, isReadOnly, availableProviders } = domain
  const ids = availableProviders.map(({ id }) => id)
  const saved = valuesOf(domain.settings)
  const edits = useFieldChanges<DomainValues>(draftKey(viewer.id, `domain ${name}`), saved)
  const { changes, late, valueOf } = edits
  const mayAll = viewer.networkAdmin
  const own = ownProvidersOf(valueOf('ownProviders')).map(({ id }) => id)
  const offered = [
    ...availableProviders,
    ...domain.keyProviders.filter(({ id }) => own.includes(id) && !ids.includes(id)),
  ]

  // The save bar is far from most fields.
  useEffect(() => {
    if (Object.keys(issues).length > 0)
      document.querySelector<HTMLElement>('.stoa-app-domain-form [aria-invalid="true"]')?.focus()
  }, [issues])

  function change<Name extends DomainField>(field: Name, to: DomainValues[Name]): void {
    attempt.reset()
    setIssues({})
    edits.change(field, to)
  }

  async function save({ isOver = false } = {}): Promise<boolean> {
    if (!changes || (late.length > 0 && !isOver)) return false
    const wrong = moneyIssues(t, valueOf)
    if (Object.keys(wrong).length > 0) {
      setIssues(wrong)
      return false
    }
    const changed = Object.fromEntries(edits.changed.map((field) => [field, valueOf(field)])) as Partial<DomainValues>
    /** Saves the changes over a version. If somebody else has changed other settings meanwhile, both changes are kept. */
    async function saveOver(base: DomainDetails): Promise<DomainDetails> {
      const settings = settingsOf({ ...valuesOf(base.settings), ...changed } as DomainValues, ids)
      try {
        return (await call('domainSave', { name, baseVersion: base.latestVersion, settings })).domain
      } catch (error) {
        const current = (error as { details?: { domain?: DomainDetails } }).details?.domain
        if (errorDetails(error).code !== 'EDIT_CONFLICT' || !current) throw error
        onChange(current)
        const now = valuesOf(current.settings)
        const before = valuesOf(base.settings)
        const isOvertaken = edits.changed.some((field) => now[field] !== before[field] && now[field] !== changed[field])
        if (isOvertaken) throw error
        return saveOver(current)
      }
    }
    return attempt.run(async () => {
      try {
        const now = await saveOver(domain)
        edits.settle(changes, valuesOf(now.settings))
        onChange(now)
      } catch (error) {
        setIssues(
          Object.fromEntries(errorDetails(error, t).issues.map(({ field, message }) => issueAt(field, message))),
        )
        throw error
      }
    })
  }

  const label = (field: DomainField) => t(`domain.field.${field}` as 'domain.field.logoLink')
  const hintOf = (field: DomainField) => {
    const hint = HINTED.find((one) => one === field)
    return hint && t(`domain.field.${hint}.hint`)
  }
  const isFixed = (field: DomainField) => isReadOnly || (!mayAll && MONEY_FIELDS.has(field))
  const text = (field: TextName) => (
    <TextField
      key={field}
      name={field}
      label={label(field)}
      hint={hintOf(field)}
      value={valueOf(field)}
      error={issues[field]}
      maxLength={2000}
      readOnly={isFixed(field)}
      {...(MONEY_FIELDS.has(field) && { inputMode: 'decimal' as const })}
      {...(field !== 'domainDisplayName' && { dir: 'ltr' as const, autoCapitalize: 'none', spellCheck: false })}
      onChange={(event) => change(field, event.currentTarget.value)}
    />
  )
  const box = (field: BoxName, { disabled = false } = {}) => (
    <Checkbox
      label={label(field)}
      hint={hintOf(field)}
      checked={valueOf(field)}
      disabled={isFixed(field) || disabled}
      onChange={(event) => change(field, event.currentTarget.checked)}
    />
  )
  const pair = pairTexts(t, { ...domain, sectionAdmins: [...domain.sectionAdmins, ...namedAdmins] })
  const isConflict = attempt.code === 'EDIT_CONFLICT'
  const fieldsWithIssues = Object.keys(issues)
  const isShownAtFields = fieldsWithIssues.length > 0 && fieldsWithIssues.every((field) => WITH_ERRORS.has(field))
  return (
    <DraftForm
      label={t('domain.identity')}
      changes={edits.changed.map(label)}
      attempt={(isConflict && late.length > 0) || isShownAtFields ? { ...attempt, problem: '' } : attempt}
      className="stoa-app-domain-form"
      isKept
      onSave={save}
      onDiscard={() => {
        edits.discard()
        setIssues({})
        attempt.reset()
      }}
    >
      <Section id="identity" title={t('domain.identity')}>
        <div className="stoa-settings-fields">
          {TEXT_FIELDS.identity.map(text)}
          {box('poweredBy')}
        </div>
      </Section>
      <Section id="theme" title={t('domain.theme')}>
        <DomainTheme
          name={name}
          values={{
            accent: valueOf('accent'),
            radius: valueOf('radius'),
            density: valueOf('density'),
            font: valueOf('font'),
          }}
          error={issues.font}
          isReadOnly={isReadOnly}
          onChange={change}
        />
      </Section>
      <Section id="communities" title={t('domain.communities')} text={mayAll ? undefined : t('domain.networkOnly')}>
        <div className="stoa-settings-fields">
          {mayAll && text('defaultTokenName')}
          {box('isSingleTokenDomain', { disabled: !mayAll })}
          {!valueOf('isSingleTokenDomain') && (
            <>
              {box('enableForumPicker')}
              {mayAll && (
                <RadioGroup
                  label={label('communityFounders')}
                  name="communityFounders"
                  options={FOUNDERS.map((value) => ({ value, label: t(`domain.founders.${value}`) }))}
                  value={valueOf('communityFounders') as (typeof FOUNDERS)[number]}
                  onChange={(founders) => !isReadOnly && change('communityFounders', founders)}
                />
              )}
            </>
          )}
          <TextArea
            label={label('urlMapping')}
            hint={t('domain.field.urlMapping.hint')}
            value={valueOf('urlMapping')}
            error={issues.urlMapping}
            rows={3}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={isReadOnly}
            onChange={(event) => change('urlMapping', event.currentTarget.value)}
          />
          <Providers
            available={offered}
            chosen={valueOf('signInProviders')}
            error={issues.signInProviders}
            disabled={isReadOnly}
            onChange={(chosen) => change('signInProviders', chosen)}
          />
        </div>
      </Section>
      {!valueOf('isSingleTokenDomain') && (
        <Section id="sections" title={t('domain.sections')} text={t('domain.sections.text')}>
          <DomainSections
            domain={domain}
            value={valueOf('sections')}
            namedAdmins={namedAdmins}
            onName={(named) => setNamedAdmins([...namedAdmins, ...named])}
            error={issues.sections}
            onChange={(sections) => change('sections', sections)}
          />
        </Section>
      )}
      <Section id="providers" title={t('domain.providers')} text={t('domain.providers.text')}>
        <DomainProviders
          domain={domain}
          value={valueOf('ownProviders')}
          error={issues.ownProviders}
          onChange={(own) => change('ownProviders', own)}
        />
      </Section>
      <Section id="links" title={t('domain.links')}>
        <div className="stoa-settings-fields">{TEXT_FIELDS.links.map(text)}</div>
      </Section>
      <Section id="region" title={t('domain.region')}>
        <div className="stoa-settings-fields">
          {TEXT_FIELDS.region.map(text)}
          <DomainLanguages
            language={valueOf('language')}
            value={valueOf('languages')}
            error={issues.languages}
            disabled={isReadOnly}
            onChange={(languages) => change('languages', languages)}
          />
        </div>
      </Section>
      <Section id="texts" title={t('domain.texts')} text={t('domain.texts.text')}>
        <DomainTexts
          name={name}
          languages={offeredLanguages({
            language: valueOf('language'),
            languages: languagesOf(valueOf('languages')),
          })}
          value={valueOf('texts')}
          error={issues.texts}
          isReadOnly={isReadOnly}
          onChange={(texts) => change('texts', texts)}
        />
      </Section>
      <Section id="ads" title={t('domain.ads')}>
        <div className="stoa-settings-fields">
          <RadioGroup
            label={label('adProvider')}
            name="adProvider"
            options={AD_PROVIDERS.map((value) => ({ value, label: t(`domain.ads.${value}`) }))}
            value={valueOf('adProvider') as (typeof AD_PROVIDERS)[number]}
            onChange={(provider) => !isReadOnly && change('adProvider', provider)}
          />
          {valueOf('adProvider') === 'script' && TEXT_FIELDS.ads.map(text)}
          {box('isConsentRequired')}
        </div>
      </Section>
      <Section id="money" title={t('domain.money')} text={t(mayAll ? 'domain.money.text' : 'domain.money.networkOnly')}>
        <div className="stoa-settings-fields">
          {box('money')}
          {box('stakingButton')}
          {TEXT_FIELDS.money.map(text)}
        </div>
      </Section>
      {late.length > 0 && (
        <SettingConflict
          settings={late.map((field) => {
            const [now, mine] = pair(field, [saved[field] ?? '', valueOf(field)])
            return {
              name: field,
              label: label(field),
              now: <SettingValue text={now} />,
              mine: <SettingValue text={mine} />,
            }
          })}
          busy={attempt.busy}
          onOverwrite={() => void save({ isOver: true })}
          onTake={edits.discard}
        />
      )}
    </DraftForm>
  )
}

interface ProvidersProps {
  available: DomainDetails['availableProviders']
  /** Ids separated by commas; empty: all. */
  chosen: string
  error: string | undefined
  disabled: boolean
  onChange: (chosen: string) => void
}

/** The sign-in methods of a domain. All are chosen by default, and one always is. */
function Providers({ available, chosen, error, disabled, onChange }: ProvidersProps) {
  const t = useTranslate(domainMessages)
  const all = available.map(({ id }) => id)
  const kept = chosen.split(',').filter((id) => all.includes(id))
  const ids = kept.length > 0 ? kept : all
  function toggle(id: string, isChosen: boolean): void {
    const next = isChosen ? [...ids, id] : ids.filter((one) => one !== id)
    onChange(next.length === available.length ? '' : next.join())
  }
  return (
    <fieldset className="stoa-app-domain-providers">
      <legend className="stoa-field-label">{t('domain.field.signInProviders')}</legend>
      {available.map(({ id, name }) => {
        const own = OWN_PROVIDERS.find((one) => one === id)
        return (
          <Checkbox
            key={id}
            label={own ? t(`domain.provider.${own}`) : name}
            checked={ids.includes(id)}
            disabled={disabled || (ids.length === 1 && ids[0] === id)}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        )
      })}
      {error && (
        <p className="stoa-field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
