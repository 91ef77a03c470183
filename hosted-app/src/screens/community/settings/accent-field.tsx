import type { Community } from '@stoa/contract'
import { accentColors } from '@stoa/contract'
import { Banner, Button, useTranslate } from '@stoa/ui'
import { type FormEvent, useState } from 'react'
import { AccentInput } from '../../../shell/accent-input.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { generalMessages } from './messages.ts'

export interface AccentFieldProps {
  community: Pick<Community, 'accent'>
  /** Saves a color, empty for the default; rejects with the error to show. */
  onSave: (accent: string) => Promise<unknown>
}

/** A community's accent color. */
export function AccentField({ community: { accent = '' }, onSave }: AccentFieldProps) {
  const t = useTranslate(generalMessages)
  const { busy, problem, run } = useFormAction()
  const [chosen, setChosen] = useState(accent)
  function send(event: FormEvent) {
    event.preventDefault()
    if (accentColors(chosen)) void run(() => onSave(chosen))
  }
  function clear() {
    setChosen('')
    void run(() => onSave(''))
  }
  return (
    <form className="stoa-app-logo-field" aria-labelledby="accent-title" onSubmit={send}>
      <h2 id="accent-title">{t('accent.title')}</h2>
      <AccentInput label={t('accent.title')} hint={t('accent.text')} value={chosen} onChange={setChosen} />
      <div>
        <Button type="submit" busy={busy} disabled={chosen === accent}>
          {t('accent.save')}
        </Button>
        {accent !== '' && (
          <Button variant="quiet" disabled={busy} onClick={clear}>
            {t('accent.remove')}
          </Button>
        )}
      </div>
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
    </form>
  )
}
