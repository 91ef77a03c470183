import type { CallOutput, Post } from '@stoa/contract'
import { alertMessages, alertText } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, Dialog, RelativeTime, Spinner, useTranslate } from '@stoa/ui'
import { type ChangeObject, diffWordsWithSpace } from 'diff'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { textOfBlocks } from './text-of-blocks.ts'
import { toolsMessages } from './tools-messages.ts'

export interface HistoryDialogProps {
  /** Whose edits. */
  post: Pick<Post, 'id'>
  onClose: () => void
}

type Edits = CallOutput<'postRevisionList'>
type Edit = CallOutput<'postRevisionGet'>

/** The edits of a post, newest first; each shows the words that came and went. */
export function HistoryDialog({ post: { id: postId }, onClose }: HistoryDialogProps) {
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
        {edits.items.map((edit) => (
          <li key={edit.id}>
            <EditItem postId={postId} edit={edit} />
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

function EditItem({ postId, edit }: { postId: string; edit: Edits['items'][number] }) {
  const t = useTranslate(toolsMessages)
  const { call } = useStoa().client
  const [shown, setShown] = useState<Edit | 'loading' | 'failed' | null>(null)

  function toggle(isOpen: boolean) {
    if (!isOpen || (shown !== null && shown !== 'failed')) return
    setShown('loading')
    call('postRevisionGet', { postId, revisionId: edit.id }).then(setShown, () => setShown('failed'))
  }
  return (
    <details onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>
        {t.rich('history.edit', {
          name: <bdi>{edit.editor?.displayName ?? t('history.gone')}</bdi>,
          time: <RelativeTime value={edit.createdAt} />,
        })}
      </summary>
      {shown === 'loading' && <Spinner />}
      {shown === 'failed' && <p>{t('history.failed')}</p>}
      {shown !== null && typeof shown === 'object' && <Changes edit={shown} />}
    </details>
  )
}

function Changes({ edit: { before, after } }: { edit: Edit }) {
  const t = useTranslate(toolsMessages)
  const [from, to] = [textOfBlocks(before.postContent), textOfBlocks(after.postContent)]
  return (
    <>
      {before.title !== after.title && (
        <p className="stoa-post-history-title" dir="auto">
          <Words before={before.title} after={after.title} />
        </p>
      )}
      {from === to ? (
        before.title === after.title && <p>{t('history.parts')}</p>
      ) : (
        <p className="stoa-post-history-text" dir="auto">
          <Words before={from} after={to} />
        </p>
      )}
    </>
  )
}

/** How long two versions are compared; versions that share little are shown one after the other. */
const COMPARE_MS = 500

/** Words that came and went among those that stayed. */
function Words({ before, after }: { before: string; after: string }) {
  const changes = useMemo(
    (): Pick<ChangeObject<string>, 'value' | 'added' | 'removed'>[] =>
      diffWordsWithSpace(before, after, { timeout: COMPARE_MS }) ?? [
        { value: before, added: false, removed: true },
        { value: after, added: true, removed: false },
      ],
    [before, after],
  )
  return changes.map(({ value, added, removed }, index) => {
    // Parts of one text: they have no other name than their place.
    const key = `${index}`
    if (added) return <ins key={key}>{value}</ins>
    return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
  })
}
