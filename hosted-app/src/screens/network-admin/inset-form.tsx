import { INSET_ALT_MAX_LENGTH, INSET_NAME_MAX_LENGTH, INSET_SHARE_MAX, type Inset } from '@stoa/contract'
import { draftKey } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { Banner, Button, TextField, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useFieldChanges } from '../../shell/field-changes.ts'
import { DraftForm } from '../../shell/save-bar.tsx'
import { PictureUpload } from '../../shell/uploads/picture-upload.tsx'
import { pictureAddress, useUploads } from '../../shell/uploads/use-uploads.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
import { insetAdminMessages } from './insets-messages.ts'

const DAY_MS = 24 * 60 * 60 * 1000
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
  /** The ad to change. Null: a new one. */
  inset: Inset | null
  onSaved: () => void
  onCancel: () => void
}

/** The day of a time, as date fields have it; the days of ads are those of the reader's time zone. */
function dayOf(time: number): string {
  const date = new Date(time)
  const part = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`
}
const startOf = (day: string): number => new Date(`${day}T00:00`).getTime()

/** Adds or changes an ad. */
export function InsetForm({ domainName, inset, onSaved, onCancel }: InsetFormProps) {
  const t = useTranslate(insetAdminMessages)
  const { client, clock } = useStoa()
  const uploads = useUploads()
  const attempt = useFormAction()
  const [isMissing, setMissing] = useState(false)
  const viewerId = useViewer()?.id ?? ''
  const [saved] = useState(() => ({
    name: inset?.name ?? '',
    image: inset?.image ?? '',
    alt: inset?.alt ?? '',
    link: inset?.link ?? 'https://',
    start: dayOf(inset?.startsAt ?? clock()),
    end: inset?.endsAt ? dayOf(inset.endsAt - 1) : '',
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
    edits.change(field, value)
  }
  const field = (name: Exclude<Field, 'image'>) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
  })
  async function save(): Promise<boolean> {
    setMissing(values.image === '')
    if (values.image === '') return false
    const { name, image, alt, link, start, end, share } = values
    const isSaved = await attempt.run(() =>
      client.call('insetSave', {
        name: domainName,
        ...(inset && { insetId: inset.id }),
        inset: {
          ...{ name, image, alt, link: link.trim() },
          startsAt: startOf(start),
          // The last day is included.
          endsAt: end === '' ? null : startOf(dayOf(startOf(end) + DAY_MS + DAY_MS / 2)),
          share: Math.round(Number(share)),
        },
      }),
    )
    if (!isSaved) return false
    edits.discard()
    onSaved()
    return true
  }
  const title = t(inset ? 'insets.edit' : 'insets.add')
  return (
    <DraftForm
      label={title}
      changes={edits.changed.map((name) => t(LABELS[name]))}
      attempt={attempt}
      isKept
      onSave={save}
      onDiscard={() => {
        setMissing(false)
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
        {isMissing && <Banner tone="danger">{t('insets.picture.missing')}</Banner>}
        {uploads && (
          <PictureUpload
            uploads={uploads}
            purpose="post"
            label={t('insets.picture.upload')}
            onUploaded={(media) => {
              setMissing(false)
              change('image', pictureAddress(media, PIXELS))
            }}
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
      <TextField label={t('insets.start')} type="date" required {...field('start')} />
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
