import { INSET_ALT_MAX_LENGTH, INSET_NAME_MAX_LENGTH, INSET_SHARE_MAX, type Inset } from '@stoa/contract'
import { draftKey, errorDetails } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { Banner, Button, TextField, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useFieldChanges } from '../../shell/field-changes.ts'
import { DraftForm } from '../../shell/save-bar.tsx'
import { PictureUpload } from '../../shell/uploads/picture-upload.tsx'
import { pictureAddress, useUploads } from '../../shell/uploads/use-uploads.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
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
const FIELDS: Readonly<Record<string, string>> = { startsAt: 'start', endsAt: 'end' }

/** Errors of a refused call, by field. */
function errorsAt(error: unknown): Record<string, string> {
  return Object.fromEntries(
    errorDetails(error).issues.map(({ field, message }) => {
      const name = field.replace(/^inset\./, '')
      return [FIELDS[name] ?? name, message]
    }),
  )
}

/** Adds or changes an ad. */
export function InsetForm({ domainName, timeZone, inset, onSaved, onCancel }: InsetFormProps) {
  const t = useTranslate(insetAdminMessages)
  const { client, clock } = useStoa()
  const uploads = useUploads()
  const attempt = useFormAction()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const viewerId = useViewer()?.id ?? ''
  const [saved] = useState(() => ({
    name: inset?.name ?? '',
    image: inset?.image ?? '',
    alt: inset?.alt ?? '',
    link: inset?.link ?? 'https://',
    start: dayIn(timeZone, inset?.startsAt ?? clock()),
    end: inset?.endsAt ? dayIn(timeZone, inset.endsAt - 1) : '',
    share: String(inset?.share ?? SHARE),
  }))
  const edits = useFieldChanges(draftKey(viewerId, `ad ${domainName} ${inset?.id ?? 'new'}`), saved)
  const values = Object.fromEntries(Object.keys(saved).map((name) => [name, edits.valueOf(name as Field)])) as Record<
    Field,
    string
  >
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

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
  async function save(): Promise<boolean> {
    const { name, image, alt, link, start, end, share } = values
    const missing = {
      ...(image === '' && { image: t('insets.picture.missing') }),
      ...(start === '' && { start: t('insets.start.missing') }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return false
    const isSaved = await attempt.run(() =>
      client
        .call('insetSave', {
          name: domainName,
          ...(inset && { insetId: inset.id }),
          inset: {
            ...{ name, image, alt, link: link.trim() },
            startsAt: startOfDayIn(timeZone, start),
            // The last day is included.
            endsAt: end === '' ? null : endOfDayIn(timeZone, end),
            share: Math.round(Number(share)),
          },
        })
        .catch((error: unknown) => {
          setErrors(errorsAt(error))
          throw error
        }),
    )
    if (!isSaved) return false
    edits.discard()
    onSaved()
    return true
  }
  const wrong = Object.keys(errors)
  const isShownAtFields = wrong.length > 0 && wrong.every((name) => name in values)
  const title = t(inset ? 'insets.edit' : 'insets.add')
  return (
    <DraftForm
      label={title}
      changes={edits.changed.map((name) => t(LABELS[name]))}
      attempt={isShownAtFields ? { ...attempt, problem: '' } : attempt}
      isKept
      onSave={save}
      onDiscard={() => {
        setErrors({})
        attempt.reset()
        edits.discard()
      }}
    >
      <TextField
        ref={first}
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
      <div className="stoa-settings-ways">
        <Button
          variant="quiet"
          onClick={() => {
            edits.discard()
            onCancel()
          }}
        >
          {t('insets.cancel')}
        </Button>
      </div>
    </DraftForm>
  )
}
