import type { FailedJob } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Button, RelativeTime, useTranslate } from '@stoa/ui'
import { useRef } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem } from '../../settings/settings-section.tsx'
import { installationMessages } from './messages.ts'

interface FailedJobsProps {
  jobs: readonly FailedJob[]
  onRetried: (job: FailedJob) => void
}

/** Jobs that failed, each of which can be tried again. */
export function FailedJobs({ jobs, onRetried }: FailedJobsProps) {
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} className="stoa-settings-list" tabIndex={-1}>
      {jobs.map((job) => (
        <FailedJobItem
          key={job.id}
          job={job}
          onRetried={() => {
            // Its button disappears.
            list.current?.focus()
            onRetried(job)
          }}
        />
      ))}
    </ul>
  )
}

interface FailedJobItemProps {
  job: FailedJob
  /** It sends an email. Default false. */
  isMail?: boolean
  /** Class name. Default: none. */
  className?: string
  onRetried: () => void
}

/** A job that failed, and can be tried again. */
export function FailedJobItem({ job, isMail = false, className, onRetried }: FailedJobItemProps) {
  const t = useTranslate(installationMessages)
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const attempt = useFormAction()
  async function retry(): Promise<void> {
    await attempt.run(async () => {
      const { isRetried } = await call('networkJobRetry', { jobId: job.id })
      onRetried()
      toasts.show({ text: t(isRetried ? 'job.retried' : 'job.gone'), tone: 'success' })
    })
  }
  return (
    <li className={className}>
      <div className="stoa-app-network-item">
        <p>
          <b>{job.kind}</b>{' '}
          <span className="stoa-app-muted">
            {t('job.tries', { tries: job.tries })} · <RelativeTime value={job.createdAt} />
          </span>
        </p>
        <p className="stoa-app-muted">{job.lastError || t('job.error.none')}</p>
      </div>
      <span>
        <Button
          size="s"
          busy={attempt.busy}
          aria-label={`${t(isMail ? 'job.send' : 'job.retry')}: ${job.kind}`}
          onClick={() => void retry()}
        >
          {t(isMail ? 'job.send' : 'job.retry')}
        </Button>
      </span>
      <Problem>{attempt.problem}</Problem>
    </li>
  )
}
