import { muteMessages } from '@stoa/comments'
import type { User } from '@stoa/contract'
import { setBlock, setMute } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useHostedApp } from '../../hosted-app.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { authorMessages } from './messages.ts'

/** Mutes and blocks a person, or ends that. Each is announced, with a button that undoes it. */
export function useIgnoring({ id: userId, displayName: name }: Pick<User, 'id' | 'displayName'>) {
  const t = useTranslate(authorMessages)
  const tMute = useTranslate(muteMessages)
  const { toasts } = useHostedApp()
  const stoa = useStoa()
  const alert = useErrorToast()

  /** Announces a change, and offers the opposite one. */
  function announce(text: string, undo: () => Promise<void>): void {
    toasts.show({ text, action: { label: t('author.undo'), onAction: () => void undo().catch(alert) } })
  }
  async function mute(isMuted: boolean): Promise<void> {
    await setMute(stoa, { entityType: 'user', entityId: userId, block: isMuted })
    announce(tMute(isMuted ? 'mute.muted' : 'mute.unmuted', { name }), () => mute(!isMuted))
  }
  async function block(isBlocked: boolean): Promise<void> {
    await setBlock(stoa, { userId, block: isBlocked })
    announce(tMute(isBlocked ? 'block.blocked' : 'block.unblocked', { name }), () => block(!isBlocked))
  }
  return { mute, block }
}
