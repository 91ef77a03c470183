import type { CallInput } from '@stoa/contract'
import { Banner, Button, TextField, useI18n, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { ACCOUNT_SETTINGS_PATH } from '../../../paths.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { SettingsForm } from '../settings-section.tsx'
import { amountsText } from './amounts-text.ts'
import { dataMessages } from './messages.ts'

type Deletion = Pick<CallInput<'userDelete'>, 'confirm' | 'content'>

export interface DeleteAccountProps {
  username: string
  /** Token names of the communities that the person owns. */
  owned: string[]
  /** Usernames of merged accounts, which are deleted, too. Null if unknown. */
  merged: readonly string[] | null
  /** What is in the wallet, in units by token name. Default: nothing. */
  money?: Readonly<Record<string, string>>
  /** Deletes the account; rejects with the error to explain. */
  onDelete: (deletion: Deletion) => Promise<unknown>
}

/** Deletes an account: first says what is deleted and kept, and requires typing the name. */
export function DeleteAccount(props: DeleteAccountProps) {
  const t = useTranslate(dataMessages)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function close() {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className="stoa-settings-part stoa-settings-danger">
      <h3>{t('data.delete')}</h3>
      <p className="stoa-app-muted">{t('data.delete.text')}</p>
      <div>
        <Button ref={button} aria-expanded={open} onClick={() => (open ? close() : setOpen(true))}>
          {t('data.delete.open')}
        </Button>
      </div>
      {open && <DeletionForm {...props} onClose={close} />}
    </div>
  )
}

function DeletionForm(props: DeleteAccountProps & { onClose: () => void }) {
  const { username, owned, merged, money = {}, onDelete, onClose } = props
  const t = useTranslate(dataMessages)
  const { locale } = useI18n()
  const attempt = useFormAction()
  const [content, setContent] = useState<Deletion['content']>('keep')
  const [typed, setTyped] = useState('')
  const [hasTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const isRight = typed === username
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function send() {
    setTried(true)
    if (!isRight) return field.current?.focus()
    void attempt.run(() => onDelete({ confirm: typed, content }))
  }
  return (
    <div ref={form}>
      <SettingsForm
        label={t('data.delete')}
        attempt={attempt}
        submit={t('data.delete.submit')}
        saved=""
        isDanger
        onSubmit={send}
        aside={
          <Button variant="quiet" onClick={onClose}>
            {t('data.delete.cancel')}
          </Button>
        }
      >
        <Banner tone="warning">
          <p>{t('data.delete.removed')}</p>
          <p>{t('data.delete.kept')}</p>
          {Object.keys(money).length > 0 && <p>{t('data.delete.money', { amounts: amountsText(money, locale) })}</p>}
          {owned.length > 0 && <p>{t('data.delete.owned', { communities: owned.join(', ') })}</p>}
          {merged?.length !== 0 && (
            <p>
              {merged
                ? t.rich('data.delete.merged', {
                    names: <bdi dir="ltr">{merged.map((name) => `@${name}`).join(', ')}</bdi>,
                  })
                : t('data.delete.merged.some')}{' '}
              <a href={`${ACCOUNT_SETTINGS_PATH}/merge`}>{t('data.delete.merged.part')}</a>
            </p>
          )}
        </Banner>
        <fieldset className="stoa-settings-choice">
          <legend>{t('data.delete.texts')}</legend>
          {(['keep', 'remove'] as const).map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name="content"
                value={choice}
                checked={content === choice}
                onChange={() => setContent(choice)}
              />
              {t(`data.delete.texts.${choice}`)}
            </label>
          ))}
        </fieldset>
        <TextField
          ref={field}
          name="confirm"
          dir="ltr"
          label={t('data.delete.confirm', { name: username })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={hasTried && !isRight ? t('data.delete.confirm.wrong') : undefined}
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
        />
      </SettingsForm>
    </div>
  )
}
