import {
  CANNED_REASONS_MAX,
  CANNED_TITLE_MAX_LENGTH,
  type CannedReason,
  DECISION_REASON_MAX_LENGTH,
  textLength,
} from '@stoa/contract'
import { Button, PlusIcon, TextArea, TextField, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { DraftForm } from '../../../../shell/save-bar.tsx'
import { useFormAction } from '../../../../shell/use-form-action.ts'
import { OthersEdits, useListEdits } from '../use-list-edits.tsx'
import { moderationSettingsMessages } from './messages.ts'
import type { SaveRules } from './moderation-settings.tsx'

/** Canned reasons for hiding, rejecting or warning. */
export function ReasonSettings({ reasons: saved, onSave }: { reasons: CannedReason[]; onSave: SaveRules }) {
  const t = useTranslate(moderationSettingsMessages)
  const [reasons, setReasons] = useState<readonly CannedReason[]>(saved)
  const [isChecked, setChecked] = useState(false)
  const { busy, problem, run, reset } = useFormAction()
  const edits = useListEdits(saved)
  const list = useRef<HTMLOListElement>(null)
  const change = (next: readonly CannedReason[]) => {
    reset()
    setReasons(next)
  }
  const edit = (at: number, part: Partial<CannedReason>) =>
    change(reasons.map((reason, index) => (index === at ? { ...reason, ...part } : reason)))
  /** After the list has been rendered. */
  const focus = (at: number) =>
    setTimeout(() => list.current?.children[at]?.querySelector<HTMLElement>('input')?.focus())
  const add = () => {
    change([...reasons, { title: '', text: '' }])
    focus(reasons.length)
  }
  const remove = (at: number) => {
    change(reasons.toSpliced(at, 1))
    focus(Math.max(0, at - 1))
  }
  const isBlank = (text: string) => isChecked && text.trim() === ''
  const isGood = ({ title, text }: CannedReason) =>
    [title, text].every((one) => one.trim() !== '') &&
    textLength(title) <= CANNED_TITLE_MAX_LENGTH &&
    textLength(text) <= DECISION_REASON_MAX_LENGTH
  async function save(): Promise<boolean> {
    setChecked(true)
    const wrong = reasons.findIndex((reason) => !isGood(reason))
    if (wrong >= 0) {
      focus(wrong)
      return false
    }
    const tidy = reasons.map(({ title, text }) => ({ title: title.trim(), text: text.trim() }))
    let isSaved = false
    await run(async () => {
      const late = await edits.send(tidy, async () => (await onSave({ reasons: tidy }))?.reasons ?? null)
      setReasons(late?.merged ?? tidy)
      setChecked(false)
      isSaved = late === null
    })
    return isSaved
  }
  function discard(): void {
    change(saved)
    setChecked(false)
  }
  return (
    <section className="stoa-app-checks" aria-labelledby="reasons-title">
      <h3 id="reasons-title">{t('reasons.title')}</h3>
      <p className="stoa-app-muted">{t('reasons.text', { most: CANNED_REASONS_MAX })}</p>
      <DraftForm
        className="stoa-app-checks-form"
        label={t('reasons.title')}
        changes={JSON.stringify(reasons) === JSON.stringify(saved) ? [] : [t('reasons.title')]}
        attempt={{ busy, problem }}
        onSave={save}
        onDiscard={discard}
      >
        {reasons.length > 0 && (
          <ol ref={list} className="stoa-app-checks-reasons">
            {reasons.map((reason, at) => (
              <li key={at}>
                <TextField
                  label={t('reasons.name', { number: at + 1 })}
                  value={reason.title}
                  maxLength={CANNED_TITLE_MAX_LENGTH}
                  error={isBlank(reason.title) ? t('reasons.missing.title') : undefined}
                  dir="auto"
                  onChange={(event) => edit(at, { title: event.currentTarget.value })}
                />
                <TextArea
                  label={t('reasons.words')}
                  rows={2}
                  value={reason.text}
                  length={textLength(reason.text)}
                  limit={DECISION_REASON_MAX_LENGTH}
                  error={isBlank(reason.text) ? t('reasons.missing.text') : undefined}
                  onInput={({ currentTarget }) => edit(at, { text: currentTarget.value })}
                />
                <div>
                  <Button type="button" size="s" variant="quiet" onClick={() => remove(at)}>
                    {t('reasons.remove')}
                  </Button>
                </div>
              </li>
            ))}
          </ol>
        )}
        <OthersEdits others={edits.others} nameOf={({ title }) => title} />
        <div className="stoa-app-checks-row">
          {reasons.length < CANNED_REASONS_MAX && (
            <Button type="button" icon={<PlusIcon size={18} />} onClick={add}>
              {t('reasons.add')}
            </Button>
          )}
        </div>
      </DraftForm>
    </section>
  )
}
