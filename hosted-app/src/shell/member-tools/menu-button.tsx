import { IconButton, MenuIcon, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { memberMessages, type ShownTools } from './member-tools.tsx'
import { YouSheet } from './you-sheet.tsx'

/** Opens the rail and the account's places as a drawer, in windows without rail and bottom bar. */
export function MenuButton(props: Pick<ShownTools, 'viewer' | 'mayFound' | 'hasWallet' | 'onSignOut'>) {
  const t = useTranslate(memberMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('app.menu')} icon={<MenuIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen && <YouSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
