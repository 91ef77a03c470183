import { Button, CheckIcon } from '@stoa/ui'
import { useState } from 'react'
import { useAlert } from './alerts.tsx'

/** Does something, or takes it back once it is done. `onToggle` is waited for, and where it fails, that is told. */
export function ToggleButton({
  on,
  label,
  onLabel,
  onToggle,
}: {
  on: boolean
  label: string
  onLabel: string
  onToggle: () => Promise<unknown>
}) {
  const alert = useAlert()
  const [busy, setBusy] = useState(false)
  async function toggle(): Promise<void> {
    setBusy(true)
    await onToggle().catch(alert)
    setBusy(false)
  }
  return (
    <Button
      className="stoa-app-toggle"
      variant={on ? 'secondary' : 'primary'}
      pressed={on}
      busy={busy}
      // Also while what it says is hidden behind the sign that it is busy.
      aria-label={on ? onLabel : label}
      onClick={() => void toggle()}
    >
      {/* Both stand in one place, so that the button is as wide as the longer one and nothing moves. */}
      <span hidden={on}>{label}</span>
      <span hidden={!on}>
        <CheckIcon size={16} /> {onLabel}
      </span>
    </Button>
  )
}
