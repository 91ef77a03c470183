import { type ContentRules, HOLD_SCORE_MIN } from '@stoa/contract'
import { Banner, SelectField, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { DraftForm } from '../../../../shell/save-bar.tsx'
import { useFormAction } from '../../../../shell/use-form-action.ts'
import { moderationSettingsMessages } from './messages.ts'
import type { SaveRules } from './moderation-settings.tsx'

const DAYS = [1, 3, 7, 14, 30]
const LINKS = [0, 1, 2, 3, 5]
const SCORES = [50, 60, 70, 75, 80, 90, 100]

type Change = Pick<ContentRules, 'newcomerLinks' | 'holdFrom'>

/** Requirements for new members, and the score from which content is held. */
export function NewcomerSettings({ rules, onSave }: { rules: Change; onSave: SaveRules }) {
  const t = useTranslate(moderationSettingsMessages)
  const { newcomerLinks, holdFrom } = rules
  const saved: Change = { newcomerLinks, holdFrom }
  const [change, setChange] = useState(saved)
  const [others, setOthers] = useState<Change | null>(null)
  const { busy, problem, run, reset } = useFormAction()
  const { days, links, action } = change.newcomerLinks
  const isOff = days === 0
  const isSame = JSON.stringify(change) === JSON.stringify(saved)
  async function save(): Promise<boolean> {
    let overtaken: Change | null = null
    const isDone = await run(async () => {
      overtaken = await onSave(change)
      setOthers(overtaken)
    })
    return isDone && overtaken === null
  }
  function discard(): void {
    setChange(saved)
    setOthers(null)
    reset()
  }
  const set = (next: Partial<Change>) => {
    reset()
    setChange({ ...change, ...next })
  }
  const setLinks = (next: Partial<Change['newcomerLinks']>) =>
    set({ newcomerLinks: { ...change.newcomerLinks, ...next } })
  return (
    <section className="stoa-app-checks" aria-labelledby="newcomers-title">
      <h3 id="newcomers-title">{t('newcomers.title')}</h3>
      <DraftForm
        className="stoa-app-checks-form"
        label={t('newcomers.title')}
        changes={isSame ? [] : [t('newcomers.title')]}
        attempt={{ busy, problem }}
        onSave={save}
        onDiscard={discard}
      >
        <div className="stoa-app-checks-row">
          <SelectField
            label={t('newcomers.links')}
            hint={t('newcomers.hint')}
            value={isOff ? 'off' : action}
            options={(['off', 'hold', 'refuse'] as const).map((value) => ({
              value,
              label: t(`newcomers.links.${value}`),
            }))}
            onChange={(event) => {
              const { value } = event.currentTarget
              if (value === 'off') setLinks({ days: 0 })
              else setLinks({ days: days || 1, action: value === 'refuse' ? 'refuse' : 'hold' })
            }}
          />
          {!isOff && (
            <>
              <SelectField
                label={t('newcomers.most')}
                value={String(links)}
                options={withCurrent(LINKS, links).map((value) => ({ value: String(value), label: String(value) }))}
                onChange={(event) => setLinks({ links: Number(event.currentTarget.value) })}
              />
              <SelectField
                label={t('newcomers.days')}
                value={String(days)}
                options={withCurrent(DAYS, days).map((value) => ({
                  value: String(value),
                  label: t('newcomers.days.value', { days: value }),
                }))}
                onChange={(event) => setLinks({ days: Number(event.currentTarget.value) })}
              />
            </>
          )}
        </div>
        <div className="stoa-app-checks-row">
          <SelectField
            label={t('newcomers.holdFrom')}
            hint={t('newcomers.holdFrom.hint')}
            value={change.holdFrom === null ? '' : String(change.holdFrom)}
            options={[
              { value: '', label: t('newcomers.holdFrom.off') },
              ...withCurrent(SCORES, change.holdFrom ?? HOLD_SCORE_MIN).map((value) => ({
                value: String(value),
                label: String(value),
              })),
            ]}
            onChange={(event) => set({ holdFrom: Number(event.currentTarget.value) || null })}
          />
        </div>
        {others && (
          <Banner tone="warning" title={t('newcomers.changed')}>
            <ul>
              <li>
                {t(`newcomers.links.${others.newcomerLinks.days === 0 ? 'off' : others.newcomerLinks.action}`)}
                {others.newcomerLinks.days > 0 &&
                  ` · ${others.newcomerLinks.links} · ${t('newcomers.days.value', { days: others.newcomerLinks.days })}`}
              </li>
              <li>
                {t('newcomers.holdFrom')}: {others.holdFrom ?? t('newcomers.holdFrom.off')}
              </li>
            </ul>
            {t('newcomers.changed.text')}
          </Banner>
        )}
      </DraftForm>
    </section>
  )
}

/** The usual options and the current value. */
function withCurrent(values: readonly number[], current: number): number[] {
  return [...new Set([...values, current])].toSorted((left, right) => left - right)
}
