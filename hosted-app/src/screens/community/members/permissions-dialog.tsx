import { DecisionDialog } from '@stoa/comments/moderation'
import { PERMISSIONS, type Permission } from '@stoa/contract'
import { Checkbox, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { memberMessages } from './messages.ts'

export interface PermissionsDialogProps {
  name: string
  /** The person's permissions. */
  permissions: readonly Permission[]
  /** Whether the viewer can grant it. */
  canGive: (permission: Permission) => boolean
  /** Rejects with the error to show. */
  onSave: (permissions: Permission[]) => Promise<unknown>
  onClose: () => void
}

/** A person's permissions in a community, as checkboxes. */
export function PermissionsDialog({ name, permissions, canGive, onSave, onClose }: PermissionsDialogProps) {
  const t = useTranslate(memberMessages)
  const [chosen, setChosen] = useState<readonly Permission[]>(permissions)
  return (
    <DecisionDialog
      title={t('permissions.title', { name })}
      submit={t('permissions.save')}
      onDecide={() => onSave(PERMISSIONS.filter((permission) => chosen.includes(permission)))}
      onClose={onClose}
    >
      <p className="stoa-app-muted">{t('permissions.text')}</p>
      {PERMISSIONS.map((permission) => (
        <Checkbox
          key={permission}
          label={t(`permission.${permission}`)}
          hint={t(`permission.${permission}.hint`)}
          checked={chosen.includes(permission)}
          disabled={!canGive(permission) && !permissions.includes(permission)}
          onChange={({ target }) =>
            setChosen((before) =>
              target.checked ? [...before, permission] : before.filter((other) => other !== permission),
            )
          }
        />
      ))}
    </DecisionDialog>
  )
}
