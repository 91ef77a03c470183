import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '../button/button.tsx'
import { useTranslate } from '../i18n/i18n-context.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { CloseIcon } from '../icons/icons.tsx'
import { uiMessages } from '../messages.ts'
import type { Toast, Toasts } from './toasts.ts'

/** Props of `ToastRegion`. */
export interface ToastRegionProps {
  /** The list to show, from `createToasts()`. */
  toasts: Toasts
  /**
   * How long a message stays, in ms. With an action it stays at least ten seconds. Pauses on hover and focus. Default
   * 6000.
   */
  duration?: number | undefined
}

const WITH_ACTION_MS = 10_000
const NONE: readonly Toast[] = []

/** The corner for toasts. Always render it once per application, because screen readers watch it. */
export function ToastRegion({ toasts, duration = 6000 }: ToastRegionProps) {
  const t = useTranslate(uiMessages)
  const visibleToasts = useSyncExternalStore(toasts.subscribe, toasts.getSnapshot, () => NONE)
  const [isPaused, setPaused] = useState(false)
  const item = (toast: Toast) => (
    <ToastItem key={toast.id} toast={toast} toasts={toasts} duration={isPaused ? undefined : duration} />
  )
  return (
    <section
      className="stoa-toasts"
      aria-label={t('ui.notifications')}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div role="alert">{visibleToasts.filter((toast) => toast.tone === 'danger').map(item)}</div>
      <div role="status">{visibleToasts.filter((toast) => toast.tone !== 'danger').map(item)}</div>
    </section>
  )
}

interface ToastItemProps {
  toast: Toast
  toasts: Toasts
  duration: number | undefined
}

function ToastItem({ toast, toasts, duration }: ToastItemProps) {
  const t = useTranslate(uiMessages)
  const { id, text, tone, action, otherAction } = toast
  const stays = tone === 'danger' || duration === undefined
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => toasts.dismiss(id), action ? Math.max(duration, WITH_ACTION_MS) : duration)
    return () => clearTimeout(timer)
  }, [toasts, id, stays, duration, action])
  return (
    <div className="stoa-toast" data-tone={tone}>
      <span className="stoa-toast-text">{text}</span>
      {[action, otherAction].map(
        (one) =>
          one && (
            <Button
              key={one.label}
              size="s"
              onClick={() => {
                one.onAction()
                toasts.dismiss(id)
              }}
            >
              {one.label}
            </Button>
          ),
      )}
      <IconButton label={t('ui.dismiss')} icon={<CloseIcon size={16} />} size="s" onClick={() => toasts.dismiss(id)} />
    </div>
  )
}
