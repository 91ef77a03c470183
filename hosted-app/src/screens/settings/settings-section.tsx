import { Banner, Button, translatable } from '@stoa/ui'
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef } from 'react'
import type { FormAction } from '../../shell/use-form-action.ts'

export interface SectionProps {
  /** Its anchor in the page's address. */
  id: string
  title: string
  /** A description. Default: none. */
  text?: ReactNode
  /** Level of the heading. Default 2. */
  level?: 2 | 3
  /** Whether it is in the danger zone. Default false. */
  isDanger?: boolean
  children?: ReactNode
}

/** Id of the section named by the address; empty for none. */
export const OpenSection = createContext('')

/** A part of the settings, with an anchor. If the address names it, it is scrolled into view and focused. */
export function Section({ id, title, text, level = 2, isDanger = false, children }: SectionProps) {
  const isOpen = useContext(OpenSection) === id
  const Heading = `h${level}` as const
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isOpen) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [isOpen])
  return (
    <section className={`stoa-settings-section${isDanger ? ' stoa-settings-danger' : ''}`} aria-labelledby={id}>
      <Heading ref={heading} id={id} tabIndex={-1}>
        {title}
      </Heading>
      {text && <p className="stoa-app-muted">{text}</p>}
      {children}
    </section>
  )
}

export interface SettingsFormProps {
  /** Accessible name of the form. */
  label: string
  attempt: FormAction
  /** Label of the submit button. */
  submit: string
  /** Shown after success. */
  saved: ReactNode
  /** Makes the button the primary one. Default false. */
  isMain?: boolean
  /** The action can't be undone. */
  isDanger?: boolean
  /** Next to the button. Default: nothing. */
  aside?: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/** A form with one button and the result of the last submission, without layout shifts. */
export function SettingsForm(props: SettingsFormProps) {
  const { label, attempt, submit, saved, isMain, isDanger, aside, onSubmit, children } = props
  const { busy, isDone, problem } = attempt
  function send(event: FormEvent) {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <form className="stoa-settings-form" aria-label={label} noValidate onSubmit={send}>
      {children}
      {problem && <Banner tone="danger">{problem}</Banner>}
      <div className="stoa-settings-ways">
        <Button type="submit" variant={isDanger ? 'danger' : isMain ? 'primary' : 'secondary'} busy={busy}>
          {submit}
        </Button>
        {aside}
        <Saved>{isDone ? saved : ''}</Saved>
      </div>
    </form>
  )
}

/** Announces success. Always rendered, because a live region must exist before its text. */
export function Saved({ children }: { children: ReactNode }) {
  return (
    <span className="stoa-settings-saved" role="status">
      {translatable(children)}
    </span>
  )
}

/** An error next to an item. Always rendered, because a live region must exist before its text. */
export function Problem({ children }: { children: string }) {
  return (
    <p className="stoa-settings-problem" role="alert">
      {translatable(children)}
    </p>
  )
}
