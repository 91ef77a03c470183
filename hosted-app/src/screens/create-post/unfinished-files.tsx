import { Banner, Button, Dialog, useTranslate } from '@stoa/ui'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { createPostMessages } from './messages.ts'
import type { useUnfinished } from './use-unfinished-files.ts'

/** Says which files keep a post from being published, with ways to go on. */
export function UnfinishedFiles({ unfinished }: { unfinished: UnfinishedPart }) {
  return (
    <>
      {unfinished.isUploading && <LeaveQuestion />}
      {unfinished.visibleFiles.length > 0 && <FileList unfinished={unfinished} />}
    </>
  )
}

type UnfinishedPart = Pick<
  ReturnType<typeof useUnfinished>,
  'visibleFiles' | 'isUploading' | 'isWaiting' | 'setWaiting'
>

function FileList({ unfinished }: { unfinished: UnfinishedPart }) {
  const { visibleFiles: uploads, isWaiting, setWaiting } = unfinished
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
    <Banner tone={isWaiting ? 'info' : 'danger'} title={t('create.files.title', { count: uploads.length })}>
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
      {uploads.every(({ problem }) => problem === null) && (
        <p className="stoa-app-unfinished-wait">
          {isWaiting && <span>{t('create.files.waiting')}</span>}
          <Button size="s" onClick={() => setWaiting(!isWaiting)}>
            {t(isWaiting ? 'create.files.wait.stop' : 'create.files.wait')}
          </Button>
        </p>
      )}
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
