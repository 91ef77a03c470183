import { authorPath, CASH_OUT_TEXT_MAX_LENGTH, type CashierRequest, communityPath, textLength } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import {
  Badge,
  Banner,
  Button,
  Checkbox,
  Dialog,
  formatDate,
  Link,
  RelativeTime,
  TextArea,
  useI18n,
  useTranslate,
  useWritten,
} from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
import { tokenAmount } from '../wallet/token-amount.ts'
import { cashierMessages } from './messages.ts'

export interface CashierItemProps {
  tokenName: string
  request: CashierRequest
  /** A question about it opens or closes. Must be a stable function. */
  onAsk: (asks: boolean) => void
  /** It has changed, here or elsewhere. */
  onChange: () => void
  /** It isn't open anymore. */
  onClosed: () => void
}

type Question = 'pay' | 'approve' | 'release' | 'refuse'

const TONES = {
  waiting: 'accent',
  claimed: 'warning',
  paid: 'success',
  refused: 'danger',
  cancelled: 'neutral',
} as const

/** A request with what a cashier can do about it. */
export function CashierItem({ tokenName, request, onAsk, onChange, onClosed }: CashierItemProps) {
  const t = useTranslate(cashierMessages)
  const written = useWritten()
  const { locale } = useI18n()
  const { call } = useStoa().client
  const { clock } = useStoa()
  const { toasts } = useHostedApp()
  const viewer = useViewer()
  const alert = useErrorToast()
  const [busy, setBusy] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const isAsking = question !== null
  useEffect(() => {
    if (!isAsking) return
    onAsk(true)
    return () => onAsk(false)
  }, [isAsking, onAsk])
  const { id: requestId, kind, amount, status, person, receiver, details, needsTwo, at, reason } = request
  const { postId, commentId } = request
  const post = `${communityPath(tokenName)}/${postId}`
  const { claimedBy, approvedBy, claimUntil, cancelUntil } = request
  const isCashOut = kind === 'cashOut'
  const isOpen = status === 'waiting' || status === 'claimed'
  const isMine = status === 'claimed' && claimedBy?.id === viewer?.id
  const isOver = claimUntil !== null && claimUntil <= clock()
  const isFirst = needsTwo && approvedBy === null
  const ofOneself = [person?.id, receiver?.id].includes(viewer?.id ?? '')
  const isApprover = approvedBy !== null && approvedBy.id === viewer?.id
  const mayClaim = !ofOneself && !isApprover && (status === 'waiting' || (isOver && !isMine))
  const mayRefuse = !ofOneself && isOpen && (status === 'waiting' || isMine || isOver)
  const named = (who: CashierRequest['person']) => who?.displayName ?? t('cashier.nobody')
  const values = { amount: tokenAmount(amount, locale), token: tokenName, person: named(person) }

  async function claim() {
    setBusy(true)
    try {
      await call('cashierClaim', { requestId })
      toasts.show({ text: t('cashier.done.claimed'), tone: 'success' })
    } catch (error) {
      alert(error)
    }
    setBusy(false)
    onChange()
  }
  function done(result: CashierRequest['status']) {
    setQuestion(null)
    if (result !== 'claimed') toasts.show({ text: t(`cashier.done.${result}`), tone: 'success' })
    if (result === 'waiting') onChange()
    else onClosed()
  }
  const way: Question = isFirst ? 'approve' : isCashOut ? 'pay' : 'release'
  return (
    <li>
      <div className="stoa-app-cashier-item">
        <h3>
          <span>
            {t.rich(`cashier.kind.${kind}`, {
              person: <Named who={person} />,
              receiver: <Named who={receiver} />,
            })}
          </span>
          <Badge tone={TONES[status]}>
            {t(status === 'paid' && !isCashOut ? 'cashier.status.released' : `cashier.status.${status}`)}
          </Badge>
          {request.maybePaid && <Badge tone="warning">{t('cashier.maybePaid')}</Badge>}
        </h3>
        <p className="stoa-app-cashier-amount">
          <bdi>{values.amount}</bdi> {tokenName}
        </p>
        {isCashOut && (
          <p className="stoa-app-cashier-details">
            {details === '' ? (
              t('cashier.details.none')
            ) : (
              <>
                {t('cashier.details')}: <bdi>{details}</bdi>
              </>
            )}
          </p>
        )}
        <p className="stoa-app-muted stoa-app-cashier-when">
          <RelativeTime value={at} />
          {postId !== null && (
            <Link href={commentId === null ? post : `${post}/comment/${commentId}`}>
              {t(commentId === null ? 'wallet.post' : 'wallet.comment')}
            </Link>
          )}
        </p>
        {reason && <p {...written(reason)}>{reason}</p>}
        {isOpen && needsTwo && (
          <p className="stoa-app-muted">
            {approvedBy ? t('cashier.approved', { name: named(approvedBy) }) : t('cashier.needsTwo')}
          </p>
        )}
        {isOpen && ofOneself && <p className="stoa-app-muted">{t('cashier.own')}</p>}
        {status === 'claimed' && (
          <p className="stoa-app-muted">
            {isMine ? t('cashier.claimedByYou') : t('cashier.claimedBy', { name: named(claimedBy) })}
          </p>
        )}
        {request.maybePaid && <Banner tone="warning">{t('cashier.maybePaid.text')}</Banner>}
        {isMine && cancelUntil !== null && cancelUntil > clock() && (
          <Banner tone="warning">
            {t('cashier.cancelable', { time: formatDate(cancelUntil, locale, { timeStyle: 'short' }) })}
          </Banner>
        )}
        {(mayClaim || isMine || mayRefuse) && (
          <div className="stoa-settings-ways">
            {mayClaim && (
              <Button busy={busy} onClick={() => void claim()}>
                {t(status === 'claimed' ? 'cashier.takeOver' : 'cashier.claim')}
              </Button>
            )}
            {isMine && (
              <Button variant="primary" onClick={() => setQuestion(way)}>
                {t(`cashier.${way as Exclude<Question, 'refuse'>}`)}
              </Button>
            )}
            {mayRefuse && <Button onClick={() => setQuestion('refuse')}>{t('cashier.refuse')}</Button>}
          </div>
        )}
        {question && (
          <Decision
            question={question}
            request={request}
            values={values}
            onDone={done}
            onStale={onChange}
            onClose={() => setQuestion(null)}
          />
        )}
      </div>
    </li>
  )
}

function Named({ who }: { who: CashierRequest['person'] }) {
  const t = useTranslate(cashierMessages)
  if (!who) return <>{t('cashier.nobody')}</>
  return who.slugUrl === '' ? (
    <bdi>{who.displayName}</bdi>
  ) : (
    <Link href={authorPath(who.slugUrl)}>
      <bdi>{who.displayName}</bdi>
    </Link>
  )
}

interface DecisionProps {
  question: Question
  request: CashierRequest
  values: Record<'amount' | 'token' | 'person', string>
  onDone: (status: CashierRequest['status']) => void
  /** Somebody else has decided something in the meantime. */
  onStale: () => void
  onClose: () => void
}

/** Asks before a decision, and for the reason of a rejection. */
function Decision({ question, request: asked, values, onDone, onStale, onClose }: DecisionProps) {
  const t = useTranslate(cashierMessages)
  const { call } = useStoa().client
  const attempt = useFormAction()
  const [reason, setReason] = useState('')
  /** It was tried to decide, so that what is missing is shown. */
  const [isTried, setTried] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const isRefusal = question === 'refuse'
  async function decide() {
    setTried(true)
    if ((isRefusal && reason.trim() === '') || (asked.maybePaid && !isChecked)) return
    const about = { requestId: asked.id, ...(asked.maybePaid && { isChecked }) }
    await attempt.run(async () => {
      const { request } = isRefusal
        ? await call('cashierRefuse', { ...about, reason })
        : await call('cashierPay', about)
      onDone(request.status)
    })
  }
  const close = () => {
    if (attempt.busy) return
    onClose()
    if (attempt.problem) onStale()
  }
  return (
    <Dialog
      open
      kind={isRefusal ? 'dialog' : 'alert'}
      title={t(`cashier.${question}.title`, values)}
      onClose={close}
      actions={
        <>
          <Button onClick={close} disabled={attempt.busy}>
            {t('wallet.confirm.cancel')}
          </Button>
          <Button variant={isRefusal ? 'danger' : 'primary'} busy={attempt.busy} onClick={() => void decide()}>
            {t(`cashier.${question}.submit`)}
          </Button>
        </>
      }
    >
      <p>{t(`cashier.${question}.text`)}</p>
      {isRefusal && (
        <TextArea
          label={t('cashier.refuse.reason')}
          hint={t('cashier.refuse.hint')}
          value={reason}
          length={textLength(reason)}
          limit={CASH_OUT_TEXT_MAX_LENGTH}
          error={isTried && reason.trim() === '' ? t('cashier.refuse.missing') : undefined}
          onChange={({ target }) => {
            attempt.reset()
            setReason(target.value)
          }}
        />
      )}
      {asked.maybePaid && (
        <Checkbox
          label={t('cashier.maybePaid.checked')}
          checked={isChecked}
          onChange={({ target }) => setChecked(target.checked)}
        />
      )}
      {isTried && asked.maybePaid && !isChecked && <Banner tone="danger">{t('cashier.maybePaid.missing')}</Banner>}
      {attempt.problem && <Banner tone="danger">{attempt.problem}</Banner>}
    </Dialog>
  )
}
