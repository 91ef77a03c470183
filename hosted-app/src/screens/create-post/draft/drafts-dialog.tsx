import { PostStatus } from '@stoa/contract'
import { feed, type StoredPost } from '@stoa/store'
import { useActions, useList, useStoaState } from '@stoa/store/react'
import {
  Anchor,
  Banner,
  Button,
  Checkbox,
  Dialog,
  RelativeTime,
  Spinner,
  TextField,
  useTranslate,
  useWritten,
  VisuallyHidden,
  Written,
} from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { createPostPath } from '../../../paths.ts'
import { useErrorToast } from '../../../shell/use-error-toast.ts'
import { createPostMessages } from '../messages.ts'

/** Props of `DraftsDialog`. */
export interface DraftsDialogProps {
  /** The draft that is being written; null: it isn't on the server. */
  openId: string | null
  onClose: () => void
}

/** As many as the server returns at once: there are few pages of drafts. */
const AT_ONCE = 100

/** The viewer's drafts in all communities, to find, continue and discard. */
export function DraftsDialog({ openId, onClose }: DraftsDialogProps) {
  const t = useTranslate(createPostMessages)
  const { drafts, status, reload } = useOwnDrafts()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { busy, discard } = useBulkDiscard()
  const found = drafts.filter((draft) => matches(draft, query))
  const marked = found.filter(({ id }) => chosen.has(id))
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      if (isChosen) next.add(id)
      else next.delete(id)
      return next
    })
  const others = found.filter(({ id }) => id !== openId)
  const isAll = others.length > 0 && marked.length === others.length
  return (
    <Dialog
      open
      title={t('create.drafts')}
      onClose={onClose}
      actions={
        marked.length > 0 && (
          <Button busy={busy} onClick={() => void discard(marked).then(() => setChosen(new Set()))}>
            {t('create.drafts.discard', { count: marked.length })}
          </Button>
        )
      }
    >
      <div className="stoa-app-drafts">
        <TextField
          type="search"
          label={t('create.drafts.search')}
          hideLabel
          placeholder={t('create.drafts.search')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        {others.length > 1 && (
          <Checkbox
            label={t('create.drafts.all', { count: others.length })}
            checked={isAll}
            onChange={() => setChosen(new Set(isAll ? [] : others.map(({ id }) => id)))}
          />
        )}
        <ul>
          {found.map((draft) => (
            <li key={draft.id}>
              {draft.id !== openId && (
                <Checkbox
                  label={<VisuallyHidden>{draft.title || t('create.untitled')}</VisuallyHidden>}
                  checked={chosen.has(draft.id)}
                  onChange={(event) => choose(draft.id, event.currentTarget.checked)}
                />
              )}
              <DraftLine draft={draft} isOpen={draft.id === openId} onFollow={onClose} />
            </li>
          ))}
        </ul>
        {status === 'loading' && <Spinner />}
        {status === 'error' && (
          <Banner tone="danger">
            {t('create.drafts.failed')}{' '}
            <Button size="s" onClick={reload}>
              {t('create.files.retry')}
            </Button>
          </Banner>
        )}
        {status === 'success' && found.length === 0 && (
          <p className="stoa-app-muted">{t(query === '' ? 'create.drafts.none' : 'create.drafts.notFound')}</p>
        )}
      </div>
    </Dialog>
  )
}

function DraftLine({ draft, isOpen, onFollow }: { draft: StoredPost; isOpen: boolean; onFollow: () => void }) {
  const t = useTranslate(createPostMessages)
  const written = useWritten()
  const { id, title, createdAt, editedAt, communityTitle } = draft
  return (
    <div className="stoa-app-draft">
      {isOpen ? (
        <span {...written(title)}>{title || t('create.untitled')}</span>
      ) : (
        <Anchor
          className="stoa-app-list-title"
          href={`${createPostPath(draft)}/${id}`}
          {...written(title)}
          onClick={onFollow}
        >
          {title || t('create.untitled')}
        </Anchor>
      )}
      <span className="stoa-app-muted">
        {isOpen ? t('create.drafts.open.here') : <RelativeTime value={editedAt ?? createdAt} />}
        {' · '}
        <Written>{communityTitle}</Written>
      </span>
    </div>
  )
}

function matches({ title, excerpt, communityTitle }: StoredPost, query: string): boolean {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const text = `${title} ${excerpt} ${communityTitle}`.toLocaleLowerCase()
  return words.every((word) => text.includes(word))
}

/** All drafts of the viewer. Discarded and published ones leave the list at once. */
function useOwnDrafts() {
  const { ids, cursor, status, reload, loadMore } = useList(feed({ type: 'userDraft' }), {
    limit: AT_ONCE,
    load: false,
  })
  const posts = useStoaState((state) => state.posts)
  // Some may have been saved since the list was loaded.
  useEffect(() => reload(), [reload])
  const hasMore = status === 'success' && cursor !== null
  useEffect(() => {
    if (hasMore) loadMore(AT_ONCE)
  }, [hasMore, loadMore])
  const drafts = ids.flatMap((id) => posts[id] ?? []).filter(({ status: kind }) => kind === PostStatus.draft)
  return { drafts, status, reload }
}

/** Discards drafts one by one, so that a refused one doesn't stop the others. A message offers to undo it. */
function useBulkDiscard() {
  const t = useTranslate(createPostMessages)
  const { toasts } = useHostedApp()
  const { changePost } = useActions()
  const alert = useErrorToast()
  const [busy, setBusy] = useState(false)

  async function forEach(drafts: readonly StoredPost[], act: (postId: string) => Promise<unknown>) {
    const done: StoredPost[] = []
    for (const draft of drafts) {
      try {
        await act(draft.id)
        done.push(draft)
      } catch (error) {
        alert(error)
      }
    }
    return done
  }
  async function discard(drafts: readonly StoredPost[]): Promise<void> {
    setBusy(true)
    const done = await forEach(drafts, (postId) => changePost({ call: 'postDraftDelete', postId }))
    setBusy(false)
    if (done.length === 0) return
    const undo = () => void forEach(done, (postId) => changePost({ call: 'postDelete', postId, hidden: false }))
    toasts.show({
      text: t('create.drafts.discarded', { count: done.length }),
      tone: 'success',
      action: { label: t('create.conflict.undo'), onAction: undo },
    })
  }
  return { busy, discard }
}
