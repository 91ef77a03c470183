import { useAction, useViewer } from '@stoa/store/react'
import { Button, CheckIcon } from '@stoa/ui'
import { useErrorToast } from './use-error-toast.ts'

/** A button with two states, or with none while `on` is undefined. It is busy until `onToggle` resolves, and shows an error toast if it rejects. */
export function ToggleButton({
  on,
  label,
  onLabel,
  name = on ? onLabel : label,
  onToggle,
}: {
  on: boolean | undefined
  label: string
  onLabel: string
  /** Its accessible name, where several buttons have the same label. Default: the label. */
  name?: string
  onToggle: () => Promise<unknown>
}) {
  const alert = useErrorToast()
  const { busy, run } = useAction()
  const viewer = useViewer()
  // Members have another primary button in the header.
  const isMain = !on && !viewer
  return (
    <Button
      className="stoa-app-toggle"
      variant={isMain ? 'primary' : 'secondary'}
      pressed={on}
      busy={busy}
      // Also while the label is hidden by the busy indicator.
      aria-label={name}
      onClick={() => void run(() => onToggle().catch(alert))}
    >
      {/* Both labels share one place, so that the button has the width of the longer one and nothing moves. The longer
          one comes first, also while the page is being parsed. */}
      <span hidden={!on}>
        <CheckIcon size={16} /> {onLabel}
      </span>
      <span hidden={on}>{label}</span>
    </Button>
  )
}
