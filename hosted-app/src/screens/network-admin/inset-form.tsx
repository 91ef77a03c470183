import { INSET_ALT_MAX_LENGTH, INSET_NAME_MAX_LENGTH, INSET_SHARE_MAX, type Inset } from '@stoa/contract'
import { draftKey, type ErrorDetails, errorDetails } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { Banner, Button, formatDate, TextField, useI18n, useTranslate, Written } from '@stoa/ui'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFieldChanges } from '../../shell/field-changes.ts'
import { DraftForm } from '../../shell/save-bar.tsx'
import { PictureUpload } from '../../shell/uploads/picture-upload.tsx'
import { pictureAddress, useUploads } from '../../shell/uploads/use-uploads.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
import { SettingConflict } from '../community/settings/setting-conflict.tsx'
import { insetAdminMessages } from './insets-messages.ts'
import { dayIn, endOfDayIn, startOfDayIn } from './zoned-days.ts'

/** As large as the largest place on a fine screen. */
const PIXELS = 540
const SHARE = 10
/** Names of the fields. */
const LABELS = {
  name: 'insets.name',
  image: 'insets.picture',
  alt: 'insets.alt',
  link: 'insets.link',
  start: 'insets.start',
  end: 'insets.end',
  share: 'insets.weight',
} as const
type Field = keyof typeof LABELS
type Values = Record<Field, string>
const FIELDS = Object.keys(LABELS) as Field[]

export interface InsetFormProps {
  domainName: string
  /** The domain's, for the days. */
  timeZone: string
  /** The ad to change. Null: a new one. */
  inset: Inset | null
  onSaved: () => void
  onCancel: () => void
}

/** Fields by the part of an ad that an issue names. */
const NAMED: Readonly<Record<string, string>> = { startsAt: 'start', endsAt: 'end' }

/** Errors of a refused call, by field. */
function errorsAt({ issues }: ErrorDetails): Record<string, string> {
  return Object.fromEntries(
    issues.map(({ field, message }) => {
      const name = field.replace(/^inset\./, '')
      return [NAMED[name] ?? name, message]
    }),
  )
}

/** The ad that somebody else has saved meanwhile, if that is the error. */
function conflictingInset(error: unknown): Inset | null {
  if (errorDetails(error).code !== 'EDIT_CONFLICT') return null
  return (error as { details?: { inset?: Inset } }).details?.inset ?? null
}

/** What the fields show of an ad. `today` is the first day of a new one. */
function valuesOf(inset: Inset | null, { timeZone, today }: { timeZone: string; today: string }): Values {
  return {
    name: inset?.name ?? '',
    image: inset?.image ?? '',
    alt: inset?.alt ?? '',
    link: inset?.link ?? 'https://',
    start: inset ? dayIn(timeZone, inset.startsAt) : today,
    end: inset?.endsAt ? dayIn(timeZone, inset.endsAt - 1) : '',
    share: String(inset?.share ?? SHARE),
  }
}

/** Adds or changes an ad. What somebody else has saved meanwhile is kept, or both sides are shown. */
export function InsetForm({ domainName, timeZone, inset: first, onSaved, onCancel }: InsetFormProps) {
  const t = useTranslate(insetAdminMessages)
  const { locale } = useI18n()
  const { client, clock } = useStoa()
  const uploads = useUploads()
  const attempt = useFormAction()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const viewerId = useViewer()?.id ?? ''
  /** As it is saved. */
  const [inset, setInset] = useState(first)
  const [today] = useState(() => dayIn(timeZone, clock()))
  const fieldsOf = (one: Inset | null) => valuesOf(one, { timeZone, today })
  const saved = fieldsOf(inset)
  const edits = useFieldChanges<Values>(draftKey(viewerId, `ad ${domainName} ${inset?.id ?? 'new'}`), saved)
  const { changes, late, valueOf, keep } = edits
  const values = Object.fromEntries(FIELDS.map((name) => [name, valueOf(name)])) as Values
  /** What was typed while a new ad was saved, which is another one for the device now. */
  const [typed, setTyped] = useState('')
  useLayoutEffect(() => {
    if (typed === '') return
    keep(typed)
    setTyped('')
  }, [typed, keep])
  const focused = useRef<HTMLInputElement>(null)
  useEffect(() => focused.current?.focus(), [])

  const change = (field: Field, value: string) => {
    attempt.reset()
    setErrors(({ [field]: _, ...others }) => others)
    edits.change(field, value)
  }
  const field = (name: Exclude<Field, 'image'>) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
  })
  /** Saves the changes over an ad. If somebody else has changed other fields meanwhile, both changes are kept. */
  async function saveOver(base: Inset | null): Promise<Inset> {
    const before = fieldsOf(base)
    const sent = { ...before, ...Object.fromEntries(edits.changed.map((name) => [name, values[name]])) }
    const { name, image, alt, link, start, end, share } = sent
    try {
      const written = {
        ...{ name, image, alt, link: link.trim() },
        startsAt: base && start === before.start ? base.startsAt : startOfDayIn(timeZone, start),
        // The last day is included.
        endsAt: base && end === before.end ? base.endsAt : end === '' ? null : endOfDayIn(timeZone, end),
        share: Math.round(Number(share)),
      }
      const known = base && { insetId: base.id, revision: base.revision }
      return (await client.call('insetSave', { name: domainName, ...known, inset: written })).inset
    } catch (error) {
      const now = conflictingInset(error)
      if (!base || !now) throw error
      setInset(now)
      const after = fieldsOf(now)
      const isOvertaken = edits.changed.some((one) => after[one] !== before[one] && after[one] !== sent[one])
      if (isOvertaken) throw error
      return saveOver(now)
    }
  }
  async function save({ isOver = false } = {}): Promise<boolean> {
    if (late.length > 0 && !isOver) return false
    const missing = {
      ...(values.image === '' && { image: t('insets.picture.missing') }),
      ...(values.start === '' && { start: t('insets.start.missing') }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return false
    return attempt.run(async () => {
      try {
        const now = await saveOver(inset)
        const rest = edits.settle(changes ?? {}, fieldsOf(now))
        if (rest === '') return onSaved()
        if (!inset) {
          edits.discard()
          setTyped(rest)
        }
        setInset(now)
      } catch (error) {
        setErrors(errorsAt(errorDetails(error, t)))
        throw error
      }
    })
  }
  /** A field's value in words. */
  function shown(name: Field, value: string): ReactNode {
    if (value === '') return t('insets.conflict.empty')
    if (name === 'image') return <img className="stoa-app-inset-side" src={value} alt="" />
    if (name !== 'start' && name !== 'end') return <Written>{value}</Written>
    return formatDate(startOfDayIn(timeZone, value), locale, { dateStyle: 'medium', timeZone })
  }
  const wrong = Object.keys(errors)
  const isShownAtFields = wrong.length > 0 && wrong.every((name) => name in values)
  const isConflict = attempt.code === 'EDIT_CONFLICT' && late.length > 0
  const title = t(inset ? 'insets.edit' : 'insets.add')
  return (
    <DraftForm
      label={title}
      changes={edits.changed.map((name) => t(LABELS[name]))}
      attempt={isConflict || isShownAtFields ? { ...attempt, problem: '' } : attempt}
      isKept
      onSave={save}
      onDiscard={() => {
        setErrors({})
        attempt.reset()
        edits.discard()
      }}
    >
      <TextField
        ref={focused}
        label={t('insets.name')}
        hint={t('insets.name.hint')}
        maxLength={INSET_NAME_MAX_LENGTH}
        {...field('name')}
      />
      <fieldset className="stoa-app-inset-picture">
        <legend className="stoa-field-label">{t('insets.picture')}</legend>
        {values.image !== '' && <img src={values.image} alt="" />}
        {errors.image && <Banner tone="danger">{errors.image}</Banner>}
        {uploads && (
          <PictureUpload
            uploads={uploads}
            purpose="post"
            label={t('insets.picture.upload')}
            onUploaded={(media) => change('image', pictureAddress(media, PIXELS))}
          />
        )}
      </fieldset>
      <TextField
        label={t('insets.alt')}
        hint={t('insets.alt.hint')}
        maxLength={INSET_ALT_MAX_LENGTH}
        {...field('alt')}
      />
      <TextField label={t('insets.link')} type="url" dir="ltr" maxLength={2000} {...field('link')} />
      <TextField
        label={t('insets.start')}
        hint={t('insets.zone', { zone: timeZone })}
        type="date"
        required
        {...field('start')}
      />
      <TextField label={t('insets.end')} hint={t('insets.end.hint')} type="date" min={values.start} {...field('end')} />
      <TextField
        label={t('insets.weight')}
        hint={t('insets.weight.hint')}
        type="number"
        min={1}
        max={INSET_SHARE_MAX}
        {...field('share')}
      />
      {late.length > 0 && (
        <SettingConflict
          settings={late.map((name) => ({
            name,
            label: t(LABELS[name]),
            now: shown(name, saved[name]),
            mine: shown(name, values[name]),
          }))}
          busy={attempt.busy}
          onOverwrite={() => void save({ isOver: true })}
          onTake={edits.discard}
        />
      )}
      <div className="stoa-settings-ways">
        <Button
          variant="quiet"
          onClick={() => {
            edits.discard()
            // What is saved isn't what the list shows.
            if (inset === first) onCancel()
            else onSaved()
          }}
        >
          {t('insets.cancel')}
        </Button>
      </div>
    </DraftForm>
  )
}
