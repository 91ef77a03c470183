import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/i18n-context.ts'
import { translatable } from '../i18n/translatable.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '../icons/icons.tsx'
import { uiMessages } from '../messages.ts'

/** Props of `Banner`. */
export interface BannerProps {
  /** Kind of message. Default `info`. */
  tone?: 'info' | 'success' | 'warning' | 'danger' | undefined
  /** Short title. Default: none. */
  title?: string | undefined
  /** The message, or its details. */
  children?: ReactNode
  /** A button or link for a next step. Default: none. */
  action?: ReactNode
  /** Called when the reader dismisses it. Default: it stays. */
  onDismiss?: (() => void) | undefined
}

const ICONS = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, danger: WarningIcon }

/** A message about the content below it: pending, hidden, closed, failed. Announced when it appears. */
export function Banner({ tone = 'info', title, children, action, onDismiss }: BannerProps) {
  const t = useTranslate(uiMessages)
  const ToneIcon = ICONS[tone]
  return (
    <div className="stoa-banner" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <ToneIcon />
      <div className="stoa-banner-text">
        {title ? <strong className="stoa-banner-title">{translatable(title)}</strong> : null}
        {translatable(children)}
      </div>
      {action}
      {onDismiss ? (
        <IconButton label={t('ui.dismiss')} icon={<CloseIcon size={16} />} size="s" onClick={onDismiss} />
      ) : null}
    </div>
  )
}
