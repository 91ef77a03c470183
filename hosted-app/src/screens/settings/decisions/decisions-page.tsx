import { APPEAL_MAX_LENGTH, actionsWith, type OwnDecision, textLength } from '@stoa/contract'
import { reasonText } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import {
  Badge,
  Button,
  ButtonLink,
  CheckIcon,
  Dialog,
  EmptyState,
  RelativeTime,
  TextArea,
  translatable,
  useTranslate,
  useWritten,
  Written,
} from '@stoa/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { PagedList } from '../../../shell/paged-list.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Section } from '../settings-section.tsx'
import { decisionMessages } from './messages.ts'

/** Moderation decisions about the viewer, with appeals. */
export function DecisionsPage() {
  const t = useTranslate(decisionMessages)
  const { call } = useStoa().client
  const load = useCallback(
    (cursor: string | undefined) => call('decisionList', cursor === undefined ? {} : { cursor }),
    [call],
  )
  const empty = (
    <EmptyState level={3} title={t('decisions.empty')} icon={<CheckIcon size={32} />}>
      {t('decisions.empty.text')}
    </EmptyState>
  )
  return (
    <Section id="decisions" title={t('decisions.title')} text={t('decisions.text')}>
      <PagedList load={load} label={t('decisions.list')} failed={t('decisions.failed')} empty={empty}>
        {(decision) => <Decision key={decision.activityId} decision={decision} />}
      </PagedList>
    </Section>
  )
}

const APPEAL_TONES = { open: 'accent', granted: 'success', denied: 'neutral' } as const

function Decision({ decision }: { decision: OwnDecision }) {
  const t = useTranslate(decisionMessages)
  const written = useWritten()
  const [appeal, setAppeal] = useState(decision.appeal)
  const [isAsked, setAsked] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const isSent = useRef(false)
  useEffect(() => {
    if (!isSent.current) return
    isSent.current = false
    // The pressed button, to which the dialog would return focus, has disappeared.
    row.current?.focus()
  })
  const { action, by, community, at, until, reason, excerpt, undone, commentId } = decision
  const role = t.rich(`decisions.by.${by}`, { community: <Written>{community.title}</Written> })
  const knownAction = DECISION_ACTIONS.find((one) => one === action)
  return (
    <li ref={row} tabIndex={-1}>
      <div className="stoa-settings-decision">
        <p>{knownAction && t.rich(`decisions.${knownAction}`, { by: role })}</p>
        {excerpt && (
          <blockquote className="stoa-settings-quote" {...written(excerpt)}>
            {excerpt}
          </blockquote>
        )}
        {reason && <p>{t.rich('decisions.reason', { reason: <Written>{reasonText(reason, t)}</Written> })}</p>}
        <p className="stoa-app-muted">
          <RelativeTime value={at} />
          {until !== null && (
            <>
              {' · '}
              {until === 0
                ? t('decisions.always')
                : t.rich('decisions.until', { date: <RelativeTime value={until} /> })}
            </>
          )}
        </p>
        {appeal && <p>{t.rich('decisions.appeal.text', { text: <Written>{appeal.text}</Written> })}</p>}
        <div className="stoa-settings-ways">
          {undone && (
            <Badge tone="success">{t(action === 'warned' ? 'decisions.withdrawn' : 'decisions.undone')}</Badge>
          )}
          {appeal && <Badge tone={APPEAL_TONES[appeal.status]}>{t(`decisions.appeal.${appeal.status}`)}</Badge>}
          {decision.canAppeal && !appeal && (
            <Button size="s" onClick={() => setAsked(true)}>
              {t('decisions.appeal')}
            </Button>
          )}
          {commentId && (
            <ButtonLink size="s" variant="quiet" href={`/bbs/thread/${commentId}`}>
              {t('decisions.view')}
            </ButtonLink>
          )}
        </div>
      </div>
      {isAsked && (
        <AppealDialog
          activityId={decision.activityId}
          onSent={(newAppeal) => {
            setAppeal(newAppeal)
            setAsked(false)
            isSent.current = true
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}

const DECISION_ACTIONS = actionsWith({ shownToPerson: true })

interface AppealDialogProps {
  activityId: string
  onSent: (appeal: NonNullable<OwnDecision['appeal']>) => void
  onClose: () => void
}

function AppealDialog({ activityId, onSent, onClose }: AppealDialogProps) {
  const t = useTranslate(decisionMessages)
  const { call } = useStoa().client
  const { busy, problem, run } = useFormAction()
  const [text, setText] = useState('')
  const length = textLength(text)
  const isReady = text.trim() !== '' && length <= APPEAL_MAX_LENGTH
  const send = () => void run(async () => onSent((await call('appealCreate', { activityId, text })).appeal))
  return (
    <Dialog
      open
      title={t('decisions.appeal.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('decisions.appeal.cancel')}</Button>
          <Button variant="primary" disabled={!isReady} busy={busy} onClick={send}>
            {t('decisions.appeal.submit')}
          </Button>
        </>
      }
    >
      <div className="stoa-app-appeal">
        <p>{t('decisions.appeal.help')}</p>
        <TextArea
          label={t('decisions.appeal.label')}
          value={text}
          length={length}
          limit={APPEAL_MAX_LENGTH}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p className="stoa-app-problem" role="alert">
          {translatable(problem)}
        </p>
      </div>
    </Dialog>
  )
}
