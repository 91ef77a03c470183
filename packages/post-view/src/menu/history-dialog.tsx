import type { CallOutput, Post } from '@stoa/contract'
import { alertMessages, alertText } from '@stoa/store'
import { useAction, useStoa } from '@stoa/store/react'
import { Banner, Button, Dialog, RelativeTime, Spinner, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useState } from 'react'
import { toolsMessages } from './messages.ts'
import { type PostVersion, VersionChanges } from './version-changes.tsx'

export interface HistoryDialogProps {
  /** The post. */
  post: Pick<Post, 'id'>
  /** Makes an old version the current one, as a further edit. Default: not offered. */
  onRestore?: ((version: PostVersion) => Promise<void>) | undefined
  onClose: () => void
}

type Edits = CallOutput<'postRevisionList'>
type Edit = CallOutput<'postRevisionGet'>

/** The revisions of a post, newest first, with added and removed words. */
export function HistoryDialog({ post: { id: postId }, onRestore, onClose }: HistoryDialogProps) {
  const t = useTranslate(toolsMessages)
  const tAlert = useTranslate(alertMessages)
  const { call } = useStoa().client
  const [edits, setEdits] = useState<Pick<Edits, 'items' | 'cursor'>>({ items: [], cursor: null })
  const [status, setStatus] = useState<'loading' | 'success' | 'error'>('loading')
  const [error, setError] = useState<unknown>(null)

  const load = useCallback(
    async (cursor: string | null) => {
      setStatus('loading')
      try {
        const page = await call('postRevisionList', { postId, ...(cursor === null ? {} : { cursor }) })
        setEdits(({ items }) => ({
          items: cursor === null ? page.items : [...items, ...page.items],
          cursor: page.cursor,
        }))
        setStatus('success')
      } catch (failure) {
        setError(failure)
        setStatus('error')
      }
    },
    [call, postId],
  )
  useEffect(() => void load(null), [load])

  return (
    <Dialog open title={t('history.title')} onClose={onClose}>
      {edits.items.length === 0 && status === 'success' && <p>{t('history.none')}</p>}
      <ol className="stoa-post-history">
        {edits.items.map((edit, index) => (
          <li key={edit.id}>
            <EditItem postId={postId} edit={edit} isNewest={index === 0} onRestore={onRestore} />
          </li>
        ))}
      </ol>
      {status === 'loading' && <Spinner />}
      {status === 'error' && <Banner tone="danger">{alertText(error, { t: tAlert })}</Banner>}
      {status !== 'loading' && (edits.cursor !== null || status === 'error') && (
        <Button onClick={() => void load(edits.cursor)}>
          {t(status === 'error' ? 'history.retry' : 'history.more')}
        </Button>
      )}
    </Dialog>
  )
}

interface EditItemProps extends Pick<HistoryDialogProps, 'onRestore'> {
  postId: string
  edit: Edits['items'][number]
  isNewest: boolean
}

/** Changes of one edit, collapsed except for the newest. */
function EditItem({ postId, edit, isNewest, onRestore }: EditItemProps) {
  const t = useTranslate(toolsMessages)
  const tAlert = useTranslate(alertMessages)
  const { busy, error, run } = useAction()
  const { call } = useStoa().client
  const [details, setDetails] = useState<Edit | 'loading' | 'failed' | null>(null)

  function toggle(isOpen: boolean) {
    if (!isOpen || (details !== null && details !== 'failed')) return
    setDetails('loading')
    call('postRevisionGet', { postId, revisionId: edit.id }).then(setDetails, () => setDetails('failed'))
  }
  return (
    <details open={isNewest} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>
        {t.rich('history.edit', {
          name: <bdi>{edit.editor?.displayName ?? t('history.gone')}</bdi>,
          time: <RelativeTime value={edit.createdAt} />,
        })}
      </summary>
      {details === 'loading' && <Spinner />}
      {details === 'failed' && <p>{t('history.failed')}</p>}
      {details !== null && typeof details === 'object' && (
        <>
          <VersionChanges before={details.before} after={details.after} />
          {error !== undefined && error !== null && <Banner tone="danger">{alertText(error, { t: tAlert })}</Banner>}
          {onRestore && (
            <Button
              className="stoa-post-restore"
              size="s"
              busy={busy}
              onClick={() => void run(() => onRestore(details.before))}
            >
              {t('history.restore')}
            </Button>
          )}
        </>
      )}
    </details>
  )
}
