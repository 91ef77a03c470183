import './save-bar.css'
import { Banner, Button, Dialog, translatable, useTranslate, VisuallyHidden } from '@stoa/ui'
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useBlocker } from 'react-router'
import { useHostedApp } from '../hosted-app.ts'
import { ACCOUNT_DELETED_PATH } from '../paths.ts'
import type { FormAction } from './use-form-action.ts'

/** English texts of the save bar, and of the question before unsaved changes are left. */
const saveMessages = {
  'save.label': 'Unsaved changes',
  'save.changes': '{count, plural, one {# unsaved change} other {# unsaved changes}}',
  'save.names': ': {names}',
  'save.save': 'Save',
  'save.discard': 'Discard',
  'save.saved': 'Saved',
  'leave.title': 'Leave without saving?',
  'leave.text': 'This page has unsaved changes.',
  'leave.discard': 'Discard',
  'leave.keep': 'Keep for later',
  'leave.stay': 'Stay',
} as const

/** What a form tells its page's save bar. */
interface Unsaved {
  /** Names of the changed settings. */
  changes: readonly string[]
  busy: boolean
  /** Whether the changes stay on this device until they are saved or discarded. */
  isKept: boolean
  /** Resolves with whether the changes are saved now. */
  onSave: () => Promise<boolean>
  onDiscard: () => void
}

type Known = Pick<Unsaved, 'changes' | 'busy' | 'isKept'> & { actions: { current: Unsaved } }

interface Page {
  register(id: string, form: Known | null): void
  /** Saves all forms. */
  save(): void
  /** Discards all changes and leaves without a question. */
  leave(go: () => void | Promise<void>): Promise<void>
}

const SavedPage = createContext<Page>({ register: () => {}, save: () => {}, leave: async (go) => go() })

export interface SaveBarProps {
  /** Names of the changed settings. */
  changes: readonly string[]
  busy: boolean
  onSave: () => void
  onDiscard: () => void
}

/** Names the page's unsaved changes, and saves or discards them. */
export function SaveBar({ changes, busy, onSave, onDiscard }: SaveBarProps) {
  const t = useTranslate(saveMessages)
  return (
    <div className="stoa-app-save-bar" role="group" aria-label={t('save.label')}>
      <p className="stoa-app-save-text">
        <b>{translatable(t('save.changes', { count: changes.length }))}</b>
        <span className="stoa-app-save-names">{translatable(t('save.names', { names: changes.join(', ') }))}</span>
      </p>
      <Button variant="quiet" disabled={busy} onClick={onDiscard}>
        {t('save.discard')}
      </Button>
      <Button variant="primary" busy={busy} onClick={onSave}>
        {t('save.save')}
      </Button>
    </div>
  )
}

export interface SaveFormsProps {
  /** Called after all changes are saved. */
  onSaved?: () => void
  /** Whether to ask before unsaved changes are left. Default false. */
  asksToLeave?: boolean
  children: ReactNode
}

/** Forms that share one save bar, which is there only while something is unsaved. */
export function SaveForms({ onSaved, asksToLeave = false, children }: SaveFormsProps) {
  const t = useTranslate(saveMessages)
  /** All forms of the page in order, also those without changes. */
  const [forms, setForms] = useState<ReadonlyMap<string, Known>>(new Map())
  const [isSaving, setSaving] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  const latestSave = useRef<() => void>(() => {})
  const latestDiscard = useRef<() => void>(() => {})
  const isLeaving = useRef(false)
  const page = useMemo<Page>(
    () => ({
      register: (id, form) =>
        setForms((before) => {
          const next = new Map(before)
          if (form === null) next.delete(id)
          else next.set(id, form)
          return next
        }),
      save: () => latestSave.current(),
      leave: async (go) => {
        latestDiscard.current()
        isLeaving.current = true
        try {
          await go()
        } finally {
          isLeaving.current = false
        }
      },
    }),
    [],
  )
  const unsaved = [...forms.values()].filter((form) => form.changes.length > 0)
  const changes = unsaved.flatMap((form) => form.changes)
  const isChanged = changes.length > 0
  useEffect(() => {
    if (isChanged || !hadFocus.current) return
    // The pressed button has disappeared.
    hadFocus.current = false
    root.current?.focus({ preventScroll: true })
  }, [isChanged])
  const noteFocus = () => {
    hadFocus.current = bar.current?.contains(document.activeElement) ?? false
  }
  function discard(): void {
    noteFocus()
    for (const { actions } of unsaved) actions.current.onDiscard()
  }
  async function save(): Promise<void> {
    noteFocus()
    setSaving(true)
    try {
      for (const { actions } of unsaved) if (!(await actions.current.onSave())) return
      onSaved?.()
    } finally {
      setSaving(false)
    }
  }
  useEffect(() => {
    latestSave.current = () => void save()
    latestDiscard.current = discard
  })
  return (
    <SavedPage.Provider value={page}>
      <div ref={root} className="stoa-app-save-forms" tabIndex={-1}>
        {children}
        <VisuallyHidden>
          <span role="status">{isChanged && t('save.changes', { count: changes.length })}</span>
        </VisuallyHidden>
        {isChanged && (
          <div ref={bar} className="stoa-app-save-place">
            <SaveBar
              changes={changes}
              busy={isSaving || unsaved.some(({ busy }) => busy)}
              onSave={() => void save()}
              onDiscard={discard}
            />
          </div>
        )}
        {asksToLeave && (
          <LeaveQuestion
            isChanged={isChanged && !isSaving}
            isKept={unsaved.every(({ isKept }) => isKept)}
            isLeaving={isLeaving}
            discard={discard}
          />
        )}
      </div>
    </SavedPage.Provider>
  )
}

/** The forms of one page: says when they are saved, and asks before unsaved changes are left. */
export function SavePage({ children }: { children: ReactNode }) {
  const t = useTranslate(saveMessages)
  const { toasts } = useHostedApp()
  return (
    <SaveForms asksToLeave onSaved={() => toasts.show({ text: t('save.saved'), tone: 'success' })}>
      {children}
    </SaveForms>
  )
}

/** Leaves a page whose subject is gone: its unsaved changes are discarded without a question. */
export function useLeave(): (go: () => void | Promise<void>) => Promise<void> {
  return useContext(SavedPage).leave
}

/** Reports a form's changes to the save bar of its page. */
function useUnsaved(form: Unsaved): void {
  const { register } = useContext(SavedPage)
  const id = useId()
  const actions = useRef(form)
  useEffect(() => {
    actions.current = form
  })
  const { busy, isKept } = form
  const names = JSON.stringify(form.changes)
  useEffect(() => {
    register(id, { changes: JSON.parse(names) as string[], busy, isKept, actions })
  }, [register, id, names, busy, isKept])
  useEffect(() => () => register(id, null), [register, id])
}

export interface DraftFormProps {
  /** Accessible name of the form. */
  label: string
  /** Names of the changed settings; empty if nothing is changed. */
  changes: readonly string[]
  attempt: Pick<FormAction, 'busy' | 'problem'>
  /** Whether the changes stay on this device until they are saved or discarded. Default false. */
  isKept?: boolean
  /** Class name. Default: that of fields below each other. */
  className?: string
  /** Resolves with whether the changes are saved now. */
  onSave: () => Promise<boolean>
  onDiscard: () => void
  children: ReactNode
}

/** A form whose changes are saved in the page's save bar, or with Enter. */
export function DraftForm(props: DraftFormProps) {
  const { label, changes, attempt, isKept = false, className = 'stoa-settings-form', onSave, onDiscard } = props
  const { busy, problem } = attempt
  const t = useTranslate(saveMessages)
  const page = useContext(SavedPage)
  useUnsaved({ changes, busy, isKept, onSave, onDiscard })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!busy && changes.length > 0) page.save()
  }
  return (
    <form className={className} aria-label={label} noValidate onSubmit={submit}>
      {props.children}
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
      {/* Enter needs a submit button, even a hidden one. */}
      <button type="submit" hidden>
        {t('save.save')}
      </button>
    </form>
  )
}

interface LeaveQuestionProps {
  isChanged: boolean
  isKept: boolean
  /** Whether the page is being left on purpose, without a question. */
  isLeaving: { readonly current: boolean }
  discard: () => void
}

/** Asks before unsaved changes are left. Those that the device keeps can stay for later. */
function LeaveQuestion({ isChanged, isKept, isLeaving, discard }: LeaveQuestionProps) {
  const t = useTranslate(saveMessages)
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged &&
      !isLeaving.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      // After deletion there is no profile to save.
      nextLocation.pathname !== ACCOUNT_DELETED_PATH,
  )
  useEffect(() => {
    if (!isChanged || isKept) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged, isKept])
  return (
    <Dialog
      open={state === 'blocked'}
      kind="alert"
      title={t('leave.title')}
      onClose={() => reset?.()}
      actions={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              discard()
              proceed?.()
            }}
          >
            {t('leave.discard')}
          </Button>
          {isKept && <Button onClick={() => proceed?.()}>{t('leave.keep')}</Button>}
          <Button variant="primary" onClick={() => reset?.()}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      {t('leave.text')}
    </Dialog>
  )
}
