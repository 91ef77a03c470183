import { Button, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { Saved } from '../settings-section.tsx'
import { securityMessages } from './messages.ts'

/** Copies a text to the clipboard, and reports whether that worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslate(securityMessages)
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(t('recovery.copied')),
      () => setSaid(t('recovery.copyFailed')),
    )
  return (
    <>
      {/* Browsers offer the clipboard only on secure origins. */}
      <Button size="s" onClick={() => (navigator.clipboard ? void copy() : setSaid(t('recovery.copyFailed')))}>
        {label}
      </Button>
      <Saved>{said}</Saved>
    </>
  )
}
