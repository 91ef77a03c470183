import { type Post, PostStatus, SCHEDULE_MAX_AHEAD_MS } from '@stoa/contract'
import { alertMessages, alertText, errorDetails, type PostChange } from '@stoa/store'
import { useAction } from '@stoa/store/react'
import {
  Banner,
  Button,
  Dialog,
  formatDate,
  RadioGroup,
  TextField,
  toLocalInput,
  useI18n,
  useTranslate,
  zoneName,
} from '@stoa/ui'
import { useState } from 'react'
import { toolsMessages } from './messages.ts'

export interface DraftDialogProps {
  /** A draft or a scheduled post. */
  post: Pick<Post, 'id' | 'status' | 'scheduledAt'>
  /** Whether the viewer wrote it, and may discard it. */
  own: boolean
  /** Asks only when to publish it. Default false. */
  onlySchedule?: boolean
  /** Time in ms. */
  now: number
  /** Makes the change and resolves to the changed post. Rejects with the error to show. */
  onChange: (change: PostChange) => Promise<Pick<Post, 'status'>>
  /** Closes the dialog. `message` announces the success. */
  onClose: (message?: string, isDiscarded?: boolean) => void
}

type Choice = 'publish' | 'schedule' | 'unschedule' | 'discard'

const DONE = {
  schedule: 'draft.scheduled',
  unschedule: 'draft.unscheduled',
  discard: 'draft.discarded',
} as const

/** Publishes, schedules or discards a draft, or turns a scheduled post back into a draft. */
export function DraftDialog({ post, own, onlySchedule = false, now, onChange, onClose }: DraftDialogProps) {
  const t = useTranslate(toolsMessages)
  const tAlert = useTranslate(alertMessages)
  const { locale } = useI18n()
  const { busy, error, run } = useAction()
  const isScheduled = post.status === PostStatus.scheduled
  const [choice, setChoice] = useState<Choice | null>(onlySchedule ? 'schedule' : null)
  const [time, setTime] = useState(() => (post.scheduledAt === null ? '' : toLocalInput(post.scheduledAt)))
  const at = new Date(time).getTime()
  const isGoodTime = at > now && at <= now + SCHEDULE_MAX_AHEAD_MS
  const isReady = choice !== null && (choice !== 'schedule' || isGoodTime)
  const timeText = (value: number) => formatDate(value, locale, { dateStyle: 'full', timeStyle: 'short' })

  async function confirm() {
    if (!choice || !isReady) return
    const change = changeFor(choice, { postId: post.id, scheduledAt: at })
    await run(async () => {
      const { status } = await onChange(change)
      const key = choice === 'publish' ? doneKey(status) : DONE[choice]
      const message = t(key, { time: choice === 'schedule' ? timeText(at) : '' })
      onClose(message, choice === 'discard')
    })
  }
  const { issues } = errorDetails(error, t)
  const problem = issues.map(({ message }) => message).join(' ') || (error ? alertText(error, { t: tAlert }) : '')
  return (
    <Dialog
      open
      title={t(onlySchedule ? (isScheduled ? 'draft.reschedule' : 'draft.schedule') : 'draft.title')}
      onClose={() => onClose()}
      actions={
        <>
          <Button onClick={() => onClose()}>{t('tools.cancel')}</Button>
          <Button variant="primary" disabled={!isReady} busy={busy} onClick={() => void confirm()}>
            {t(
              choice === null
                ? 'draft.submit'
                : choice === 'schedule' && isScheduled
                  ? 'draft.reschedule'
                  : `draft.${choice}`,
            )}
          </Button>
        </>
      }
    >
      {!onlySchedule && (
        <RadioGroup
          label={t('draft.label')}
          value={choice}
          onChange={setChoice}
          options={[
            { value: 'publish', label: t('draft.publish') },
            { value: 'schedule', label: t(isScheduled ? 'draft.reschedule' : 'draft.schedule') },
            ...(isScheduled ? [{ value: 'unschedule' as const, label: t('draft.unschedule') }] : []),
            ...(own ? [{ value: 'discard' as const, label: t('draft.discard'), hint: t('draft.discard.hint') }] : []),
          ]}
        />
      )}
      {choice === 'schedule' && (
        <TextField
          type="datetime-local"
          label={t('draft.time')}
          // Daylight saving time may start before the chosen day.
          hint={
            isGoodTime
              ? t('draft.time.chosen', { time: timeText(at), zone: zoneName(locale, at) })
              : t('draft.time.hint', { zone: zoneName(locale, now) })
          }
          error={time !== '' && !isGoodTime ? t('draft.time.invalid') : undefined}
          min={toLocalInput(now)}
          max={toLocalInput(now + SCHEDULE_MAX_AHEAD_MS)}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
      )}
      {problem && <Banner tone="danger">{problem}</Banner>}
    </Dialog>
  )
}

/** Message for the result of publishing a post. */
function doneKey(status: number) {
  if (status === PostStatus.pending) return 'draft.pending'
  return status === PostStatus.waitingForTranscript ? 'draft.captions' : 'draft.published'
}

function changeFor(choice: Choice, { postId, scheduledAt }: { postId: string; scheduledAt: number }): PostChange {
  switch (choice) {
    case 'publish':
      return { call: 'postDraftPublish', postId }
    case 'schedule':
      return { call: 'postDraftSchedule', postId, scheduledAt }
    case 'unschedule':
      return { call: 'postDraftUnschedule', postId }
    case 'discard':
      return { call: 'postDraftDelete', postId }
  }
}
