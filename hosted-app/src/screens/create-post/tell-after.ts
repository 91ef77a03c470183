import { authorPath, type Post, PostStatus, postPath } from '@stoa/contract'
import { showPostToast } from '@stoa/post-view'
import type { Stoa } from '@stoa/store'
import type { Toasts, Translate } from '@stoa/ui'
import type { createPostMessages } from './messages.ts'

/** The list of the viewer's scheduled posts. */
export function scheduledPath(viewer: { slugUrl: string } | null | undefined): string {
  return `${authorPath(viewer?.slugUrl ?? '')}/scheduled`
}

/** Says what became of a post that was sent, with the next steps. */
export function tellAfter(
  saved: Post,
  about: {
    stoa: Stoa
    toasts: Toasts
    t: Translate<typeof createPostMessages>
    navigate: (path: string) => unknown
    /** It had been published before. */
    wasOut: boolean
    /** The post that it responds to. Default: none. */
    parent?: Parameters<typeof postPath>[0] | undefined
  },
): void {
  const { stoa, toasts, t, navigate, wasOut, parent } = about
  const to = (path: string, label: string) => ({ label, onAction: () => void navigate(path) })
  const view = to(postPath(saved), t('create.done.view'))
  const show = (text: string, actions: Pick<Parameters<Toasts['show']>[0], 'action' | 'otherAction'> = {}) =>
    showPostToast(stoa, toasts, { postId: saved.id, text, tone: 'success', ...actions })
  if (saved.status === PostStatus.pending) {
    show(t('create.done.pending'), { action: to(pendingPath(saved), t('create.done.pending.find')) })
  } else if (saved.status === PostStatus.waitingForTranscript) {
    show(t('create.done.captions'), { action: to(pendingPath(saved), t('create.done.pending.find')) })
  } else if (wasOut) show(t('create.done.edited'))
  else {
    const otherAction = { label: t('create.done.copy'), onAction: () => void copy(saved, about) }
    const action = parent ? to(postPath(parent), t('create.parent.see')) : view
    show(t(parent ? 'create.parent.done' : 'create.done'), { action, otherAction })
  }
}

function pendingPath({ publisherSlugUrl }: Post): string {
  return `${authorPath(publisherSlugUrl)}/pending`
}

async function copy(post: Post, { toasts, t }: Parameters<typeof tellAfter>[1]): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(postPath(post), window.location.href).href)
    toasts.show({ text: t('create.done.copied'), tone: 'success' })
  } catch {
    toasts.show({ text: t('create.done.notCopied'), tone: 'danger' })
  }
}
