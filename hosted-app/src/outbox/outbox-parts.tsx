import { type OutboxEntry, openOutbox, refusalText } from '@stoa/store'
import { useStoa, useStoaState } from '@stoa/store/react'
import { Button, Dialog, useTranslate, useWritten, Written } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { conversationPath } from '../paths.ts'
import { outboxMessages } from './outbox-messages.ts'
import './outbox.css'

/** What wasn't sent yet, with a button to try again and one to discard it. */
export function OutboxList({ onClose }: { onClose: () => void }) {
  const t = useTranslate(outboxMessages)
  const stoa = useStoa()
  const entries = useStoaState(({ outbox }) => outbox)
  const list = useRef<HTMLUListElement>(null)
  const [status, setStatus] = useState('')

  async function act(work: 'retry' | 'discard', id: string): Promise<void> {
    // The button that was pressed disappears.
    ;(list.current?.closest('dialog')?.querySelector('button') as HTMLElement | null)?.focus()
    const outbox = await stoa.singleton(openOutbox)
    await outbox?.[work](id)
    setStatus(stoa.state.getState().outbox.length === 0 ? t('outbox.empty') : '')
  }
  return (
    <Dialog open title={t('outbox.title')} onClose={onClose}>
      <p className="stoa-outbox-text" role="status">
        {entries.length === 0 ? status || t('outbox.empty') : t('outbox.text')}
      </p>
      <ul ref={list} className="stoa-outbox">
        {entries.map((entry) => (
          <Row
            key={entry.comment?.id ?? entry.id}
            entry={entry}
            onOpen={onClose}
            onRetry={() => void act('retry', entry.id)}
            onDiscard={() => void act('discard', entry.id)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

interface RowProps {
  entry: OutboxEntry
  onOpen: () => void
  onRetry: () => void
  onDiscard: () => void
}

function Row({ entry, onOpen, onRetry, onDiscard }: RowProps) {
  const t = useTranslate(outboxMessages)
  const written = useWritten()
  const [isAsking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const discard = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    if (isAsking) keep.current?.focus()
    else if (wasAsking.current) discard.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])
  const { call, input, title, path, state, code } = entry
  // Nobody is told that they are blocked.
  const reason = code === 'DM_BLOCKED' ? t('outbox.notAllowed', { name: title }) : refusalText(entry, t)
  const isReply = call === 'commentCreate' && input.replyToCommentId !== undefined
  const text = call === 'commentCreate' ? input.content : call === 'dmSend' ? input.text : ''
  const href = call === 'dmSend' && path !== '' ? conversationPath(path) : path
  return (
    <li data-state={state}>
      <p className="stoa-outbox-what">
        <span>{t(isReply ? 'outbox.reply' : `outbox.${call}`)}</span>
        {title !== '' && (
          <bdi {...written(title)}>
            {href === '' ? (
              title
            ) : (
              <a href={href} onClick={onOpen}>
                {title}
              </a>
            )}
          </bdi>
        )}
      </p>
      {text !== '' && (
        <p className="stoa-outbox-words" {...written(text)}>
          {text}
        </p>
      )}
      <div className="stoa-outbox-foot">
        {isAsking ? (
          <>
            <span>{t('outbox.discard.question')}</span>
            <Button ref={keep} size="s" variant="quiet" onClick={() => setAsking(false)}>
              {t('outbox.discard.keep')}
            </Button>
            <Button size="s" variant="danger" onClick={onDiscard}>
              {t('outbox.discard')}
            </Button>
          </>
        ) : (
          <>
            <span>
              <span>{t('outbox.state', { state })}</span>
              {reason !== '' && (
                <>
                  {': '}
                  <Written>{reason}</Written>
                </>
              )}
            </span>
            {state !== 'sending' && (
              <Button size="s" onClick={onRetry}>
                {t(state === 'expired' ? 'outbox.send' : 'outbox.retry')}
              </Button>
            )}
            <Button ref={discard} size="s" variant="quiet" onClick={text === '' ? onDiscard : () => setAsking(true)}>
              {t('outbox.discard')}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

/** Props of `SignOutQuestion`. */
export interface SignOutQuestionProps {
  onConfirm: () => void
  onClose: () => void
}

/** Asks before signing out discards what wasn't sent. */
export function SignOutQuestion({ onConfirm, onClose }: SignOutQuestionProps) {
  const t = useTranslate(outboxMessages)
  const entries = useStoaState(({ outbox }) => outbox)
  const isAll = (call: OutboxEntry['call']) => entries.every((entry) => entry.call === call)
  const kind = isAll('commentCreate') ? 'comments' : isAll('dmSend') ? 'messages' : 'things'
  return (
    <Dialog
      open
      kind="alert"
      title={t('outbox.leave.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('outbox.leave.stay')}</Button>
          <Button
            variant="danger"
            onClick={() => {
              onConfirm()
              onClose()
            }}
          >
            {t('outbox.leave.confirm')}
          </Button>
        </>
      }
    >
      <p>
        {t(`outbox.leave.${kind}`, { count: entries.length })} {t('outbox.leave.text')}
      </p>
    </Dialog>
  )
}
