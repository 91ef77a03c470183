import { type CallOutput, canSetUp, SETUP_STEPS, type SetupStep } from '@stoa/contract'
import { loadCommunity } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, CheckIcon, EmptyState, LoadFailure, Skeleton, useTranslate, VisuallyHidden } from '@stoa/ui'
import { type ComponentType, useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { guidedForum, useHostedApp } from '../../hosted-app.ts'
import { DOMAINS_PATH, SETUP_PATH } from '../../paths.ts'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { rememberOpened } from '../../shell/member-tools/opened-forum.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
import { useLoaded } from '../settings/use-loaded.ts'
import { setupMessages } from './messages.ts'
import { EmailStep } from './steps/email-step.tsx'
import { InviteStep } from './steps/invite-step.tsx'
import { JoiningStep } from './steps/joining-step.tsx'
import { NameStep } from './steps/name-step.tsx'
import { SiteStep } from './steps/site-step.tsx'
import { TopicsStep } from './steps/topics-step.tsx'

export type SetupState = CallOutput<'setupGet'>

/** Props of a step's content. */
export interface StepProps {
  tokenName: string
  state: SetupState
  /** Id of the form that *Continue* submits, in steps that save then. */
  formId: string
  /** The step's values are saved: continues with the next one. */
  onSaved: () => Promise<void>
}

/** `savesOnContinue`: its form has the id `formId`. Others save at once. */
const STEPS: Record<SetupStep, { Content: ComponentType<StepProps>; savesOnContinue?: true }> = {
  name: { Content: NameStep, savesOnContinue: true },
  topics: { Content: TopicsStep },
  joining: { Content: JoiningStep },
  email: { Content: EmailStep },
  site: { Content: SiteStep },
  invite: { Content: InviteStep },
}

/** The owner's account comes first. */
const COUNT = SETUP_STEPS.length + 1
const FORM_ID = 'setup-step'

/** The guide of a new forum: one step at a time, each of which can be skipped and repeated later. */
export function Guide({ viewer, isClaimed = false }: MemberScreenProps & { isClaimed?: boolean }) {
  const t = useTranslate(setupMessages)
  const { config } = useHostedApp()
  if (canSetUp(viewer, guidedForum(config)).allowed) return <LoadedGuide isClaimed={isClaimed} />
  return (
    <EmptyState level={1} title={t('setup.notAllowed')}>
      {t('setup.notAllowed.text')}
    </EmptyState>
  )
}

/** The guide right after the forum was claimed. Its heading takes the focus from the form that it replaces. */
export function ClaimedGuide(props: MemberScreenProps) {
  return <Guide {...props} isClaimed />
}

function LoadedGuide({ isClaimed }: { isClaimed: boolean }) {
  const t = useTranslate(setupMessages)
  const stoa = useStoa()
  const { defaultTokenName } = useHostedApp().config
  const load = useCallback(async () => {
    const [state] = await Promise.all([stoa.client.call('setupGet', {}), loadCommunity(stoa, defaultTokenName)])
    return state
  }, [stoa, defaultTokenName])
  const { value: state, failed, reload, set } = useLoaded(load)
  if (failed) return <LoadFailure onRetry={reload}>{t('setup.loadFailed')}</LoadFailure>
  if (!state) return <Skeleton lines={8} />
  return <Steps state={state} onState={(next) => set(() => next)} isClaimed={isClaimed} />
}

interface StepsProps {
  state: SetupState
  onState: (state: SetupState) => void
  isClaimed: boolean
}

function Steps({ state, onState, isClaimed }: StepsProps) {
  const t = useTranslate(setupMessages)
  const stoa = useStoa()
  const { config } = useHostedApp()
  const { defaultTokenName: tokenName } = config
  const [search, setSearch] = useSearchParams()
  const attempt = useFormAction()
  const firstOpen = SETUP_STEPS.find((step) => state.steps[step] === 'open')
  const current = SETUP_STEPS.find((step) => step === search.get('step')) ?? firstOpen ?? 'name'
  const at = SETUP_STEPS.indexOf(current)
  const { Content, savesOnContinue } = STEPS[current]
  const isLast = at === SETUP_STEPS.length - 1
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(isClaimed ? null : current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    heading.current?.focus()
  }, [current])

  function show(step: SetupStep | undefined) {
    attempt.reset()
    if (step) setSearch({ step })
  }
  async function record(to: 'done' | 'skipped') {
    onState(await stoa.client.call('setupStep', { step: current, state: to }))
    show(SETUP_STEPS[at + 1])
  }
  const skip = () => attempt.run(() => record('skipped'))
  const proceed = () => attempt.run(() => record('done'))
  /** Leaves by loading the page: until now, every other address said that the forum is being set up. */
  const open = (to = '/') =>
    attempt.run(async () => {
      if (isLast) await stoa.client.call('setupStep', { step: current, state: 'done' })
      await stoa.client.call('setupFinish', {})
      if (!state.isOpen) rememberOpened()
      window.location.assign(to)
    })

  const marks = [
    { id: 'account' as const, to: null, state: 'done' as const },
    ...SETUP_STEPS.map((step) => ({ id: step, to: step, state: state.steps[step] })),
  ]
  return (
    <div className="stoa-setup-guide">
      <nav className="stoa-setup-steps" aria-label={t('setup.steps')}>
        <ol>
          {marks.map(({ id, to, state: progress }, index) => {
            const label = (
              <>
                <span className="stoa-setup-mark">{progress === 'done' ? <CheckIcon size={14} /> : index + 1}</span>
                <span className="stoa-setup-label">{t(`setup.step.${id}`)}</span>
                {progress !== 'open' && <VisuallyHidden>{t(`setup.${progress}`)}</VisuallyHidden>}
              </>
            )
            return (
              <li key={id} data-state={progress}>
                {to === null ? (
                  <span>{label}</span>
                ) : (
                  <a href={`${SETUP_PATH}?step=${to}`} aria-current={to === current ? 'step' : undefined}>
                    {label}
                  </a>
                )}
              </li>
            )
          })}
        </ol>
      </nav>
      <div className="stoa-setup-step">
        <p className="stoa-setup-note">{t('setup.progress', { at: at + 2, count: COUNT })}</p>
        <h1 ref={heading} tabIndex={-1}>
          {t(`setup.step.${current}`)}
        </h1>
        <p className="stoa-app-muted">{t(`setup.${current}.text`)}</p>
        <Content key={current} tokenName={tokenName} state={state} formId={FORM_ID} onSaved={() => record('done')} />
        {isLast && (
          <section className="stoa-setup-domains" aria-labelledby="domains-title">
            <h2 id="domains-title">{t('setup.domains')}</h2>
            <p className="stoa-app-muted">{t('setup.domains.text')}</p>
            <ul>
              {(['name', 'host', 'community'] as const).map((need) => (
                <li key={need}>{t(`setup.domains.${need}`)}</li>
              ))}
            </ul>
            <Button aria-disabled={attempt.busy} onClick={() => void open(`${DOMAINS_PATH}#add`)}>
              {t(state.isOpen ? 'setup.domains.add' : 'setup.domains.openAndAdd')}
            </Button>
          </section>
        )}
        {attempt.problem !== '' && <Banner tone="danger">{attempt.problem}</Banner>}
        <div className="stoa-setup-nav">
          {at > 0 && (
            <Button variant="quiet" onClick={() => show(SETUP_STEPS[at - 1])}>
              {t('setup.back')}
            </Button>
          )}
          <span className="stoa-setup-nav-end">
            {!isLast && (
              <Button variant="quiet" aria-disabled={attempt.busy} onClick={() => void skip()}>
                {t('setup.skip')}
              </Button>
            )}
            {isLast ? (
              <Button variant="primary" busy={attempt.busy} onClick={() => void open()}>
                {t(state.isOpen ? 'setup.leave' : 'setup.open')}
              </Button>
            ) : savesOnContinue ? (
              <Button type="submit" form={FORM_ID} variant="primary">
                {t('setup.continue')}
              </Button>
            ) : (
              <Button variant="primary" busy={attempt.busy} onClick={() => void proceed()}>
                {t('setup.continue')}
              </Button>
            )}
          </span>
        </div>
        {!isLast && (
          <p className="stoa-setup-note stoa-setup-leave">
            <Button size="s" onClick={() => void open()}>
              {t(state.isOpen ? 'setup.leave' : 'setup.openNow')}
            </Button>
            {!state.isOpen && <span>{t('setup.open.text')}</span>}
          </p>
        )}
      </div>
    </div>
  )
}
