import { useHasCome } from '../relative-time/use-has-come.ts'
import { Badge, type BadgeProps } from './badge.tsx'

/** A badge that disappears at a time, in ms since the epoch. */
export function BadgeUntil({ time, ...badge }: BadgeProps & { time: number }) {
  return useHasCome(time) ? null : <Badge {...badge} />
}
