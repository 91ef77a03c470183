import type { UnfinishedUpload } from '@stoa/editor'
import { Banner, Button, Dialog, useTranslate } from '@stoa/ui'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { createPostMessages } from './messages.ts'

export interface UnfinishedFilesProps {
  /** None: shows no list. */
  uploads: readonly UnfinishedUpload[]
  /** Whether a file is being uploaded. Then it asks before the page is left. */
  isUploading: boolean
}

/** Says which files keep a post from being published, with ways to go on. */
export function UnfinishedFiles({ uploads, isUploading }: UnfinishedFilesProps) {
  return (
    <>
      {isUploading && <LeaveQuestion />}
      {uploads.length > 0 && <FileList uploads={uploads} />}
    </>
  )
}

function FileList({ uploads }: Pick<UnfinishedFilesProps, 'uploads'>) {
  const t = useTranslate(createPostMessages)
  const list = useRef<HTMLUListElement>(null)
  /** The pressed button disappears. The next one gets the focus, at the end the button that publishes. */
  function act(action: () => void): void {
    const form = list.current?.closest('form')
    action()
    setTimeout(() => {
      const next = list.current?.querySelector('button') ?? form?.querySelector<HTMLElement>('[type="submit"]')
      next?.focus()
    })
  }
  return (
    <Banner tone="danger" title={t('create.files.title', { count: uploads.length })}>
      <ul ref={list} className="stoa-app-unfinished">
        {uploads.map(({ id, name, problem, retry, remove }) => (
          <li key={id}>
            <span>
              {!problem?.includes(name) && (
                <>
                  <bdi>{name}</bdi>:{' '}
                </>
              )}
              {problem ?? t('create.files.uploading')}
            </span>
            <span className="stoa-app-unfinished-ways">
              {retry && (
                <Button size="s" aria-label={t('create.files.retry.label', { name })} onClick={() => act(retry)}>
                  {t('create.files.retry')}
                </Button>
              )}
              <Button size="s" aria-label={t('create.files.remove.label', { name })} onClick={() => act(remove)}>
                {t('create.files.remove')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** Asks before the composer is left, which would end its uploads. */
function LeaveQuestion() {
  const t = useTranslate(createPostMessages)
  const { state, proceed, reset } = useBlocker(
    // Saving a new draft changes the address, but not the screen.
    ({ nextLocation }) => !nextLocation.pathname.includes('/posts/create'),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <Dialog
      open={state === 'blocked'}
      kind="alert"
      title={t('create.files.leave.title')}
      onClose={() => reset?.()}
      actions={
        <>
          <Button variant="quiet" onClick={() => proceed?.()}>
            {t('create.files.leave.leave')}
          </Button>
          <Button variant="primary" onClick={() => reset?.()}>
            {t('create.files.leave.stay')}
          </Button>
        </>
      }
    >
      {t('create.files.leave.text')}
    </Dialog>
  )
}
