import { ChevronDownIcon, ChevronUpIcon, IconButton } from '@stoa/ui'
import type { RefObject } from 'react'

export type Step = -1 | 1

interface MoveButtonsProps {
  /** Position of the row. */
  at: number
  /** Number of rows. */
  count: number
  /** Name of the button for a step up or down. */
  label: (step: Step) => string
  /** Size of the buttons. Default `m`. */
  size?: 's' | 'm'
  onMove: (step: Step) => void
}

/** Move a row of a list up or down. Call `focusMoved` afterward. */
export function MoveButtons({ at, count, label, size = 'm', onMove }: MoveButtonsProps) {
  return ([-1, 1] as const).map((step) => (
    <IconButton
      key={step}
      type="button"
      size={size}
      data-step={step}
      label={label(step)}
      icon={step < 0 ? <ChevronUpIcon size={18} /> : <ChevronDownIcon size={18} />}
      disabled={at + step < 0 || at + step >= count}
      onClick={() => onMove(step)}
    />
  ))
}

type List = RefObject<HTMLElement | null>

/** Focuses a part of a row, after the list has been rendered: the first of the selectors that finds one. */
export function focusInRow(list: List, at: number, ...parts: string[]): void {
  setTimeout(() => {
    const row = list.current?.children[at]
    const found = parts.map((part) => row?.querySelector<HTMLElement>(part))
    found.find((part) => part)?.focus()
  })
}

/** Focus follows the pressed button of the moved row, or moves to the other one at the end of the list. */
export function focusMoved(list: List, at: number, step: Step): void {
  focusInRow(list, at, `[data-step="${step}"]:enabled`, '[data-step]:enabled')
}
