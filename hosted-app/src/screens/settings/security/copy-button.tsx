import { Button, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { Saved } from '../settings-section.tsx'
import { securityMessages } from './messages.ts'

/** Copies a text to the clipboard, and reports whether that worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslate(securityMessages)
  const [announcement, setAnnouncement] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setAnnouncement(t('recovery.copied')),
      () => setAnnouncement(t('recovery.copyFailed')),
    )
  return (
    <>
      {/* Browsers offer the clipboard only on secure origins. */}
      <Button size="s" onClick={() => (navigator.clipboard ? void copy() : setAnnouncement(t('recovery.copyFailed')))}>
        {label}
      </Button>
      <Saved>{announcement}</Saved>
    </>
  )
}
