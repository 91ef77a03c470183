import { isOwn, type Me, type MuteCause } from '@stoa/contract'
import { BanIcon, EyeIcon, EyeOffIcon, type MenuItem, type Translate } from '@stoa/ui'
import type { muteMessages } from './messages.ts'

/** A person whom the viewer may mute or block, and what the menu does. */
export interface MuteItemsAbout {
  viewer: Me | null
  /** Id of the person's main account; empty for an anonymous text. */
  userId: string
  /** Displayed name. */
  name: string
  /** Why a text of theirs is muted, where the viewer's lists aren't known. Default: it isn't. */
  cause?: MuteCause | undefined
  /** Mutes or unmutes the person. */
  onMute: (isMuted: boolean) => void
  /** Asks before blocking (true), or unblocks. */
  onBlock: (isBlocked: boolean) => void
}

/** The items of a menu that mute and block a person. None for visitors, oneself and anonymous people. */
export function muteItems(about: MuteItemsAbout, t: Translate<typeof muteMessages>): MenuItem[] {
  const { viewer, userId, name, cause, onMute, onBlock } = about
  if (viewer === null || userId === '' || isOwn(viewer, userId)) return []
  const isMuted = viewer.mutes?.users.includes(userId) ?? cause === 'user'
  const isBlocked = viewer.mutes?.blocked.includes(userId) ?? cause === 'blocked'
  return [
    {
      id: 'mute-person',
      group: 'hide',
      label: t(isMuted ? 'mute.unmute' : 'mute.mute', { name }),
      icon: isMuted ? <EyeIcon size={16} /> : <EyeOffIcon size={16} />,
      onSelect: () => onMute(!isMuted),
    },
    {
      id: 'block-person',
      group: 'hide',
      label: t(isBlocked ? 'block.unblock' : 'block.block', { name }),
      icon: <BanIcon size={16} />,
      onSelect: () => onBlock(!isBlocked),
    },
  ]
}
