import { DENSITIES, type DomainSettings, FONT_MAX_BYTES, RADII, RADIUS_PX, type Radius } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Badge, Button, RadioGroup, useTranslate } from '@stoa/ui'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { AccentInput } from '../../shell/accent-input.tsx'
import { accentStyle } from '../../shell/use-accent.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
import type { DomainValues } from './domain-values.ts'
import { domainMessages } from './messages.ts'

type ThemeField = 'accent' | 'radius' | 'density' | 'font'
type ThemeValues = Pick<DomainValues, ThemeField>
type OwnFont = NonNullable<DomainSettings['font']>
type Weight = 'regular' | 'bold'

export interface DomainThemeProps {
  /** The domain. */
  name: string
  values: ThemeValues
  /** Why the font can't be used. */
  error: string | undefined
  isReadOnly: boolean
  onChange: (field: ThemeField, to: string) => void
}

const fontOf = (value: string): OwnFont | null => (value === '' ? null : (JSON.parse(value) as OwnFont))

/** How a domain looks, with a preview of what is chosen. */
export function DomainTheme({ name, values, error, isReadOnly, onChange }: DomainThemeProps) {
  const t = useTranslate(domainMessages)
  const font = fontOf(values.font)
  const change = (field: ThemeField, to: string) => !isReadOnly && onChange(field, to)
  const changeFont = (to: OwnFont | null) => change('font', to ? JSON.stringify(to) : '')
  const file = (weight: Weight) => (
    <FontFile
      name={name}
      weight={weight}
      isUploaded={Boolean(font?.[weight])}
      isReadOnly={isReadOnly}
      onUpload={({ link, fallback }) => {
        if (weight === 'regular') changeFont({ regular: link, ...(font?.bold && { bold: font.bold }), fallback })
        else if (font) changeFont({ regular: font.regular, bold: link, fallback: font.fallback })
      }}
      onRemove={() => changeFont(weight === 'bold' && font ? { regular: font.regular, fallback: font.fallback } : null)}
    />
  )
  return (
    <div className="stoa-settings-fields">
      <AccentInput
        label={t('domain.field.accent')}
        hint={t('domain.field.accent.hint')}
        value={values.accent}
        onChange={(accent) => change('accent', accent)}
      />
      <RadioGroup
        label={t('domain.field.radius')}
        name="radius"
        look="chips"
        options={RADII.map((value) => ({ value, label: t(`domain.radius.${value}`) }))}
        value={values.radius as Radius}
        onChange={(radius) => change('radius', radius)}
      />
      <RadioGroup
        label={t('domain.field.density')}
        name="density"
        look="chips"
        options={DENSITIES.map((value) => ({ value, label: t(`domain.density.${value}`) }))}
        value={values.density as (typeof DENSITIES)[number]}
        onChange={(density) => change('density', density)}
      />
      <fieldset className="stoa-app-domain-providers" aria-describedby="font-hint">
        <legend className="stoa-field-label">{t('domain.field.font')}</legend>
        <p className="stoa-field-hint" id="font-hint">
          {t('domain.font.hint')}
        </p>
        {file('regular')}
        {font && file('bold')}
        <p className="stoa-field-error" role="alert">
          {error}
        </p>
      </fieldset>
      <ThemePreview values={values} font={font} />
    </div>
  )
}

interface FontFileProps {
  name: string
  weight: Weight
  isUploaded: boolean
  isReadOnly: boolean
  onUpload: (file: { link: string; fallback: OwnFont['fallback'] }) => void
  onRemove: () => void
}

function FontFile({ name, weight, isUploaded, isReadOnly, onUpload, onRemove }: FontFileProps) {
  const t = useTranslate(domainMessages)
  const { call } = useStoa().client
  const attempt = useFormAction()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isWrong, setWrong] = useState(false)
  async function send(file: File | undefined): Promise<void> {
    if (!file) return
    attempt.reset()
    setWrong(false)
    const data = file.size > FONT_MAX_BYTES ? null : await base64Of(file)
    if (data === null || !data.startsWith('d09GM')) setWrong(true)
    else await attempt.run(async () => onUpload(await call('domainFontAdd', { name, data })))
  }
  const label = t(`domain.font.${weight}`)
  return (
    <div className="stoa-app-domain-font">
      <span>
        {label} {isUploaded && <Badge tone="success">{t('domain.font.uploaded')}</Badge>}
      </span>
      {!isReadOnly && (
        <div className="stoa-settings-ways">
          <input
            ref={input}
            type="file"
            accept=".woff2,font/woff2"
            aria-label={label}
            hidden
            onChange={(event) => {
              void send(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
          <Button
            ref={button}
            size="s"
            busy={attempt.busy}
            aria-label={`${label}: ${t(isUploaded ? 'domain.font.replace' : 'domain.font.upload')}`}
            onClick={() => input.current?.click()}
          >
            {t(isUploaded ? 'domain.font.replace' : 'domain.font.upload')}
          </Button>
          {isUploaded && (
            <Button
              size="s"
              variant="quiet"
              aria-label={`${label}: ${t('domain.font.remove')}`}
              onClick={() => {
                button.current?.focus()
                onRemove()
              }}
            >
              {t('domain.font.remove')}
            </Button>
          )}
        </div>
      )}
      <p className="stoa-field-error" role="alert">
        {isWrong ? t('domain.font.wrong') : attempt.problem}
      </p>
    </div>
  )
}

/** A file's content in base64; null if it can't be read. */
function base64Of(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? null)
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })
}

const PREVIEW_FONT = 'Stoa preview'

/** What is chosen, before it is saved. */
function ThemePreview({ values, font }: { values: ThemeValues; font: OwnFont | null }) {
  const t = useTranslate(domainMessages)
  const { regular, bold } = font ?? {}
  useEffect(() => {
    const faces = [
      ...(regular ? [new FontFace(PREVIEW_FONT, `url("${regular}")`, { weight: bold ? '400' : '100 900' })] : []),
      ...(bold ? [new FontFace(PREVIEW_FONT, `url("${bold}")`, { weight: '700' })] : []),
    ]
    for (const face of faces) document.fonts.add(face)
    return () => {
      for (const face of faces) document.fonts.delete(face)
    }
  }, [regular, bold])
  const [surface, small] = RADIUS_PX[values.radius as Radius]
  const { style, ...accent } = accentStyle(values.accent || undefined)
  const tokens = {
    ...style,
    '--stoa-radius': `${surface}px`,
    '--stoa-radius-small': `${small}px`,
    ...(font && { '--stoa-font': `"${PREVIEW_FONT}", system-ui, sans-serif` }),
  } as CSSProperties
  return (
    <figure className="stoa-app-domain-preview">
      <figcaption className="stoa-field-label">{t('domain.theme.preview')}</figcaption>
      <div inert data-stoa-density={values.density} style={tokens} {...accent}>
        <h3>{t('domain.theme.sample.title')}</h3>
        <p>{t('domain.theme.sample.text')}</p>
        <div className="stoa-settings-ways">
          <Button variant="primary">{t('domain.theme.sample.action')}</Button>
          <Button>{t('domain.theme.sample.other')}</Button>
        </div>
      </div>
    </figure>
  )
}
