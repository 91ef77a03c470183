import { type Alert, alertFor, alertMessages } from '@stoa/store'
import { useTranslate } from '@stoa/ui'
import { useState } from 'react'

/** Runs an action that may fail, tells whether it runs, and holds the alert its failure calls for. */
export function useAttempt(options: { isCommentChange?: boolean } = {}) {
  const t = useTranslate(alertMessages)
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState<Alert | null>(null)

  /** True when the action succeeded. */
  async function attempt(action: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    setAlert(null)
    try {
      await action()
      return true
    } catch (error) {
      setAlert(alertFor(error, options))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, alert: alert && t(alert.key, { ...alert.values }).trim(), attempt }
}
