import type { ReactionName, ReactionsCount } from '@stoa/contract'
import { CompactNumber, type RootProps, rootProps, ThumbDownIcon, ThumbUpIcon, useTranslate } from '@stoa/ui'
import { forwardRef } from 'react'

/** English texts of the reactions. */
export const reactionMessages = {
  'reaction.group': 'Reactions',
  'reaction.up': 'Like, {count, plural, =0 {no one yet} one {# person} other {# people}}',
  'reaction.down': 'Dislike, {count, plural, =0 {no one yet} one {# person} other {# people}}',
  'reaction.notLoaded': 'The reactions couldn’t be loaded.',
} as const

/** Props of `ReactionBar`. */
export interface ReactionBarProps extends RootProps {
  /** Count of each reaction, including the viewer's. */
  counts: ReactionsCount
  /** The viewer's reaction. Default null: none. */
  mine?: ReactionName | null | undefined
  /** Called with the viewer's new reaction; null if it is removed. */
  onReact: (reaction: ReactionName | null) => void
  /** Shows the counts but accepts no reaction. Default false. */
  disabled?: boolean | undefined
  /** `small` next to a comment, `medium` under a post. Default `medium`. */
  size?: 'small' | 'medium' | undefined
}

const BUTTONS = [
  { name: 'thumb-up', label: 'reaction.up', Icon: ThumbUpIcon },
  { name: 'thumb-down', label: 'reaction.down', Icon: ThumbDownIcon },
] as const

/** Thumb-up and thumb-down with their counts, as two toggle buttons of which at most one is pressed. */
export const ReactionBar = forwardRef<HTMLDivElement, ReactionBarProps>(function ReactionBar(props, ref) {
  const { counts, mine = null, onReact, disabled = false, size = 'medium' } = props
  const t = useTranslate(reactionMessages)
  return (
    <div
      role="group"
      aria-label={t('reaction.group')}
      data-size={size}
      {...rootProps(props, 'stoa-reactions')}
      ref={ref}
    >
      {BUTTONS.map(({ name, label, Icon }) => (
        <button
          key={name}
          type="button"
          className="stoa-reaction"
          data-reaction={name}
          aria-pressed={mine === name}
          aria-label={t(label, { count: counts[name] })}
          disabled={disabled}
          onClick={() => onReact(mine === name ? null : name)}
        >
          <Icon size={size === 'small' ? 16 : 20} />
          <span className="stoa-reaction-count" aria-hidden="true">
            {counts[name] > 0 && <CompactNumber value={counts[name]} />}
          </span>
        </button>
      ))}
    </div>
  )
})
