import { postPath } from '@stoa/contract'
import { savedItems } from '@stoa/store'
import { useActions, useStoaState } from '@stoa/store/react'
import { CloseIcon, IconButton, useTranslate, useWritten, Written } from '@stoa/ui'
import { type ReactNode, useRef } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { Where } from './author-item.tsx'
import { authorMessages } from './messages.ts'
import { OwnItems } from './own-items.tsx'
import { RemindedAt, RemindMenu } from './remind-menu.tsx'

/** Saved items, visible to their owner only. Removed ones disappear at once, here and on their other pages. */
export function SavedItems({ userId, empty }: { userId: string; empty: ReactNode }) {
  const t = useTranslate(authorMessages)
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const { save } = useActions()
  const saves = useStoaState((state) => state.saves)
  const container = useRef<HTMLDivElement>(null)

  function remove(entityId: string, entityType: 'Post' | 'Comment') {
    // Focus moves from the removed item to the next or previous one.
    const item = container.current?.querySelector(`[data-saved="${entityId}"]`)
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    ;(next?.querySelector<HTMLElement>(':scope > button') ?? container.current)?.focus()
    save({ entityType, entityId, save: false }).then(() => toasts.show({ text: t('author.saved.removed') }), alert)
  }

  return (
    <div ref={container} tabIndex={-1}>
      <OwnItems
        userId={userId}
        list={savedItems()}
        failed={t('author.saved.failed')}
        empty={empty}
        isShown={(id) => id in saves}
        renderItem={(id) => <SavedItem key={id} id={id} onRemove={remove} />}
      />
    </div>
  )
}

interface SavedItemProps {
  /** Id of a post or comment. */
  id: string
  onRemove: (id: string, type: 'Post' | 'Comment') => void
}

function SavedItem({ id, onRemove }: SavedItemProps) {
  const t = useTranslate(authorMessages)
  const written = useWritten()
  const comment = useStoaState((state) => state.comments[id])
  const post = useStoaState((state) => state.posts[comment?.postId ?? id])
  if (!post) return null
  const { communityTitle } = post
  const author = comment?.publisherProfileName || comment?.publisherName
  const name = author === undefined ? post.title : t('author.saved.comment', { author, post: post.title })
  const href = comment ? `/bbs/thread/${id}` : postPath(post)
  const named = <Written>{post.title}</Written>
  const text = comment ? comment.content : post.excerpt
  return (
    <li className="stoa-app-saved" data-saved={id}>
      <div>
        <Where href={href} at={(comment ?? post).createdAt} community={post} title={communityTitle} />
        <h2 className="stoa-app-author-post">
          <a className="stoa-app-list-title" href={href}>
            {author === undefined
              ? named
              : t.rich('author.saved.comment', { author: <bdi>{author}</bdi>, post: named })}
          </a>
        </h2>
        {text && (
          <p className={comment && 'stoa-app-about'} {...written(text)}>
            {text}
          </p>
        )}
        <RemindedAt entityId={id} />
      </div>
      <RemindMenu entityType={comment ? 'Comment' : 'Post'} entityId={id} title={name} />
      <IconButton
        size="s"
        icon={<CloseIcon size={16} />}
        label={t('author.saved.remove', { title: name })}
        onClick={() => onRemove(id, comment ? 'Comment' : 'Post')}
      />
    </li>
  )
}
