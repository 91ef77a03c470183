import { BlockDialog, muteItems, muteMessages } from '@stoa/comments'
import { isOwn, isPublicPost } from '@stoa/contract'
import { hideCommunity, type MuteChange, type StoredPost, setBlock, setMute } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { EyeIcon, EyeOffIcon, type MenuItem, type Toasts, useTranslate } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import { toolsMessages } from './messages.ts'

interface Change {
  /** Sends the change, or its opposite. */
  send: (isSet: boolean) => Promise<void>
  /** What is announced. */
  message: (isSet: boolean) => string
}

/** The items that mute a post's thread, topic, community and author, and block the author, each with Undo. */
export function useMutes(
  post: StoredPost,
  about: { toasts: { open: () => Toasts }; onFailure?: ((error: unknown) => void) | undefined },
): { items: MenuItem[]; dialog: ReactNode } {
  const t = useTranslate(toolsMessages)
  const tMute = useTranslate(muteMessages)
  const stoa = useStoa()
  const viewer = useViewer() ?? null
  const [isBlocking, setBlocking] = useState(false)
  const { id: postId, publisherId, tokenName, communityTitle: community } = post
  const name = post.publisherProfileName || post.publisherName
  if (!isPublicPost(post.status)) return { items: [], dialog: null }

  async function change({ send, message }: Change, isSet: boolean): Promise<void> {
    const openToasts = about.toasts.open()
    const undo = () => void change({ send, message }, !isSet).catch(about.onFailure)
    await send(isSet)
    openToasts.show({ text: message(isSet), action: { label: t('tools.undo'), onAction: undo } })
  }
  const item = (id: string, { label, isSet, ...one }: Change & { label: string; isSet: boolean }): MenuItem => ({
    id,
    group: 'hide',
    label,
    icon: isSet ? <EyeIcon /> : <EyeOffIcon />,
    onSelect: () => void change(one, !isSet).catch(about.onFailure),
  })
  const muting = (what: Omit<MuteChange, 'block'>) => (block: boolean) => setMute(stoa, { ...what, block })
  const muteAuthor: Change = {
    send: muting({ entityType: 'user', entityId: publisherId }),
    message: (isSet) => tMute(isSet ? 'mute.muted' : 'mute.unmuted', { name }),
  }
  const blockAuthor: Change = {
    send: (block) => setBlock(stoa, { userId: publisherId, block }),
    message: (isSet) => tMute(isSet ? 'block.blocked' : 'block.unblocked', { name }),
  }
  const isPostMuted = viewer?.mutes?.posts.includes(postId) ?? false
  const isCommunityMuted = viewer?.hiddenCommunities.includes(tokenName) ?? false
  const items = [
    ...(isOwn(viewer, publisherId)
      ? []
      : [
          item('mute-post', {
            label: t(isPostMuted ? 'tools.unmutePost' : 'tools.mutePost'),
            isSet: isPostMuted,
            send: muting({ entityType: 'post', entityId: postId }),
            message: (isSet) => t(isSet ? 'tools.postMuted' : 'tools.postUnmuted'),
          }),
        ]),
    ...post.flairs.map(({ id, name: topic }) => {
      const isMuted = viewer?.mutes?.topics.includes(id) ?? false
      return item(`mute-topic-${id}`, {
        label: t(isMuted ? 'tools.unmuteTopic' : 'tools.muteTopic', { topic }),
        isSet: isMuted,
        send: muting({ entityType: 'topic', entityId: id }),
        message: (isSet) => t(isSet ? 'tools.topicMuted' : 'tools.topicUnmuted', { topic }),
      })
    }),
    item('leave-out', {
      label: t(isCommunityMuted ? 'tools.showAgain' : 'tools.leaveOut', { community }),
      isSet: isCommunityMuted,
      send: (hide) => hideCommunity(stoa, { tokenName, hide }),
      message: (isSet) => t(isSet ? 'tools.leftOut' : 'tools.shownAgain', { community }),
    }),
    ...muteItems(
      {
        viewer,
        userId: publisherId,
        name,
        onMute: (isMuted) => void change(muteAuthor, isMuted).catch(about.onFailure),
        onBlock: (isBlocked) =>
          isBlocked ? setBlocking(true) : void change(blockAuthor, false).catch(about.onFailure),
      },
      tMute,
    ),
  ]
  const dialog = isBlocking && (
    <BlockDialog name={name} onBlock={() => change(blockAuthor, true)} onClose={() => setBlocking(false)} />
  )
  return { items, dialog }
}
