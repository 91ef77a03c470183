import { PERMISSIONS, type Permission } from '@stoa/contract'
import { Button, Checkbox, Dialog, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useAttempt } from '../settings/use-attempt.ts'
import { moderationMessages } from './moderation-messages.ts'

export interface PermissionsDialogProps {
  name: string
  /** What the person holds. */
  held: readonly Permission[]
  /** Whether the viewer can give it. */
  canGive: (permission: Permission) => boolean
  /** Rejects with the error to explain. */
  onSave: (permissions: Permission[]) => Promise<unknown>
  onClose: () => void
}

/** What somebody may do in a community, box by box. */
export function PermissionsDialog({ name, held, canGive, onSave, onClose }: PermissionsDialogProps) {
  const t = useTranslate(moderationMessages)
  const saving = useAttempt()
  const [chosen, setChosen] = useState<readonly Permission[]>(held)
  const save = () => void saving.run(() => onSave(PERMISSIONS.filter((permission) => chosen.includes(permission))))
  return (
    <Dialog
      open
      title={t('permissions.title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button variant="primary" busy={saving.busy} onClick={save}>
            {t('permissions.save')}
          </Button>
        </>
      }
    >
      <form
        className="stoa-app-decision"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <p className="stoa-app-muted">{t('permissions.text')}</p>
        {PERMISSIONS.map((permission) => (
          <Checkbox
            key={permission}
            label={t(`permission.${permission}`)}
            hint={t(`permission.${permission}.hint`)}
            checked={chosen.includes(permission)}
            disabled={!canGive(permission) && !held.includes(permission)}
            onChange={({ target }) =>
              setChosen((before) =>
                target.checked ? [...before, permission] : before.filter((other) => other !== permission),
              )
            }
          />
        ))}
        <p className="stoa-app-problem" role="alert">
          {saving.problem}
        </p>
      </form>
    </Dialog>
  )
}
